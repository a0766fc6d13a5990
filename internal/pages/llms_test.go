package pages_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The parts of the list have every tool once, in the site's order, and each names the next.
func TestLLMSFullParts(t *testing.T) {
	t.Parallel()
	h := pagestest.Open(t, pagestest.Tools(2*pages.LLMSPartTools+1), nil)
	var names []string
	target := "/llms-full.txt"
	for part := 1; target != ""; part++ {
		w := h.Get(target)
		text := w.Body.String()
		if w.Code != http.StatusOK || !strings.HasPrefix(text, fmt.Sprintf("# All tools of Vitrine\n\n> Part %d of 3. 2,001 AI tools: ", part)) {
			t.Fatalf("%s is %d: %.200s", target, w.Code, text)
		}
		_, next, _ := strings.Cut(text, "Next: [")
		_, next, _ = strings.Cut(next, "](https://tools.example")
		target, _, _ = strings.Cut(next, ")")
		for line := range strings.Lines(text) {
			if name, rest, listed := strings.Cut(strings.TrimPrefix(line, "- ["), "]"); strings.HasPrefix(line, "- [") && listed {
				names = append(names, name)
				want := fmt.Sprintf("(https://tools.example/products/%s): What %s does. (Writing, Free)\n", catalog.Slug(name), name)
				storetest.Same(t, name, rest, want)
			}
		}
	}
	var want []string
	for item := range h.Catalogue.Snapshot().All() {
		want = append(want, item.Name())
	}
	storetest.Same(t, "the tools", names, want)
	h.AnswersWith(t, map[string]string{
		"/llms-full-1.txt": "308 /llms-full.txt", "/llms-full-02.txt": "308 /llms-full-2.txt", "/llms-full-3.txt": "200",
	})
	h.AreMissing(t, "/llms-full-4.txt", "/llms-full-0.txt", "/llms-full--1.txt", "/llms-full-x.txt", "/llms-full-99999999999999999999.txt")
	h.Move(pagestest.Tools(pages.LLMSPartTools)...)
	pagestest.Lacks(t, "the first part after half has gone", h.Body("/llms-full.txt"), "Next:")
	h.AreMissing(t, "/llms-full-2.txt")
}

// A part is a file like the others, kept packed; an empty catalogue has one too.
func TestLLMSFullFile(t *testing.T) {
	const kind = "text/plain; charset=utf-8"
	pagestest.IsFile(t, pagestest.Tools(30), nil, "/llms-full.txt", kind)
	storetest.Same(t, "of an empty catalogue", pagestest.IsFile(t, nil, nil, "/llms-full.txt", kind).Body.String(),
		"# All tools of Vitrine\n\n> Part 1 of 1. 0 AI tools: name, what it does, categories, price.\n")
	h := pagestest.Open(t, pagestest.Tools(30), nil)
	h.Get("/llms-full.txt")
	if d, ok := h.Cache().GetIfPresent("/llms-full.txt"); !ok || d.Body() != nil || d.Weight() > 4<<10 {
		t.Error("it is not kept, or not packed")
	}
}

// Texts of any length and script leave a part below its limit.
func TestLLMSFullBounds(t *testing.T) {
	t.Parallel()
	many := pagestest.Tools(pages.LLMSPartTools)
	for i := range many {
		many[i].Name = strings.Repeat("🎨", catalog.MaxName-5) + fmt.Sprint(i)
		many[i].Description = strings.Repeat("文*", 2*pages.LongestDescription)
		many[i].Categories = nil
		for j := range catalog.MaxCategories {
			many[i].Categories = append(many[i].Categories, strings.Repeat("🖼", catalog.MaxCategory-2)+fmt.Sprint(j))
		}
	}
	if w := pagestest.Open(t, many, nil).Get("/llms-full.txt"); w.Code != http.StatusOK || w.Body.Len() > 1<<20 || strings.Count(w.Body.String(), "\n- ") != len(many) {
		t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
	}
}

// llms.txt names what programs read.
func TestLLMSText(t *testing.T) {
	text := pagestest.Library(t).Body("/llms.txt")
	if !strings.HasPrefix(text, "# Vitrine\n\n> A directory of AI tools: ") {
		t.Errorf("it begins %.80q", text)
	}
	pagestest.HasParts(t, "the text", text, "/api/products", "https://tools.example/sitemap.xml", "https://tools.example/feed.xml",
		"[Writing](https://tools.example/category/writing)",
		"[ChatGPT](https://tools.example/products/chatgpt.md)")
	empty := pagestest.Open(t, nil, nil).Get("/llms.txt")
	pagestest.Sent(t, "of an empty catalogue", empty, http.StatusOK)
	pagestest.Lacks(t, "the text of an empty catalogue", empty.Body.String(), "## Tools")
}

// Robots may read what llms.txt names.
func TestLLMSTextRobots(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(30), func(o *pagestest.Options) { o.MCP = true })
	named := regexp.MustCompile(`https://tools\.example(/[^)`+"`"+`]*)`).FindAllStringSubmatch(h.Body("/llms.txt"), -1)
	if len(named) < 8 {
		t.Fatalf("it names %q", named)
	}
	rules := h.Body("/robots.txt")
	for _, address := range named {
		longest, allowed := "", true // RFC 9309: the longest rule that fits counts
		for line := range strings.Lines(rules) {
			verb, path, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if (verb == "Allow" || verb == "Disallow") && strings.HasPrefix(address[1], path) && len(path) > len(longest) {
				longest, allowed = path, verb == "Allow"
			}
		}
		if !allowed {
			t.Errorf("%s is forbidden by %s", address[1], longest)
		}
	}
}
