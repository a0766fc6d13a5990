package pages

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/feed"
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
		d.Serve(w, r)
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

func isFeed(name string) bool { return name == atomName || name == jsonName }

// categoryFeed returns the feed of a category. Other names of the category redirect to its slug, as for its page.
func (p *Pages) categoryFeed(escaped, name string, q browse.Query, snapshot *browse.Snapshot) programText {
	if escaped == "" || len(escaped) > longestName {
		return programText{}
	}
	at, _ := categoryAt("/category/", escaped, snapshot)
	if at.screen == home {
		return p.feedText(name, topic{}, q)
	}
	found, known := snapshot.Category(at.query.Category)
	if !known {
		return programText{}
	}
	t := p.feedText(name, topic{category: found}, q)
	t.renamed = at.renamed
	return t
}

// tagFeed returns the feed of a tag. Other spellings redirect as for its page.
func (p *Pages) tagFeed(escaped, name string, q browse.Query, snapshot *browse.Snapshot) programText {
	if escaped == "" || len(escaped) > longestName {
		return programText{}
	}
	if found, known := snapshot.Tag(unescaped(escaped)); known {
		return p.feedText(name, topic{tag: found.Tag}, q)
	}
	if category, known := snapshot.CategoryOfTag(unescaped(escaped)); known {
		t := p.feedText(name, topic{category: category}, q)
		t.renamed = true
		return t
	}
	return programText{}
}

// feedText returns the feed of a topic, or of all, as Atom or JSON; with a search, of what it finds.
func (p *Pages) feedText(name string, about topic, q browse.Query) programText {
	folder := about.path() + "/"
	q = feedQuery(q)
	if _, err := q.Strict(); err != nil {
		return programText{}
	}
	return p.feedFile(folder+name, q.Encode(), name, func(snapshot *browse.Snapshot) *feed.Feed {
		if now := topicOf(browse.Query{Category: about.category.Slug, Tag: about.tag.Slug}, snapshot); (now == topic{}) != (about == topic{}) { // gone since the request began
			return nil
		}
		return p.feedOf(about, q, snapshot)
	})
}

// feedFile returns the feed that list makes as Atom or JSON, by its file name; nil: it is gone.
func (p *Pages) feedFile(path, query, name string, list func(*browse.Snapshot) *feed.Feed) programText {
	return programText{path: path, query: query, make: func(snapshot *browse.Snapshot) (*content, error) {
		list := list(snapshot)
		if list == nil {
			return nil, nil
		}
		written, kind := list.AsAtom, "application/atom+xml; charset=utf-8"
		if name == jsonName {
			written, kind = list.AsJSON, "application/feed+json; charset=utf-8"
		}
		body, err := written()
		return p.file(kind, body), err
	}}
}

// twinText returns the Markdown twin of a product's page, by id or slug.
func (p *Pages) twinText(escaped string, snapshot *browse.Snapshot) programText {
	return productText(escaped, snapshot, twinPath, p.twinOf)
}

// productText returns a text about a product, by id or slug, that write makes for the path.
func productText(escaped string, snapshot *browse.Snapshot, path func(slug string) string, write func(*browse.Item, *browse.Snapshot) *content) programText {
	if len(escaped) > longestName {
		return programText{}
	}
	name := unescaped(escaped)
	item, found := productNamed(name, snapshot)
	if !found {
		return programText{gone: isGone(name, snapshot)}
	}
	return programText{path: path(item.Slug()), renamed: item.renamed, make: func(snapshot *browse.Snapshot) (*content, error) {
		now, found := snapshot.Product(item.Slug())
		if !found { // deleted since the request began
			return nil, nil
		}
		return write(now, snapshot), nil
	}}
}
