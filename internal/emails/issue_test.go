package emails

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html/atom"
)

// issueOf is an issue with a product of this name and description in each section.
func issueOf(name, description string) Issue {
	i := Issue{
		Subject: "New this week: " + name, Cadence: "weekly", Archive: "https://tools.example/newsletter/archive/7",
		Settings: "https://tools.example/newsletter/settings#TOKEN", Unsubscribe: "https://tools.example/api/newsletter/leave?token=TOKEN",
		Intro: `<p>Hello! This week is about <strong>writing</strong>: see <a href="/category/writing">all tools for it</a>.</p>
<ul><li>One</li><li>Two</li></ul>`,
	}
	for at, title := range []string{"New tools", "Featured", "Deals", "Most popular"} {
		p := IssueProduct{
			Name: name, Description: description, Categories: []string{"Writing", "Audio"}, Badges: []string{"Free"},
			Page: "https://tools.example/products/pen", Website: "https://tools.example/go/pen?from=issue-7",
		}
		if at > 0 {
			p.Image = "https://tools.example/uploads/0123.jpg"
		}
		if at == 2 {
			p.Badges = append(p.Badges, "Deal")
		}
		i.Sections = append(i.Sections, IssueSection{title, []IssueProduct{p, p}})
	}
	return i
}

// The largest issue with the worst texts is shorter than what Gmail shows whole, and has every product.
func TestIssueSize(t *testing.T) {
	const limit = 100 << 10
	origin := "https://" + strings.Repeat("tools.", 8) + "example"
	for _, worst := range []string{"'", "<", "👩‍🚀", "長", "w"} {
		for _, image := range []string{"", origin + "/uploads/" + strings.Repeat("0", 64) + ".jpg"} {
			i := Issue{
				Subject: strings.Repeat(worst, 150), Cadence: "monthly", Archive: origin + "/newsletter/archive/1234567",
				Settings: origin + "/newsletter/settings#0123456789012345678901",
			}
			for _, intro := range []string{"<p>" + strings.Repeat("&#39;", 5_000) + "</p>", strings.Repeat("<hr>", 1_700), strings.Repeat(`<a href="a">a</a>`, 900)} {
				i.Intro = intro
				i.Sections = nil
				for at, count := range []int{15, 15, 15, 15} {
					section := IssueSection{Title: fmt.Sprint("Section ", at)}
					for n := range count {
						section.Products = append(section.Products, IssueProduct{
							Name: strings.Repeat(worst, 255), Description: strings.Repeat(worst, 170), Categories: []string{strings.Repeat(worst, 100), strings.Repeat(worst, 100)},
							Badges: []string{"Freemium", "Deal"}, Image: image,
							Page:    fmt.Sprintf("%s/products/%s-%d-%d", origin, strings.Repeat("s", 100), at, n),
							Website: fmt.Sprintf("%s/go/%s-%d-%d?from=issue-1234567", origin, strings.Repeat("s", 100), at, n),
						})
					}
					i.Sections = append(i.Sections, section)
				}
				m := New(func() Site { return Site{strings.Repeat(worst, 60), origin} }).Issue(i)
				if len(m.HTML) > limit {
					t.Errorf("with %s the HTML takes %d bytes", worst, len(m.HTML))
				}
				for at, section := range i.Sections {
					for n, p := range section.Products {
						if !strings.Contains(m.HTML, p.Page+`"`) || !strings.Contains(m.Text, p.Website+"\n") {
							t.Fatalf("product %d of section %d is not there", n, at)
						}
					}
				}
			}
		}
	}
}

// An issue of usual texts shows all of them.
func TestIssueWhole(t *testing.T) {
	i := issueOf("Pen", strings.TrimSpace(strings.Repeat("word ", 32)))
	for len(i.Sections[0].Products) < 54 {
		i.Sections[0].Products = append(i.Sections[0].Products, i.Sections[0].Products[0])
	}
	m := New(func() Site { return Site{"Vitrine", "https://tools.example"} }).Issue(i)
	if count := strings.Count(m.HTML, i.Sections[0].Products[0].Description); count != 60 || len(m.HTML) > 100<<10 {
		t.Errorf("%d of 60 descriptions are whole, in %d bytes", count, len(m.HTML))
	}
}

// What formats an introduction stays, with URLs of the site; everything else goes.
func TestIntroduction(t *testing.T) {
	const site = "https://tools.example"
	for in, want := range map[string][2]string{
		`<h2 id="section-a">Hi</h2><p>One<br>two</p>`: {`<h2 style="` + styles[atom.H2] + `">Hi</h2><p style="margin:0 0 16px">One<br>two</p>`, "Hi\n\nOne\ntwo"},
		`<p><a href="/x?a=1&amp;b=2" target="_blank" rel="nofollow">tools</a> <a href="https://b.example">https://b.example</a></p>`: {
			`<p style="margin:0 0 16px"><a class="link" href="https://tools.example/x?a=1&amp;b=2" style="color:#755411">tools</a> <a class="link" href="https://b.example" style="color:#755411">https://b.example</a></p>`,
			"tools (https://tools.example/x?a=1&b=2) https://b.example",
		},
		`<p><img src="/uploads/a.jpg" alt="A pen" onerror="x"></p>`:                       {`<p style="margin:0 0 16px"><img src="https://tools.example/uploads/a.jpg" alt="A pen" style="max-width:100%;height:auto;border:0"></p>`, "A pen"},
		`<ol start="3"><li>a</li><li>b</li></ol>`:                                         {`<ol start="3" style="margin:0 0 16px;padding-left:24px"><li style="margin:0 0 4px">a</li><li style="margin:0 0 4px">b</li></ol>`, "- a\n- b"},
		`<p>a</p><script>alert(1)</script><style>p{}</style><a href="javascript:x">b</a>`: {`<p style="margin:0 0 16px">a</p>alert(1)p{}<a class="link" href="" style="color:#755411">b</a>`, "a\n\nalert(1)p{}b"},
		"": {"", ""},
	} {
		m := parseMarkup(in, site)
		if got := string(m.html()); got != want[0] {
			t.Errorf("%s is\n%s, want\n%s", in, got, want[0])
		}
		if got := m.text(true); got != want[1] {
			t.Errorf("the text of %s is %q, want %q", in, got, want[1])
		}
	}
}
