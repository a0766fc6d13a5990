package linkchecks

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fetch"
)

// Bounds of what is remembered of a page.
const (
	maxTexts  = 200      // texts of images and headings, and addresses of scripts
	maxScript = 64 << 10 // bytes of inline scripts
	emptyPage = 20       // words; the scripts and frames of a page with fewer lead on
)

// page is what is known of a page. Texts are folded (catalog.Fold).
type page struct {
	titles   string // its titles, names of the site and largest headings
	about    string // its description and keywords
	text     string // what is visible, and what images and buttons are called
	original string // titles, description and text as they are written, to tell the language

	redirect    *url.URL // where the page itself leads; nil: nowhere
	loads       []string // hosts of its scripts, frames and images
	isSoldBy    bool     // it has the marks of pages of domains for sale
	hasPassword bool     // it asks for a password
}

// words returns the number of visible words. Scripts without spaces count a word for two characters.
func (p page) words() int {
	count := len(strings.Fields(p.text))
	for _, r := range p.text {
		if isUnspaced(r) {
			count++
		}
	}
	return count
}

// pageOf reads a page, and reports whether it is one.
func pageOf(r fetch.Response) (p page, isPage bool) {
	read, err := r.Page()
	if err != nil || r.Status < 200 || r.Status >= 300 {
		return page{}, false
	}
	m := marks{base: r.URL}
	m.read(r.HTML())
	titles := append([]string{read.Title, read.SocialTitle, read.SiteName}, m.titles...)
	visible := read.Text + "\n" + strings.Join(m.texts, "\n")
	about := read.Description + "\n" + strings.Join(read.Keywords, ", ")
	p = page{
		titles: catalog.Fold(strings.Join(titles, "\n")), about: catalog.Fold(about), text: catalog.Fold(visible),
		original: strings.Join(titles[:2], "\n") + "\n" + read.Description + "\n" + read.Text,
		loads:    m.loads, isSoldBy: m.isSoldBy, hasPassword: m.hasPassword,
	}
	if p.redirect = m.refresh; p.redirect == nil && len(strings.Fields(p.text)) < emptyPage {
		if p.redirect = m.scripted(); p.redirect == nil {
			p.redirect = m.frame
		}
	}
	return p, true
}

// marks is what a page has beside the content that fetch.Page extracts.
type marks struct {
	base     *url.URL
	titles   []string // headings, and names in structured data
	texts    []string // of images and buttons
	loads    []string
	refresh  *url.URL
	frame    *url.URL        // that fills the page, as those of domains that only forward
	script   strings.Builder // of inline scripts
	isSoldBy bool

	hasPassword bool
}

// read reads a page token by token; it builds no tree, as a page could nest one to any depth.
func (m *marks) read(text string) {
	tokens := html.NewTokenizer(strings.NewReader(text))
	var within atom.Atom // the element whose text is read
	isData := false
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			attributes := map[string]string{}
			for _, a := range token.Attr {
				attributes[strings.ToLower(a.Key)] = a.Val
			}
			switch token.DataAtom {
			case atom.H1, atom.Script:
				within, isData = token.DataAtom, strings.Contains(attributes["type"], "ld+json")
			case 0, atom.Br, atom.Span, atom.B, atom.Strong, atom.Em, atom.I, atom.A:
			default:
				if within == atom.H1 {
					m.add(&m.titles, "\n")
				}
			}
			m.element(token.DataAtom, attributes)
		case html.EndTagToken:
			if name, _ := tokens.TagName(); within != 0 && atom.Lookup(name) == within {
				within = 0
			}
		case html.TextToken:
			switch content := string(tokens.Text()); {
			case within == atom.H1:
				m.add(&m.titles, html.UnescapeString(content))
			case within == atom.Script && isData:
				m.addNames(content)
			case within == atom.Script && m.script.Len() < maxScript:
				m.script.WriteString(content[:min(len(content), maxScript)])
			}
		}
	}
}

func (m *marks) add(list *[]string, text string) {
	if len(*list) < maxTexts && text != "" {
		*list = append(*list, text)
	}
}

func (m *marks) element(name atom.Atom, attributes map[string]string) {
	if attributes["data-adblockkey"] != "" {
		m.isSoldBy = true
	}
	m.add(&m.texts, attributes["aria-label"])
	switch name {
	case atom.Img, atom.Area, atom.Input:
		m.add(&m.texts, attributes["alt"])
		m.add(&m.texts, attributes["placeholder"])
	}
	switch name {
	case atom.Script, atom.Iframe, atom.Frame, atom.Img:
		if u, err := m.base.Parse(strings.TrimSpace(attributes["src"])); err == nil && attributes["src"] != "" {
			m.add(&m.loads, hostOf(u.String()))
			m.isSoldBy = m.isSoldBy || strings.Contains(u.Path, "/adsense/domains/") || strings.Contains(u.Path, "parking-lander")
		}
		if (name == atom.Frame || name == atom.Iframe && attributes["width"] == "100%") && m.frame == nil {
			m.frame = m.target([]string{"", attributes["src"]})
		}
	case atom.Input:
		m.hasPassword = m.hasPassword || strings.EqualFold(attributes["type"], "password")
	case atom.Meta:
		if strings.EqualFold(attributes["http-equiv"], "refresh") && m.refresh == nil {
			m.refresh = m.target(refreshTarget.FindStringSubmatch(attributes["content"]))
		}
	}
}

// refreshTarget finds where a page leads within ten seconds.
var refreshTarget = regexp.MustCompile(`(?i)^\s*\d(?:\.\d*)?\s*[;,]\s*url\s*=\s*['"]?([^'"\s]+)`)

// scriptTarget finds where a script leads at once.
var scriptTarget = regexp.MustCompile(`(?:location(?:\.href)?\s*=|location\.(?:replace|assign)\()\s*['"]([^'"\s]+)['"]`)

// scripted returns where the page's scripts lead.
func (m *marks) scripted() *url.URL {
	return m.target(scriptTarget.FindStringSubmatch(m.script.String()))
}

// target returns the URL that was found, unless it is the page itself.
func (m *marks) target(found []string) *url.URL {
	if found == nil {
		return nil
	}
	u, err := m.base.Parse(found[1])
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}
	if u.Fragment = ""; u.String() == m.base.String() {
		return nil
	}
	return u
}

// addNames adds the names in structured data.
func (m *marks) addNames(content string) {
	var found []struct {
		Name any `json:"name"`
	}
	if strings.HasPrefix(strings.TrimSpace(content), "{") {
		content = "[" + content + "]"
	}
	if json.Unmarshal([]byte(content), &found) != nil {
		return
	}
	for _, one := range found {
		if name, is := one.Name.(string); is {
			m.add(&m.titles, "\n"+name+"\n")
		}
	}
}
