// Package docs holds the documentation; `make docs` makes a site of it.
//
// # To change
//
//   - a page: its file, and for a new one a line in README.md, which is the order of the site; go test ./docs
//   - the pictures: web/e2e/docs-screenshots.ts, then make screenshots; the site: .vitepress/config.ts, then make docs
//   - api-reference.md, api-routes.md: internal/app, then make generate
package docs

import (
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// document is a Markdown file: what it links to, and the anchors of its headings.
type document struct {
	links   []string
	anchors []string
}

// parsed reads a Markdown file of the repository.
func parsed(t *testing.T, file string) document {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var doc document
	tree := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	err = ast.Walk(tree, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.Link:
			doc.links = append(doc.links, string(node.Destination))
		case *ast.Image:
			doc.links = append(doc.links, string(node.Destination))
		case *ast.Heading:
			doc.anchors = append(doc.anchors, anchor(plain(node, source), doc.anchors))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// plain returns the text of a heading without its markup.
func plain(node ast.Node, source []byte) string {
	var out strings.Builder
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if text, ok := child.(*ast.Text); ok {
			out.Write(text.Segment.Value(source))
		}
		out.WriteString(plain(child, source))
	}
	return out.String()
}

// anchor returns the anchor that GitHub gives a heading; the site has the same ones.
func anchor(heading string, taken []string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
	for base, count := name, 1; slices.Contains(taken, name); count++ {
		name = base + "-" + strconv.Itoa(count)
	}
	return name
}

// What is linked to exists: files, headings and images.
func TestLinks(t *testing.T) {
	files := []string{"../README.md", "../CONTRIBUTING.md", "../CHANGELOG.md", "../SECURITY.md", "../web/README.md"}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".vitepress") {
			return fs.SkipDir
		}
		if strings.HasSuffix(file, ".md") {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	documents := map[string]document{}
	for _, file := range files {
		documents[path.Clean(filepath.ToSlash(file))] = parsed(t, file)
	}
	for file, doc := range documents {
		for _, link := range doc.links {
			to, err := url.Parse(link)
			if err != nil {
				t.Errorf("%s: %s: %v", file, link, err)
				continue
			}
			if to.Scheme != "" {
				continue // another host
			}
			target := file
			if to.Path != "" {
				target = path.Join(path.Dir(file), to.Path)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: there is no %s", file, link)
			} else if linked, ok := documents[target]; ok && to.Fragment != "" && !slices.Contains(linked.anchors, to.Fragment) {
				t.Errorf("%s: %s has no heading %q", file, target, to.Fragment)
			}
		}
	}
}

// Each page is in the order of README.md, once.
func TestOrder(t *testing.T) {
	index, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, line := range regexp.MustCompile(`(?m)^- \[.+?\]\((.+?\.md)\)`).FindAllSubmatch(index, -1) {
		listed = append(listed, string(line[1]))
	}
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = slices.DeleteFunc(pages, func(page string) bool { return page == "README.md" })
	if slices.Sort(listed); !slices.Equal(listed, pages) {
		t.Errorf("README.md lists\n%v\nof\n%v", listed, pages)
	}
}

// Each picture is on a page and small enough for it.
func TestPictures(t *testing.T) {
	const largest = 200_000 // bytes
	shown := strings.Join(parsed(t, "../README.md").links, " ")
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		shown += " " + strings.Join(parsed(t, page).links, " ")
	}
	pictures, err := os.ReadDir("images")
	if err != nil {
		t.Fatal(err)
	}
	for _, picture := range pictures {
		info, err := picture.Info()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(shown, "images/"+picture.Name()) || info.Size() > largest {
			t.Errorf("%s is on no page, or larger than %d bytes: %d", picture.Name(), largest, info.Size())
		}
	}
}

// Guides name tests of the browser by their files, which are there.
func TestNamedBrowserTests(t *testing.T) {
	for _, guide := range []string{"testing.md", "../CONTRIBUTING.md", "../web/README.md"} {
		source, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`\be2e/[a-z.-]*[a-z]`).FindAllString(string(source), -1) {
			if found, err := filepath.Glob("../web/" + name + "*"); err != nil || len(found) == 0 {
				t.Errorf("%s names %s, which is not there", guide, name)
			}
		}
	}
}
