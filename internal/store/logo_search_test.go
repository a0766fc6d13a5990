package store_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// propose stores that a logo was found for a pending tool, and returns whether it was that of the host.
func propose(t *testing.T, s *store.Store, id int64, letter string) bool {
	t.Helper()
	return must(logoSearch(s).SaveLogoFound(t.Context(), logos.Tool{ID: id}, logos.Found{Image: media.Path + upload(t, s, letter), LogoColor: "#112233", Source: "https://cdn.example/" + letter}))(t)
}

func logoRun(t *testing.T, s *store.Store) logos.Run {
	t.Helper()
	return must(logoSearch(s).LogoRun(t.Context()))(t)
}

// proposals returns the ids of tools in a state.
func proposals(t *testing.T, s *store.Store, state logos.State) (ids []int64) {
	t.Helper()
	page := must(logoSearch(s).LogoProposals(t.Context(), state, 0))(t)
	for _, p := range page.Proposals {
		ids = append(ids, p.Product)
	}
	return ids
}

func TestLogoSearch(t *testing.T) {
	eachWorld(t, worldTests{
		"has each tool without a logo once, host by host, and ends when none is pending": func(t *testing.T, s *store.Store, w *world) {
			ctx := t.Context()
			same(t, "before", logoRun(t, s), logos.Run{Status: logos.Idle})
			wantFault(t, logoSearch(s).PauseLogos(ctx, "w"), fault.Conflict)
			wantFault(t, logoSearch(s).ResumeLogos(ctx, "w"), fault.Conflict)
			a, b, second := toolAt(t, s, "A", "https://a.example"), toolAt(t, s, "B", "https://B.example/b?x"), toolAt(t, s, "Second", "https://a.example/second")
			with := draft("With")
			with.Logo = "https://elsewhere.example/logo.png"
			create(t, s, with)
			noError(t, s.DeleteProduct(ctx, "w", toolAt(t, s, "Deleted", "https://deleted.example").ID))
			noError(t, logoSearch(s).StartLogos(ctx, "ann", false))
			same(t, "started", logoRun(t, s), logos.Run{Status: logos.Running, StartedBy: "ann", StartedAt: w.now, Missing: 3, Pending: 3})
			hosts := must(logoSearch(s).PendingLogoHosts(ctx, "", 1))(t)
			more := must(logoSearch(s).PendingLogoHosts(ctx, "a.example", 9))(t)
			same(t, "hosts", [][]string{hosts, more}, [][]string{{"a.example"}, {"b.example"}})
			tools := must(logoSearch(s).PendingLogos(ctx, "a.example", 9))(t)
			same(t, "tools", tools, []logos.Tool{{ID: a.ID, Website: a.Website}, {ID: second.ID, Website: second.Website}})

			noError(t, logoSearch(s).PauseLogos(ctx, "w"))
			same(t, "active while paused", must(logoSearch(s).LogoSearchActive(ctx))(t), false)
			noError(t, logoSearch(s).ResumeLogos(ctx, "w"), logoSearch(s).FinishLogos(ctx))
			same(t, "with pending tools", logoRun(t, s).Status, logos.Running)
			propose(t, s, a.ID, "a")
			propose(t, s, b.ID, "b")
			noError(t, errOf(logoSearch(s).SaveLogoFound(ctx, logos.Tool{ID: second.ID}, logos.Found{Reason: "No icon."})), logoSearch(s).FinishLogos(ctx))
			same(t, "finished", logoRun(t, s), logos.Run{Status: logos.Idle, StartedBy: "ann", StartedAt: w.now, EndedAt: w.now, Missing: 3, Proposed: 2, None: 1})
			page := must(logoSearch(s).LogoProposals(ctx, logos.NotFound, 0))(t)
			same(t, "not found", page, logos.Page{Proposals: []logos.Proposal{{Product: second.ID, Name: "Second", Slug: "second", Website: second.Website, State: logos.NotFound, Reason: "No icon.", UpdatedAt: w.now}}})

			propose(t, s, a.ID, "c") // it isn't pending any more
			page = must(logoSearch(s).LogoProposals(ctx, logos.Proposed, a.ID-1))(t)
			same(t, "the first result stays", page.Proposals[0].Source, "https://cdn.example/a")

			b.Website = "https://new.example"
			noError(t, errOf(s.UpdateProduct(ctx, "w", b.ID, 0, catalog.Draft{ProductFields: b.ProductFields})), logoSearch(s).StartLogos(ctx, "bob", false))
			same(t, "again: what was not found, and another website", logoRun(t, s).Pending, 2)
		},
		"accepts a logo as the tool's until that is undone; it is proposed again then": func(t *testing.T, s *store.Store, _ *world) {
			ctx := t.Context()
			var ids []int64
			for i := range 300 { // more than are written at a time
				ids = append(ids, toolAt(t, s, fmt.Sprint("Tool ", i), fmt.Sprintf("https://%d.example", i)).ID)
			}
			noError(t, logoSearch(s).StartLogos(ctx, "ann", false))
			for _, id := range ids[:299] {
				propose(t, s, id, "a")
			}
			own := readAll(t, s).Products[298]
			own.Logo = "https://elsewhere.example/logo.png"
			noError(t, errOf(s.UpdateProduct(ctx, "w", own.ID, 0, catalog.Draft{ProductFields: own.ProductFields})))

			_, changed, err := logoSearch(s).AcceptLogos(ctx, "w", []int64{ids[3], ids[299], 999_999})
			noError(t, err)
			same(t, "accepted of three, of which one was found", changed, 1)
			version, changed, err := logoSearch(s).AcceptLogos(ctx, "w", nil)
			noError(t, err)
			same(t, "accepted", changed, 297)
			for i, p := range readAll(t, s).Products {
				if want := i < 298; (p.Logo == media.Path+fileCalled("a")) != want || (p.LogoColor == "#112233") != want || i == 298 && p.Logo != own.Logo {
					t.Errorf("tool %d has the logo %q of the color %q", i, p.Logo, p.LogoColor)
				}
			}
			_, changed, err = logoSearch(s).AcceptLogos(ctx, "w", nil)
			noError(t, err)
			same(t, "accepted again", changed, 0)
			same(t, "proposed after it", len(proposals(t, s, logos.Proposed)), 0)

			same(t, "undone", must(s.Undo(ctx, "w", version, ""))(t).Restored, 297)
			run := logoRun(t, s)
			same(t, "without a logo, proposed", []int{run.Missing, run.Proposed}, []int{298, 297})
			first := must(logoSearch(s).LogoProposals(ctx, logos.Proposed, 0))(t)
			next := must(logoSearch(s).LogoProposals(ctx, logos.Proposed, first.Next))(t)
			same(t, "pages", []int{len(first.Proposals), len(next.Proposals)}, []int{logos.PageSize, logos.PageSize})
		},
		"knows the icon of a host by several tools that have it, but for a tool that is the host": func(t *testing.T, s *store.Store, _ *world) {
			root := toolAt(t, s, "Root", "https://host.example/")
			elsewhere := toolAt(t, s, "Elsewhere", "https://elsewhere.example/project")
			var ids []int64
			for i := range logos.MaxSame + 3 {
				ids = append(ids, toolAt(t, s, fmt.Sprint("Tool ", i), fmt.Sprintf("https://host.example/%d", i)).ID)
			}
			noError(t, logoSearch(s).StartLogos(t.Context(), "w", false))
			propose(t, s, root.ID, "a")
			propose(t, s, elsewhere.ID, "a")
			propose(t, s, ids[0], "b")
			for _, id := range ids[1 : logos.MaxSame+1] {
				same(t, "of the host", propose(t, s, id, "a"), false)
			}
			same(t, "of the host, with one more", propose(t, s, ids[logos.MaxSame+1], "a"), true)
			same(t, "proposed", proposals(t, s, logos.Proposed), []int64{root.ID, elsewhere.ID, ids[0]})
			page := must(logoSearch(s).LogoProposals(t.Context(), logos.NotFound, 0))(t)
			same(t, "not found", len(page.Proposals), logos.MaxSame+2)
			for _, p := range page.Proposals {
				same(t, "reason", [2]string{p.Reason, p.Image}, [2]string{logos.OfHost("host.example"), ""})
			}
			same(t, "pending", logoRun(t, s).Pending, 0)
		},
		"looks for the logo of one tool, once for each website, and leaves a paused search alone": func(t *testing.T, s *store.Store, _ *world) {
			ctx := t.Context()
			a, b := toolAt(t, s, "A", "https://a.example"), toolAt(t, s, "B", "https://b.example")
			found := func(id int64) int { return len(must(logoSearch(s).LogoProposal(ctx, id))(t).Proposals) }
			noError(t, logoSearch(s).StartLogo(ctx, "w", a.ID))
			run := logoRun(t, s)
			same(t, "status, pending", []any{run.Status, run.Pending, found(a.ID)}, []any{logos.Running, 1, 0})
			propose(t, s, a.ID, "a")
			same(t, "found", []int{found(a.ID), found(b.ID)}, []int{1, 0})
			noError(t, logoSearch(s).FinishLogos(ctx), logoSearch(s).StartLogo(ctx, "w", a.ID))
			same(t, "again", logoRun(t, s).Status, logos.Idle)
			a.Website = "https://new.example"
			noError(t, errOf(s.UpdateProduct(ctx, "w", a.ID, 0, catalog.Draft{ProductFields: a.ProductFields})))
			same(t, "found at the website before", found(a.ID), 0)
			noError(t, logoSearch(s).StartLogo(ctx, "w", a.ID))
			same(t, "again, at another website", logoRun(t, s).Pending, 1)
			noError(t, logoSearch(s).PauseLogos(ctx, "w"), logoSearch(s).StartLogo(ctx, "w", b.ID))
			run = logoRun(t, s)
			same(t, "while it is paused", []any{run.Status, run.Pending}, []any{logos.Paused, 2})
		},
		"does not propose a dismissed logo again, which can be restored and is no orphan": func(t *testing.T, s *store.Store, _ *world) {
			ctx := t.Context()
			a, b := toolAt(t, s, "A", "https://a.example"), toolAt(t, s, "B", "https://b.example")
			noError(t, logoSearch(s).StartLogos(ctx, "w", false))
			propose(t, s, a.ID, "a")
			propose(t, s, b.ID, "b")
			upload(t, s, "c")
			noError(t, logoSearch(s).DismissLogos(ctx, "w", []int64{a.ID, 999}, true), logoSearch(s).StartLogos(ctx, "w", false))
			same(t, "proposed", proposals(t, s, logos.Proposed), []int64{b.ID})
			same(t, "dismissed", proposals(t, s, logos.Dismissed), []int64{a.ID})
			same(t, "orphans", removeOrphans(t, s, everything), "c")
			noError(t, logoSearch(s).DismissLogos(ctx, "w", []int64{a.ID}, false))
			same(t, "restored", proposals(t, s, logos.Proposed), []int64{a.ID, b.ID})
			_, changed, err := logoSearch(s).AcceptLogos(ctx, "w", []int64{a.ID})
			noError(t, err)
			same(t, "accepted", changed, 1)
			noError(t, s.DeleteProduct(ctx, "w", b.ID))
			same(t, "orphans, with a tool in the trash", removeOrphans(t, s, everything), "b")
		},
	})
}

