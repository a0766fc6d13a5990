package store_test

import (
	"reflect"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/linkchecks"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func init() {
	plans = append(plans, plan{reflect.TypeFor[*linkchecks.Queries](), planLinkChecks})
	growing = append(growing, struct{ table, fill string }{"link_checks", `INSERT INTO link_checks (product_id, url, host, state, found, target, reason, next_at, checked_at, answered_at, gone_since, confirmed, confirmed_at)
		SELECT i, 'https://tool.example/' || i, 'host ' || i / 10, CASE WHEN i > 19970 THEN 'gone' WHEN i > 19950 THEN 'moved' ELSE 'ok' END, 'ok', '', '', CASE WHEN i > 19950 THEN 0 ELSE 4000000000000000 + i END, i, i, 0, '', CASE WHEN i > 19990 THEN i END FROM n`})
	belonging["link_checks"] = belongings{"product_id",
		"INSERT INTO link_checks VALUES (2, '', '', 'ok', 'ok', '', '', 1, 1, NULL, 0, '', NULL), (4, '', '', 'ok', 'ok', '', '', 1, 1, NULL, 0, '', NULL)", nil, []string{"4"}}
}

func linkChecks(s *store.Store) *linkchecks.Queries { return &linkchecks.Queries{DB: s.DB} }

// foundAt stores what was found at a product's website, which is due.
func foundAt(t *testing.T, s *store.Store, p catalog.Product, f linkchecks.Finding) {
	t.Helper()
	noError(t, linkChecks(s).Save(t.Context(), linkchecks.Link{Product: p.ID, URL: p.Website}, f))
}

// checkOf returns what is known of a product's website; the zero check if it is in no list.
func checkOf(t *testing.T, s *store.Store, id int64) linkchecks.Check {
	t.Helper()
	for _, state := range []linkchecks.State{linkchecks.OK, linkchecks.Moved, linkchecks.Refused, linkchecks.Parked, linkchecks.TakenOver, linkchecks.Gone} {
		for _, c := range must(linkChecks(s).Checks(t.Context(), state, 0))(t).Checks {
			if c.Product == id {
				return c
			}
		}
	}
	return linkchecks.Check{}
}

func productOf(t *testing.T, s *store.Store, id int64) catalog.Product {
	t.Helper()
	for _, p := range readAll(t, s).Products {
		if p.ID == id {
			return p
		}
	}
	t.Fatalf("no product %d", id)
	return catalog.Product{}
}

