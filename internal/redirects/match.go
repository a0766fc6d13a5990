package redirects

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/exchange"
)

// matcher finds what the old URLs of a file are about.
type matcher struct {
	snapshot   *browse.Snapshot
	host       string           // of this site
	bySlug     map[string]int64 // products
	byName     map[string]int64 // by the slug of their name; 0: several have it
	byWebsite  map[string]int64 // by catalog.WebsiteKey; 0: several have it
	byHost     map[string]int64 // by the host of the website with "-" for each dot, as slugs have it; 0: several have it
	categories map[string]int64 // by slug, and by the slug of their name
}

func newMatcher(s *browse.Snapshot, origin string) *matcher {
	m := &matcher{snapshot: s, host: hostOf(origin), bySlug: map[string]int64{}, byName: map[string]int64{}, byWebsite: map[string]int64{},
		byHost: map[string]int64{}, categories: map[string]int64{}}
	add := func(to map[string]int64, key string, id int64) {
		if _, known := to[key]; known {
			id = 0
		}
		if key != "" {
			to[key] = id
		}
	}
	for item := range browse.AllStored(s) {
		p := item.Product()
		m.bySlug[p.Slug] = p.ID
		add(m.byName, catalog.Slug(p.Name), p.ID)
		add(m.byWebsite, catalog.WebsiteKey(p.Website), p.ID)
		add(m.byHost, strings.ReplaceAll(hostOf(p.Website), ".", "-"), p.ID)
	}
	for _, c := range s.Categories().All() {
		m.categories[catalog.Slug(c.Name)] = c.ID
	}
	for _, c := range s.Categories().All() {
		m.categories[c.Slug] = c.ID
	}
	return m
}

// hostOf returns the host of a URL without www.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}

// redirect returns what a row of a file says, or why it says nothing. A URL that matches nothing has no kind.
func (m *matcher) redirect(o exchange.OldURL) (r Redirect, problem string) {
	at, ok := readLocation(o.From)
	if r.From = at.String(); !ok || len(r.From) > maxPath {
		if strings.TrimSpace(o.From) == "" {
			return r, "There is no old URL on this line."
		}
		return r, "This isn't the URL of a page other than the home page."
	}
	r.Status = statuses[0]
	if word := strings.ToLower(o.Status); word == "gone" {
		r.Status = http.StatusGone
	} else if word != "" {
		r.Status, _ = strconv.Atoi(word)
	}
	switch {
	case r.Status == http.StatusGone:
		r.Kind = Gone
	case o.To != "":
		r.Target, problem = m.given(o.To)
	default:
		r.Target = m.found(o, at)
	}
	if problem != "" || r.Kind == "" {
		return r, problem
	}
	checked, err := r.Check()
	if err != nil {
		return r, sentenceOf(err)
	}
	return checked, ""
}

// given returns what a table says that an old URL leads to: a URL or path of this site, the website of a tool, its slug or its name.
func (m *matcher) given(to string) (t Target, problem string) {
	if u, err := url.Parse(to); err == nil && u.Host != "" {
		if id := m.byWebsite[catalog.WebsiteKey(to)]; id > 0 {
			return Target{Kind: Product, Item: id}, ""
		}
		if m.host == "" || hostOf(to) != m.host {
			return t, "It leads to another site."
		}
		to = u.RequestURI()
	}
	if strings.HasPrefix(to, "/") {
		t, ok := targetOf(to, m.snapshot)
		if !ok {
			return t, "It doesn't lead to a path of this site."
		}
		return t, ""
	}
	if id := m.product(to, to, ""); id > 0 {
		return Target{Kind: Product, Item: id}, ""
	}
	return t, ""
}

// found returns what the page at an old URL was about; without a kind: nothing here.
func (m *matcher) found(o exchange.OldURL, at location) Target {
	if o.Taxonomy != "" {
		return m.term(o.Taxonomy, o.Slug, o.Name)
	}
	if o.Name != "" || o.Slug != "" || o.Website != "" {
		if id := m.product(o.Slug, o.Name, o.Website); id > 0 {
			return Target{Kind: Product, Item: id}
		}
		return Target{}
	}
	folders := strings.Split(strings.Trim(at.path, "/"), "/")
	last := folders[len(folders)-1]
	for _, folder := range folders[:len(folders)-1] {
		if folder = strings.ToLower(folder); isCategory(folder) || isTag(folder) {
			return m.term(folder, last, "")
		}
	}
	if at.query != "" || last == "" {
		return Target{}
	}
	if id := m.product(last, last, ""); id > 0 {
		return Target{Kind: Product, Item: id}
	}
	if id := m.byHost[strings.ReplaceAll(strings.ToLower(last), ".", "-")]; id > 0 {
		return Target{Kind: Product, Item: id}
	}
	return m.term("", last, "")
}

// product returns the product with a website, or else with a slug, or else with a name; 0: none, or several.
func (m *matcher) product(slug, name, website string) int64 {
	if id := m.byWebsite[catalog.WebsiteKey(website)]; id > 0 {
		return id
	}
	if id := m.bySlug[slug]; id > 0 {
		return id
	}
	if slug != "" {
		if _, err := strconv.Atoi(slug); err != nil { // not an id
			if item, found := m.snapshot.ProductByAnySlug(slug); found {
				return item.ID()
			}
		}
	}
	return m.byName[catalog.Slug(name)]
}

func isCategory(taxonomy string) bool {
	return strings.Contains(taxonomy, "categor") || strings.HasSuffix(strings.TrimSuffix(taxonomy, "s"), "_cat")
}

func isTag(taxonomy string) bool { return strings.HasSuffix(strings.TrimSuffix(taxonomy, "s"), "tag") }

// term returns the category or tag with a slug or a name: a category first, unless the taxonomy is one of tags.
func (m *matcher) term(taxonomy, slug, name string) Target {
	tag := func() Target {
		for _, one := range []string{slug, name} {
			if found, ok := m.snapshot.Tags().Find(one); ok && one != "" {
				return Target{Kind: Tag, Text: found.Slug}
			}
		}
		return Target{}
	}
	if isTag(taxonomy) {
		if t := tag(); t.Kind != "" {
			return t
		}
	}
	for _, one := range []string{slug, catalog.Slug(name)} {
		if id := m.categories[one]; id > 0 && one != "" {
			return Target{Kind: Category, Item: id}
		}
		if found, ok := m.snapshot.Categories().Find(one); ok && one != "" { // a former slug
			return Target{Kind: Category, Item: found.ID}
		}
	}
	return tag()
}