func logoSearch(s *store.Store) *logos.Queries { return &logos.Queries{DB: s.DB} }

func init() { plans = append(plans, plan{reflect.TypeFor[*logos.Queries](), planLogos}) }

func planLogos(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	look("AcceptLogos")(logoSearch(s).AcceptLogos(ctx, "w", []int64{21, 22}))
	look("DismissLogos")(logoSearch(s).DismissLogos(ctx, "w", []int64{23, 24}, true))
	look("FinishLogos")(logoSearch(s).FinishLogos(ctx))
	look("AcceptOwnLogos")(logoSearch(s).AcceptOwnLogos(ctx, "w"))
	look("LogoProposal")(logoSearch(s).LogoProposal(ctx, 500))
	look("StartLogo")(logoSearch(s).StartLogo(ctx, "w", 30))
	look("LogoProposals")(logoSearch(s).LogoProposals(ctx, logos.Proposed, 500))
	look("PendingLogoHosts")(logoSearch(s).PendingLogoHosts(ctx, "host 1950", 100))
	look("PendingLogos")(logoSearch(s).PendingLogos(ctx, "host 1960", 100))
	look("SaveLogoFound")(logoSearch(s).SaveLogoFound(ctx, logos.Tool{ID: 19_700}, logos.Found{Image: "/uploads/a.jpg"}))
	look("StartLogos")(logoSearch(s).StartLogos(ctx, "w", false))
}
