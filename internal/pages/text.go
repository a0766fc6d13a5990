package pages

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
)

// twinSuffix follows the path of a page in the path of its Markdown twin.
const twinSuffix = ".md"

// programText is a file for programs, generated from the catalogue.
type programText struct {
	path    string                                   // canonical
	query   string                                   // canonical, of a search: too many to cache
	renamed bool                                     // the request used a former name of the category, or slug of the product or collection
	gone    bool                                     // its product is in the trash
	make    func(*browse.Snapshot) (*content, error) // nil: the snapshot does not have its subject
}

// serveText serves a text for programs, and reports whether the URL is one. A missing text gets no page.
func (p *Pages) serveText(w http.ResponseWriter, r *http.Request) bool {
	if !readable(r.URL.Path) {
		return false
	}
	t, ours := p.textAt(r.URL, p.options.Catalogue.Snapshot())
	switch {
	case !ours:
		return false
	case t.gone:
		serveGone(w)
	case t.make == nil:
		p.serveFile(w, r, nil)
	case t.path != r.URL.EscapedPath():
		redirect(w, r, t.path+t.query, t.renamed)
	default:
		p.sendText(w, r, t)
	}
	return true
}

// sendText sends the cached text, or generates it once for all concurrent requests.
func (p *Pages) sendText(w http.ResponseWriter, r *http.Request, t programText) {
	if t.query != "" {
		c, err := t.make(p.options.Catalogue.Snapshot())
		p.sendMade(w, r, t, c, err)
		return
	}
	now := p.revisionOf(address{})
	if d, ok := p.cache.GetIfPresent(t.path); ok && d.revision.Covers(now) {
		d.serve(w, r)
		return
	}
	made, err, _ := p.texts.Do(now.String()+t.path, func() (any, error) {
		c, err := t.make(p.options.Catalogue.Snapshot())
		if err != nil || c == nil {
			return c, err
		}
		p.cache.Set(t.path, &document{content: c, revision: now})
		return c, nil
	})
	c, _ := made.(*content)
	p.sendMade(w, r, t, c, err)
}

// sendMade sends a text, or a 404 if it is nil, or says that it could not be made.
func (p *Pages) sendMade(w http.ResponseWriter, r *http.Request, t programText, c *content, err error) {
	if err != nil {
		p.options.Logger.ErrorContext(r.Context(), "a text for programs cannot be made", "path", t.path, "error", err)
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "This file cannot be made right now.", http.StatusInternalServerError)
		return
	}
	p.serveFile(w, r, c)
}

// textAt returns the text at a URL; ours reports whether the URL belongs to a text.
func (p *Pages) textAt(u *url.URL, snapshot *browse.Snapshot) (t programText, ours bool) {
	parts := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	last := parts[len(parts)-1]
	if number, ok := llmsPartOf(last); ok && len(parts) == 1 {
		return p.llmsPart(number, snapshot), true
	}
	switch {
	case len(parts) == 1 && last == "llms.txt":
		return programText{path: "/llms.txt", make: p.llms}, true
	case len(parts) == 1 && p.isIndexNowKey(last):
		return programText{path: "/" + last, make: p.indexNowKey}, true
	case len(parts) == 1 && last == manifestPath[1:]:
		return programText{path: manifestPath, make: p.manifest}, true
	case len(parts) == 1 && last == apiPath[1:]:
		return programText{path: apiPath, make: p.apiPage}, true
	case p.notices != nil && strings.EqualFold(strings.Join(parts, "/"), licencesPath[1:]):
		return programText{path: licencesPath, make: p.licencesPage}, true
	case len(parts) == 1 && isFeed(last):
		return p.feedText(last, topic{}, browse.ParsePageQuery(u.RawQuery)), true
	case len(parts) == 3 && strings.EqualFold(parts[0], "category") && isFeed(last):
		return p.categoryFeed(parts[1], last, browse.ParsePageQuery(u.RawQuery), snapshot), true
	case len(parts) == 3 && strings.EqualFold(parts[0], "tag") && isFeed(last):
		return p.tagFeed(parts[1], last, browse.ParsePageQuery(u.RawQuery), snapshot), true
	case len(parts) == 2 && (strings.EqualFold(parts[0], "products") || strings.EqualFold(parts[0], "product")) && strings.HasSuffix(last, twinSuffix):
		return p.twinText(strings.TrimSuffix(last, twinSuffix), snapshot), true
	case len(parts) == 2 && strings.EqualFold(parts[0], "alternatives") && strings.HasSuffix(last, twinSuffix):
		return p.alternativesText(strings.TrimSuffix(last, twinSuffix), snapshot), true
	case len(parts) == 2 && strings.EqualFold(parts[0], comparePath[1:]) && strings.HasSuffix(last, twinSuffix):
		return p.comparisonTwin(strings.TrimSuffix(last, twinSuffix), snapshot), true
	case len(parts) == 2 && "/"+parts[0] == collectionsPath && isFeed(last):
		return p.feedFile(collectionsPath+"/"+last, "", last, p.collectionsFeed), true
	case len(parts) == 1 && last == collectionsPath[1:]+twinSuffix:
		return programText{path: collectionsPath + twinSuffix, make: p.collectionsTwin}, true
	case len(parts) == 2 && strings.EqualFold(parts[0], "best") && strings.HasSuffix(last, twinSuffix):
		return p.collectionTwin(strings.TrimSuffix(last, twinSuffix), snapshot), true
	case len(parts) == 1 && last == categoriesPath[1:]+twinSuffix:
		return programText{path: categoriesPath + twinSuffix, make: p.categoriesTwin}, true
	case len(parts) == 2 && strings.EqualFold(parts[0], "category") && strings.HasSuffix(last, twinSuffix):
		return p.topicTwin("/category/", strings.TrimSuffix(last, twinSuffix), snapshot), true
	case len(parts) == 2 && strings.EqualFold(parts[0], "tag") && strings.HasSuffix(last, twinSuffix):
		return p.topicTwin(tagFolder, strings.TrimSuffix(last, twinSuffix), snapshot), true
	case p.options.Newsletter && strings.EqualFold(strings.Join(parts[:len(parts)-1], "/"), archivePath[1:]) && strings.HasSuffix(last, twinSuffix):
		return p.issueText(strings.TrimSuffix(last, twinSuffix)), true
	}
	return programText{}, false
}

// twinFile ends a twin with a link to its page, and returns the file.
func (p *Pages) twinFile(b *strings.Builder, page string) *content {
	fmt.Fprintf(b, "---\n\n%s on %s.\n", markdownLink("This page", page), markdownLink(p.siteName(), p.origin+"/"))
	return p.file("text/markdown; charset=utf-8", []byte(b.String()), header("Link", "<"+page+`>; rel="canonical"`))
}

// writePart writes a section with a heading, unless the text is empty.
func writePart(b *strings.Builder, heading, text string) {
	if text != "" {
		fmt.Fprintf(b, "## %s\n\n%s\n\n", heading, strings.TrimSuffix(text, "\n"))
	}
}

func word(is bool, word string) string {
	if is {
		return word
	}
	return ""
}
