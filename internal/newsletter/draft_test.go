package newsletter_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// items are the names of a draft's products by section.
func items(d newsletter.Draft) map[site.IssueSectionKind]string {
	found := map[site.IssueSectionKind]string{}
	for _, item := range d.Items {
		found[item.Section] = strings.TrimSpace(found[item.Section] + " " + item.Product.Name)
	}
	return found
}

func (w *world) draft(cadence newsletter.Cadence) newsletter.Draft {
	w.t.Helper()
	d, err := w.Draft(w.t.Context(), cadence)
	noError(w.t, err)
	return d
}

func TestDraftSuggested(t *testing.T) {
	w := newIssueWorld(t)
	same(t, "an empty catalogue", w.draft(newsletter.Weekly).Items, []newsletter.DraftItem{})
	isDeal := func(d *catalog.Draft) { d.HasDeal = true }
	isFeatured := func(d *catalog.Draft) { d.IsFeatured = true }
	for _, name := range []string{"F1", "F2", "F3", "F4"} {
		w.add(name, isFeatured)
	}
	w.add("D1", isDeal)
	visited, quiet := w.add("V1", nil), w.add("V2", nil)
	w.now = w.now.Add(8 * 24 * time.Hour)
	for _, name := range []string{"N1", "N2"} {
		w.add(name, func(d *catalog.Draft) { d.Categories, d.HasDeal = []string{"Writing"}, true })
	}
	w.add("N3", func(d *catalog.Draft) { d.Categories = []string{"Audio"} })
	many := storetest.ImportRows(catalog.MaxNewInImport + 1) // none of them is new
	for i := range many {
		many[i].CreatedAt = w.now
	}
	storetest.ImportAll(t, w.store, many)
	w.renew()
	today := visits.DayOf(w.now)
	noError(t, w.store.AddVisits(t.Context(), []visits.Count{
		{Product: quiet.ID, Day: today - 9, Tally: visits.Tally{Clicks: 100}}, {Product: visited.ID, Day: today, Tally: visits.Tally{Clicks: 2}},
	}))
	w.subscribers(newsletter.Weekly, "a", "b")
	w.subscribers(newsletter.Monthly, "c")

	d := w.draft(newsletter.Weekly)
	same(t, "the sections", items(d), map[site.IssueSectionKind]string{"new": "N3 N2 N1", "featured": "F4 F3 F2", "deals": "D1", "popular": "V1"})
	same(t, "the rest", []any{d.IsStored, d.Number, d.Subject, d.Since, d.Recipients}, []any{false, int64(1), "New this week: N3, N2 and 1 more", w.now.Add(-7 * 24 * time.Hour), 2})
	same(t, "tools of the monthly issue", len(strings.Fields(items(w.draft(newsletter.Monthly))["new"])), 10)

	// The next issue begins where this one ended, and repeats featured products only where there are no others.
	in := newsletter.DraftInput{Subject: d.Subject}
	for _, item := range d.Items {
		in.Items = append(in.Items, newsletter.ItemInput{Section: item.Section, ProductID: item.Product.ID})
	}
	w.send(newsletter.Weekly, in)
	w.now = w.now.Add(time.Hour)
	w.add("N4", nil)
	d = w.draft(newsletter.Weekly)
	same(t, "the next sections", items(d), map[site.IssueSectionKind]string{"new": "N4", "featured": "F1 F4 F3", "deals": "N2 N1 D1", "popular": "V1"})
	same(t, "the next number and since", []any{d.Number, d.Since}, []any{int64(2), w.now.Add(-time.Hour)})
}

func TestDraftStored(t *testing.T) {
	w := newIssueWorld(t)
	pen, ink := w.add("Pen", nil), w.add("Ink", nil)
	saved, err := w.SaveDraft(t.Context(), "ann", newsletter.Weekly, newsletter.DraftInput{Subject: "  Hello ", Intro: "Hi\r\n", Items: []newsletter.ItemInput{{Section: site.Deals, ProductID: ink.ID}, {Section: site.NewProducts, ProductID: pen.ID}}})
	noError(t, err)
	d := w.draft(newsletter.Weekly)
	same(t, "what was saved", saved, d)
	same(t, "the draft", []any{d.IsStored, d.Subject, d.Intro, items(d)}, []any{true, "Hello", "Hi", map[site.IssueSectionKind]string{"deals": "Ink", "new": "Pen"}})
	same(t, "the monthly issue is changed too", w.draft(newsletter.Monthly).IsStored, false)
	w.remove(ink)
	same(t, "without a deleted product", items(w.draft(newsletter.Weekly)), map[site.IssueSectionKind]string{"new": "Pen"})
	noError(t, w.Issues.Store.DiscardDraft(t.Context(), "ann", newsletter.Weekly), w.Issues.Store.DiscardDraft(t.Context(), "ann", newsletter.Weekly))
	same(t, "the draft is there after it was discarded", w.draft(newsletter.Weekly).IsStored, false)
}

func TestDraftRules(t *testing.T) {
	w := newIssueWorld(t)
	pen := w.add("Pen", nil)
	deleted := w.add("Gone", nil)
	w.remove(deleted)
	for name, try := range map[string]struct {
		change         func(*newsletter.DraftInput)
		field, message string
	}{
		"no subject":          {func(d *newsletter.DraftInput) { d.Subject = " \u200b" }, "subject", "Please enter a subject"},
		"a long subject":      {func(d *newsletter.DraftInput) { d.Subject = strings.Repeat("é", 151) }, "subject", "Please use at most 150 characters"},
		"two lines":           {func(d *newsletter.DraftInput) { d.Subject = "Hello\r\nBcc: eve@example.com" }, "subject", "Please remove line breaks and invisible control characters"},
		"a long introduction": {func(d *newsletter.DraftInput) { d.Intro = strings.Repeat("é", 5_001) }, "intro", "Please use at most 5000 characters"},
		"no tool":             {func(d *newsletter.DraftInput) { d.Items = nil }, "items", "Please add at least one tool"},
		"61 tools":            {func(d *newsletter.DraftInput) { d.Items = make([]newsletter.ItemInput, 61) }, "items", "Please use at most 60 tools"},
		"a tool twice":        {func(d *newsletter.DraftInput) { *d = draftOf("Hello", pen, pen) }, "items", "Pen is in the list twice. Please remove it once"},
		"a deleted tool":      {func(d *newsletter.DraftInput) { *d = draftOf("Hello", pen, deleted) }, "items", "Tool 2 in the list does not exist any more. Please remove it"},
		"another section": {func(d *newsletter.DraftInput) {
			d.Items = []newsletter.ItemInput{{Section: "best", ProductID: pen.ID}}
		}, "items", "Please choose a section for tool 1 in the list: new, featured, deals or popular"},
	} {
		in := draftOf("Hello", pen)
		try.change(&in)
		for call, err := range map[string]error{
			"save":    errOf(w.SaveDraft(t.Context(), "ann", newsletter.Weekly, in)),
			"preview": errOf(w.Preview(t.Context(), newsletter.Weekly, in)),
			"test":    w.SendTest(t.Context(), newsletter.Weekly, "ann@example.com", in),
			"send":    errOf(w.Send(t.Context(), "ann", newsletter.Weekly, in, newsletter.Schedule{})),
		} {
			if fields := fault.From(err).Fields; len(fields) != 1 || fields[0].Field != try.field || fields[0].Message != try.message {
				t.Errorf("%s, %s: %v", name, call, err)
			}
		}
	}
	same(t, "a draft was saved", w.draft(newsletter.Weekly).IsStored, false)
}
