package store_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/additions"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func init() {
	plans = append(plans, plan{reflect.TypeFor[*additions.Queries](), planAdditions})
	belonging["additions"] = belongings{"product_id",
		"INSERT INTO additions VALUES (1, 1, 1, '', '', 'added', '', 1, '', 1), (2, 1, 2, '', '', 'added', '', 2, '', 1), (3, 1, 3, '', '', 'added', '', 4, '', 1)", nil, []string{"4"}}
}

// linesOf returns the states of a list's lines, with the names of their products and the reasons.
func linesOf(t *testing.T, q *additions.Queries, list int64) (found []string) {
	t.Helper()
	for _, l := range must(q.Page(t.Context(), list))(t).Lines {
		found = append(found, strings.TrimSpace(fmt.Sprintf("%d %s %s %s", l.Line, l.State, l.Name, l.Reason)))
	}
	return found
}

func rowsOf(t *testing.T, q *additions.Queries, host string) (urls []string, rows []additions.Row) {
	t.Helper()
	rows = must(q.Rows(t.Context(), host))(t)
	for _, row := range rows {
		urls = append(urls, row.URL)
	}
	return urls, rows
}

func TestAdditions(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		q, ctx := &additions.Queries{DB: s.DB}, t.Context()
		website := func(name, website string) catalog.Draft {
			d := draft(name)
			d.Website, d.Status = website, catalog.StatusDraft
			return d
		}
		listed := create(t, s, website("Listed", "https://www.listed.example/?ref=x"))
		gone := create(t, s, website("Gone", "https://gone.example"))
		remove(t, s, gone.ID)
		var list int64
		t.Run("lines are told apart when they are pasted", func(t *testing.T) {
			list = must(q.Paste(ctx, "ann", "a.example\n\n http://listed.example/ \r\nhttps://A.example/?utm_source=x\nhttps://gone.example\nnot a url\nlocalhost\nftp://x.example\nb.example/one,\nhttps://b.example/two"))(t)
			same(t, "lines", linesOf(t, q, list), []string{
				"1 queued", "3 duplicate Listed It's already in the catalog.", "4 duplicate  Same as line 1.", "5 duplicate Gone It's in the trash.",
				"6 failed  This isn't the URL of a public website.", "7 failed  This isn't the URL of a public website.", "8 failed  This isn't the URL of a public website.", "9 queued", "10 queued",
			})
			same(t, "hosts", must(q.Hosts(ctx, "", 9))(t), []string{"a.example", "b.example"})
			urls, _ := rowsOf(t, q, "b.example")
			same(t, "URLs", urls, []string{"https://b.example/one", "https://b.example/two"})
			same(t, "active", must(q.Active(ctx))(t), true)
		})
		t.Run("a line becomes a draft once, by whoever pasted it", func(t *testing.T) {
			_, rows := rowsOf(t, q, "a.example")
			for range 2 {
				noError(t, q.Add(ctx, rows[0], website("A", "https://a.example"), "Note."))
			}
			same(t, "line", linesOf(t, q, list)[0], "1 draft A Note.")
			found := entries(t, s, audit.Query{Object: "products", Action: "create", Actor: "ann"})
			same(t, "entries", len(found), 1)
			noError(t, q.Fail(ctx, rows[0].ID, 0, "Too late."))
			same(t, "line", linesOf(t, q, list)[0], "1 draft A Note.")
		})
		t.Run("its state follows the draft", func(t *testing.T) {
			id := must(q.Page(ctx, list))(t).Lines[0].Product
			status := catalog.Published
			version, _, err := s.ChangeProducts(ctx, "ann", []int64{id}, catalog.BulkChange{Status: &status})
			noError(t, err)
			same(t, "published", linesOf(t, q, list)[0], "1 accepted A Note.")
			noError(t, errOf(s.Undo(ctx, "ann", version, "")))
			same(t, "undone", linesOf(t, q, list)[0], "1 draft A Note.")
			version, _, err = s.ChangeProducts(ctx, "ann", []int64{id}, catalog.BulkChange{Delete: true})
			noError(t, err)
			same(t, "deleted", linesOf(t, q, list)[0], "1 skipped A Note.")
			noError(t, errOf(s.Undo(ctx, "ann", version, "")))
			same(t, "undone", linesOf(t, q, list)[0], "1 draft A Note.")
		})
		t.Run("a website that was added meanwhile is not added again", func(t *testing.T) {
			_, rows := rowsOf(t, q, "b.example")
			noError(t, q.Add(ctx, rows[0], website("Same", listed.Website), ""))
			product, reason, err := q.Listed(ctx, "http://www.a.example/")
			noError(t, err)
			noError(t, q.Fail(ctx, rows[1].ID, product, reason))
			same(t, "lines", linesOf(t, q, list)[7:], []string{"9 duplicate Listed It's already in the catalog.", "10 duplicate A It's already in the catalog."})
			same(t, "active", must(q.Active(ctx))(t), false)
		})
		t.Run("what failed is read again", func(t *testing.T) {
			next := must(q.Paste(ctx, "ann", "c.example"))(t)
			_, rows := rowsOf(t, q, "c.example")
			noError(t, q.Fail(ctx, rows[0].ID, 0, "No."))
			page := must(q.Page(ctx, 0))(t)
			same(t, "the newest list", []any{page.List, len(page.Lists), page.Lists[0].AddedBy, page.Lists[0].Lines, page.Lists[0].Queued}, []any{next, 2, "ann", 1, 0})
			bad := must(q.Page(ctx, list))(t).Lines[4].ID
			same(t, "queued", must(q.Retry(ctx, "ann", []int64{rows[0].ID, bad, 999}))(t), 1)
			same(t, "lines", linesOf(t, q, next), []string{"1 queued"})
		})
		t.Run("too much is refused", func(t *testing.T) {
			urls := func(count int) string {
				var list []string
				for i := range count {
					list = append(list, fmt.Sprintf("https://host-%d.example", i))
				}
				return strings.Join(list, "\n")
			}
			wantFault(t, errOf(q.Paste(ctx, "ann", " \n")), fault.Invalid)
			wantFault(t, errOf(q.Paste(ctx, "ann", urls(additions.MaxLines+1))), fault.Invalid)
			for range 3 {
				noError(t, errOf(q.Paste(ctx, "ann", urls(additions.MaxLines))))
			}
			wantFault(t, errOf(q.Paste(ctx, "ann", urls(additions.MaxLines))), fault.Conflict)
		})
		t.Run("old lines that ended are deleted", func(t *testing.T) {
			exec(t, s, "UPDATE additions SET added_at = 1")
			same(t, "deleted", must(q.Forget(ctx))(t), 9)
			same(t, "left of the list", len(linesOf(t, q, list)), 0)
			same(t, "active, as others are queued", must(q.Active(ctx))(t), true)
		})
	})
}

func planAdditions(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	q, ctx := &additions.Queries{DB: s.DB}, t.Context()
	look("Paste")(q.Paste(ctx, "w", "a.example\nhttps://tool.example/7"))
	look("Active")(q.Active(ctx))
	look("Hosts")(q.Hosts(ctx, "", 100))
	look("Rows")(q.Rows(ctx, "a.example"))
	look("Page")(q.Page(ctx, 0))
	look("Listed")(q.Listed(ctx, "https://tool.example/8"))
	d := draft("Added")
	d.Website = "https://a.example"
	look("Add")(q.Add(ctx, additions.Row{ID: 1, AddedBy: "w"}, d, ""))
	look("Fail")(q.Fail(ctx, 2, 0, "No."))
	look("Retry")(q.Retry(ctx, "w", []int64{1, 2}))
	look("Forget")(q.Forget(ctx))
}