func TestLinkChecks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		q, ctx := linkChecks(s), t.Context()
		website := func(name, website string) catalog.Product {
			d := draft(name)
			d.Website = website
			return must(s.CreateProduct(ctx, "w", d))(t)
		}
		a, b, c := website("A", "https://a.example/"), website("B", "https://b.example/x"), website("C", "https://b.example/y")
		nowhere := website("Nowhere", "mailto:a@a.example")
		read := func() linkchecks.Run { return must(q.LinkRun(ctx))(t) }
		t.Run("what was never read is due", func(t *testing.T) {
			same(t, "unchecked", read().Counts, linkchecks.Counts{Unchecked: 4})
			same(t, "due", must(q.StartDue(ctx))(t), 3)
			same(t, "a website without a host", checkOf(t, s, nowhere.ID).State, linkchecks.Refused)
			run := read()
			same(t, "run", []any{run.Status, run.StartedBy, run.Due, run.Pending}, []any{linkchecks.Running, "", 3, 3})
			same(t, "hosts", must(q.DueHosts(ctx, "", 9))(t), []string{"a.example", "b.example"})
			same(t, "hosts that follow", must(q.DueHosts(ctx, "a.example", 9))(t), []string{"b.example"})
			same(t, "links of a host", len(must(q.DueLinks(ctx, "b.example", 9))(t)), 2)
			same(t, "due again", must(q.StartDue(ctx))(t), 0)
		})
		t.Run("a run ends when nothing is due, and can be paused", func(t *testing.T) {
			foundAt(t, s, a, linkchecks.Finding{State: linkchecks.Moved, Target: "https://a2.example/"})
			noError(t, q.Finish(ctx), q.Pause(ctx, "ann"))
			wantFault(t, q.Pause(ctx, "ann"), fault.Conflict)
			same(t, "active while paused", must(q.Active(ctx))(t), false)
			noError(t, q.Resume(ctx, "ann"))
			wantFault(t, q.Resume(ctx, "ann"), fault.Conflict)
			same(t, "active, as two are due", must(q.Active(ctx))(t), true)
			foundAt(t, s, b, linkchecks.Finding{State: linkchecks.TakenOver, Target: "https://c.example/"})
			foundAt(t, s, c, linkchecks.Finding{State: linkchecks.OK})
			noError(t, q.Finish(ctx))
			same(t, "status", read().Status, linkchecks.Idle)
			same(t, "due on the clock", must(q.StartDue(ctx))(t), 0)
			wantFault(t, q.Start(ctx, "ann"), fault.Conflict)
			same(t, "counts", read().Counts, linkchecks.Counts{OK: 1, Moved: 1, TakenOver: 1, Refused: 1})
			same(t, "broken", must(q.Broken(ctx))(t), map[linkchecks.State]int{linkchecks.Moved: 1, linkchecks.TakenOver: 1})
			same(t, "when C answered", checkOf(t, s, c.ID).AnsweredAt.IsZero(), false)
		})
		t.Run("what a person confirms is news again only if it changes", func(t *testing.T) {
			before := must(s.All(ctx))(t)
			noError(t, q.Confirm(ctx, "ann", []int64{b.ID, 999}, true))
			same(t, "state", checkOf(t, s, b.ID).State, linkchecks.OK)
			all, changes := must(s.All(ctx))(t), must(s.Changes(ctx, before.Version))(t)
			same(t, "what visitors see", []bool{all.LinksConfirmed[b.ID].IsZero(), changes.LinksConfirmed[b.ID].IsZero()}, []bool{false, false})
			exec(t, s, "UPDATE link_checks SET next_at = 1, checked_at = 1")
			noError(t, q.Start(ctx, "ann"))
			same(t, "who started it", read().StartedBy, "ann")
			links := must(q.DueLinks(ctx, "b.example", 9))(t)
			noError(t, q.Save(ctx, links[0], linkchecks.Finding{State: linkchecks.TakenOver, Target: "https://c.example/"}))
			same(t, "the same finding", checkOf(t, s, b.ID).State, linkchecks.OK)
			exec(t, s, "UPDATE link_checks SET next_at = 0")
			noError(t, q.Save(ctx, links[0], linkchecks.Finding{State: linkchecks.Parked}))
			same(t, "another one", checkOf(t, s, b.ID).State, linkchecks.Parked)
			noError(t, q.Confirm(ctx, "ann", []int64{b.ID}, true), q.Confirm(ctx, "ann", []int64{b.ID}, false))
			same(t, "taken back", checkOf(t, s, b.ID).State, linkchecks.Parked)
			same(t, "what visitors see then", len(must(s.All(ctx))(t).LinksConfirmed), 0)
		})
		t.Run("what is accepted is undone as one", func(t *testing.T) {
			exec(t, s, "UPDATE link_checks SET next_at = 0")
			foundAt(t, s, a, linkchecks.Finding{State: linkchecks.Moved, Target: "https://a2.example/"})
			_, changed, err := q.Accept(ctx, "ann", linkchecks.Gone, nil)
			noError(t, err)
			same(t, "none is gone", changed, 0)
			wantFault(t, errOf(q.Accept(ctx, "ann", linkchecks.Refused, nil)), fault.Invalid)
			version, changed, err := q.Accept(ctx, "ann", linkchecks.Moved, []int64{a.ID, b.ID, 999})
			noError(t, err)
			same(t, "changed", changed, 1)
			same(t, "its website", productOf(t, s, a.ID).Website, "https://a2.example/")
			same(t, "nothing is known of the new one", checkOf(t, s, a.ID), linkchecks.Check{})
			noError(t, errOf(s.Undo(ctx, "ann", version, "")))
			same(t, "its website again", productOf(t, s, a.ID).Website, a.Website)
			same(t, "proposed again", checkOf(t, s, a.ID).State, linkchecks.Moved)
			foundAt(t, s, c, linkchecks.Finding{State: linkchecks.Parked})
			version, changed, err = q.Accept(ctx, "ann", linkchecks.Parked, nil)
			noError(t, err)
			same(t, "moved to the trash", []any{changed, len(must(s.Trash(ctx))(t))}, []any{2, 2})
			noError(t, errOf(s.Undo(ctx, "ann", version, "")))
			same(t, "in the trash then", len(must(s.Trash(ctx))(t)), 0)
		})
		t.Run("what was found of a former website is void", func(t *testing.T) {
			d := catalog.Draft{ProductFields: productOf(t, s, a.ID).ProductFields}
			d.Website = "https://typed.example/"
			noError(t, errOf(s.UpdateProduct(ctx, "w", a.ID, 0, d)))
			_, changed, err := q.Accept(ctx, "ann", linkchecks.Moved, []int64{a.ID})
			noError(t, err)
			same(t, "changed", []any{changed, productOf(t, s, a.ID).Website}, []any{0, "https://typed.example/"})
			noError(t, q.Save(ctx, linkchecks.Link{Product: a.ID, URL: a.Website}, linkchecks.Finding{State: linkchecks.OK}))
			same(t, "in a list", checkOf(t, s, a.ID), linkchecks.Check{})
			noError(t, errOf(q.StartDue(ctx)))
			same(t, "due", must(q.DueHosts(ctx, "s", 1))(t), []string{"typed.example"})
		})
		t.Run("what seems gone counts a day later", func(t *testing.T) {
			exec(t, s, "UPDATE link_checks SET next_at = 0")
			gone := linkchecks.Finding{State: linkchecks.Gone, Reason: "404."}
			link := func() linkchecks.Link { return must(q.DueLinks(ctx, "b.example", 9))(t)[0] }
			noError(t, q.Save(ctx, link(), gone))
			same(t, "at first", checkOf(t, s, b.ID).State, linkchecks.Refused)
			exec(t, s, "UPDATE link_checks SET next_at = 0")
			noError(t, q.Save(ctx, link(), gone))
			same(t, "on the same day", checkOf(t, s, b.ID).State, linkchecks.Refused)
			exec(t, s, "UPDATE link_checks SET next_at = 0, gone_since = gone_since - 86400000000 WHERE gone_since > 0")
			noError(t, q.Save(ctx, link(), gone))
			same(t, "a day later", checkOf(t, s, b.ID).State, linkchecks.Gone)
			exec(t, s, "UPDATE link_checks SET next_at = 0")
			noError(t, q.Save(ctx, link(), linkchecks.Finding{State: linkchecks.OK}))
			exec(t, s, "UPDATE link_checks SET next_at = 0")
			noError(t, q.Save(ctx, link(), gone))
			same(t, "after it answered", checkOf(t, s, b.ID).State, linkchecks.Refused)
		})
	})
}

func planLinkChecks(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	q, ctx := linkChecks(s), t.Context()
	look("Accept")(q.Accept(ctx, "w", linkchecks.Moved, []int64{21, 22}))
	look("Accept")(q.Accept(ctx, "w", linkchecks.Gone, nil))
	look("Active")(q.Active(ctx))
	look("Broken")(q.Broken(ctx))
	look("Checks")(q.Checks(ctx, linkchecks.OK, 500))
	look("Confirm")(q.Confirm(ctx, "w", []int64{23, 24}, true))
	look("DueHosts")(q.DueHosts(ctx, "host 1950", 100))
	look("DueLinks")(q.DueLinks(ctx, "host 1960", 100))
	look("Finish")(q.Finish(ctx))
	look("Pause")(q.Pause(ctx, "w"))
	look("ProductsIn")(q.ProductsIn(ctx, "gone"))
	look("Resume")(q.Resume(ctx, "w"))
	look("Save")(q.Save(ctx, linkchecks.Link{Product: 19_960, URL: "https://tool.example/19960"}, linkchecks.Finding{State: linkchecks.OK}))
	look("Start")(q.Start(ctx, "w"))
	look("StartDue")(q.StartDue(ctx))
}
