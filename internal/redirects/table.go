package redirects

import (
	"context"
	"net/http"
	"net/url"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Table is all old URLs, in memory.
type Table struct {
	list     []Redirect       // by id
	at       map[string][]int // their positions in list by their folded path and query
	hasQuery bool             // one has a query
}

func newTable(list []Redirect) *Table {
	t := &Table{list: list, at: make(map[string][]int, len(list))}
	for i, r := range list {
		at, ok := readLocation(r.From)
		if !ok { // the database may have anything
			continue
		}
		key := at.folded().String()
		t.at[key] = append(t.at[key], i)
		t.hasQuery = t.hasQuery || at.query != ""
	}
	return t
}

// readSettings adds all old URLs.
func readSettings(ctx context.Context, tx db.Tx, to *site.Settings) error {
	list, err := table.Select(ctx, tx, "ORDER BY id")
	if err == nil && len(list) > 0 {
		site.Add(to, newTable(list))
	}
	return err
}

// find returns the old URL at a location: that with its query, or else without one; in its own spelling, or else in any case.
func (t *Table) find(l location) (*Redirect, bool) {
	if t == nil {
		return nil, false
	}
	if l.query != "" {
		if t.hasQuery {
			if found, ok := t.exactly(l); ok {
				return found, true
			}
		}
		l.query = ""
	}
	if l.path == "/" {
		return nil, false
	}
	return t.exactly(l)
}

func (t *Table) exactly(l location) (*Redirect, bool) {
	found := t.at[l.folded().String()]
	if len(found) == 0 {
		return nil, false
	}
	if len(found) > 1 {
		for _, i := range found {
			if t.list[i].From == l.String() {
				return &t.list[i], true
			}
		}
	}
	return &t.list[found[0]], true
}

// maxHops is how many old URLs may lead to each other.
const maxHops = 5

// lead returns where a request for an old URL goes in the end. It goes nowhere if visitors don't see what the URL leads to.
func lead(v *pages.View, u *url.URL) (first *Redirect, to string, ok bool) {
	t := site.Added[*Table](v.Settings)
	if t == nil {
		return nil, "", false
	}
	for range maxHops {
		at, ok := locationOf(u)
		if !ok {
			return nil, "", false
		}
		r, ok := t.find(at)
		if !ok {
			return nil, "", false
		}
		if first == nil {
			first = r
		}
		if r.Kind == Gone {
			first = &Redirect{ID: first.ID, Status: http.StatusGone}
			return first, "", true
		}
		_, path := r.place(v.Snapshot)
		if path == "" || r.Kind != Path {
			return first, path, path != ""
		}
		if u, ok = parsePath(path); !ok {
			return nil, "", false
		}
		if canonical, exists := pages.CanonicalOf(v, u); exists {
			return first, canonical, true
		}
	}
	return nil, "", false
}

func parsePath(path string) (*url.URL, bool) {
	u, err := url.ParseRequestURI(path)
	return u, err == nil
}

// search returns the old URLs before an id, the newest first, whose path or target has a text; 0: from the newest.
func (t *Table) search(s *browse.Snapshot, text string, before int64, most int) (found []Redirect, total int, more bool) {
	if t == nil {
		return nil, 0, false
	}
	for i := len(t.list) - 1; i >= 0; i-- {
		r := t.list[i]
		if text != "" && !r.has(text, s) {
			continue
		}
		total++
		switch {
		case before > 0 && r.ID >= before:
		case len(found) == most:
			more = true
		default:
			found = append(found, r)
		}
	}
	return found, total, more
}
