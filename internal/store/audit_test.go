package store_test

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func entries(t *testing.T, s *store.Store, q audit.Query) []audit.Entry {
	t.Helper()
	return must(s.Audit(t.Context(), q))(t)
}

func TestAudit(t *testing.T) {
	each(t, storeTests{
		"is read in pages, from the newest on": func(t *testing.T, s *store.Store) {
			same(t, "the empty audit", entries(t, s, audit.Query{}), []audit.Entry{})
			for range 5 {
				create(t, s, draft("One"))
			}
			all := entries(t, s, audit.Query{Limit: 200})
			same(t, "lines", len(all), 6)
			var paged []audit.Entry
			for before := int64(0); ; before = paged[len(paged)-1].ID {
				page := entries(t, s, audit.Query{Limit: 2, Before: before})
				if len(page) == 0 {
					break
				}
				paged = append(paged, page...)
			}
			same(t, "page by page", paged, all)
			if !slices.IsSortedFunc(all, func(a, b audit.Entry) int { return int(b.ID - a.ID) }) {
				t.Error("not the newest first")
			}
		},
		"is filtered by what it is about": func(t *testing.T, s *store.Store) {
			one, two := create(t, s, draft("One", "A")), create(t, s, draft("Two", "A"))
			remove(t, s, one.ID)
			for name, c := range map[string]struct {
				query audit.Query
				want  []string
			}{
				"an object":     {audit.Query{Object: "categories"}, []string{"create categories 1"}},
				"one of them":   {audit.Query{Object: "products", ObjectID: strconv.FormatInt(one.ID, 10)}, []string{"delete products 1", "create products 1"}},
				"an action":     {audit.Query{Action: "create"}, []string{"create products 2", "create categories 1", "create products 1"}},
				"a person":      {audit.Query{Actor: "remover"}, []string{"delete products 1"}},
				"all three":     {audit.Query{Object: "products", ObjectID: strconv.FormatInt(two.ID, 10), Action: "create"}, []string{"create products 2"}},
				"what is not":   {audit.Query{Object: "' OR 1=1 --"}, nil},
				"an earlier id": {audit.Query{Object: "products", Before: 3, Limit: 1}, []string{"create products 1"}},
			} {
				found := column(entries(t, s, c.query), func(e audit.Entry) string { return e.Action + " " + e.Object + " " + e.ObjectID })
				same(t, name, found, c.want)
			}
		},
		"says who asked, and from where": func(t *testing.T, s *store.Store) {
			ctx := audit.With(t.Context(), audit.Origin{Address: "2001:db8::1", RequestID: "r-1"})
			made, err := s.CreateProduct(ctx, "ann@example.com", draft("One"))
			noError(t, err, s.Record(t.Context(), "w", audit.Event{Action: "login_failed"}))
			origin := func(e audit.Entry) string { return e.Action + " " + e.Address + " " + e.RequestID }
			same(t, "origins", column(entries(t, s, audit.Query{}), origin), []string{"login_failed  ", "create 2001:db8::1 r-1", "create 2001:db8::1 r-1"})
			line := entries(t, s, audit.Query{Object: "products"})[0]
			same(t, "who and what", []any{line.Actor, line.Version, line.Before == nil, len(line.After) > 0}, []any{"ann@example.com", int64(1), true, true})
			same(t, "when", line.At, made.CreatedAt)
		},
		"moves no version and calls no hook where something is only recorded": func(t *testing.T, s *store.Store) {
			s.AfterCommit(func(context.Context) { t.Error("the hook was called") })
			before := readAll(t, s)
			for _, text := range hostile {
				event := audit.Event{Action: "login_failed", Object: "users", ObjectID: text, After: catalog.Category{Name: text}}
				noError(t, s.Record(t.Context(), text, event))
				line := entries(t, s, audit.Query{Limit: 1})[0]
				same(t, "line", []any{line.Actor, line.ObjectID, line.Version}, []any{text, text, int64(0)})
			}
			same(t, "catalogue", readAll(t, s), before)
		},
		"has pages of a bounded size": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(250))
			for range 250 {
				noError(t, s.Record(t.Context(), "w", audit.Event{Action: "login"}))
			}
			for limit, want := range map[int]int{0: audit.DefaultLimit, -1: audit.DefaultLimit, 7: 7, 1_000_000: audit.MaxLimit} {
				same(t, "lines", len(entries(t, s, audit.Query{Limit: limit})), want)
			}
		},
		"shortens a long order, which is undone in full": func(t *testing.T, s *store.Store) {
			importAll(t, s, importRows(900))
			ids := idsOf(readAll(t, s).Products)
			reorder(t, s, placed(ids[1], ids[0]))
			same(t, "a short one", string(entries(t, s, audit.Query{Action: "reorder"})[0].After),
				`{"moved":2,"runs":[{"from":1,"by":-1,"ids":[2]},{"from":2,"by":1,"ids":[1]}]}`)
			slices.Reverse(ids)
			version := reorder(t, s, placed(ids...))
			same(t, "a long one", string(entries(t, s, audit.Query{Action: "reorder"})[0].After), `{"moved":900}`)
			same(t, "what is taken back", undo(t, s, version), 900)
		},
	})
}
