package browse

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Visitors see neither drafts nor hidden products, and scheduled ones from their second on, as a new generation: here in the hour that the end
// of summer time in Berlin repeats. Editors see all of them, in their order.
func TestUnpublished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		with := func(id int64, name string, status catalog.Status, publishAt string) catalog.Product {
			p := tool(id, name, in("Notes"))
			p.Status, p.PublishAt, p.Tags, p.DisplayOrder = status, publishAt, []string{"rare"}, int(id)
			return p
		}
		begin := "2000-10-29T01:30:00Z"
		draft, hidden := with(1, "Draft", catalog.StatusDraft, ""), with(3, "Hidden", catalog.Hidden, "")
		later, shown := with(4, "Later", catalog.Scheduled, begin), with(2, "Shown", catalog.Published, "")
		shown.IsFeatured, shown.FeaturedUntil = true, begin
		s := newStore(draft, shown, hidden, later)
		l := liveBy(t, time.Now, s)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go l.KeepTime(ctx)
		expect := func(when string, names ...string) {
			t.Helper()
			synctest.Wait()
			for _, p := range []*Snapshot{l.Snapshot(), liveBy(t, time.Now, s).Snapshot()} {
				var listed, stored []string
				for it := range p.All() {
					listed = append(listed, it.Name())
				}
				for it := range AllStored(p) {
					stored = append(stored, it.Name())
				}
				same(t, "listed "+when, listed, names)
				same(t, "stored "+when, stored, []string{"Draft", "Shown", "Hidden", "Later"})
				same(t, "counted "+when, []int{p.Len(), p.Categories().Counts()[0].Count, UnpublishedCount(p)}, []int{len(names), len(names), 4 - len(names)})
				for id, name := range map[int64]string{1: "draft-1", 3: "hidden-3", 4: "later-4"} {
					_, isShown := p.Product(fmt.Sprint(id))
					it, isAside := Unpublished(p, name)
					same(t, name+" "+when, []bool{isShown, isAside}, []bool{slices.Contains(names, s.products[id].Name), !isShown})
					if isAside {
						same(t, "the draft of "+name, it.Stored().Product, s.products[id])
						seen := WithUnpublished(p, it)
						_, found := seen.Product(name)
						same(t, "previewed "+when, []int{seen.Len(), p.Len()}, []int{len(names) + 1, len(names)})
						same(t, "found in the preview "+when, found, true)
					}
					page, err := p.List(Query{Search: s.products[id].Name})
					if err != nil {
						t.Fatal(err)
					}
					same(t, "searched "+when, len(page.Items) > 0, isShown)
				}
			}
		}
		expect("before", "Shown")
		generation := l.Snapshot().Generation()
		from, _ := time.Parse(time.RFC3339, begin)
		time.Sleep(time.Until(from) - 1)
		expect("just before", "Shown")
		time.Sleep(time.Nanosecond)
		expect("from its time on", "Shown", "Later")
		if l.Snapshot().Generation() <= generation {
			t.Error("its generation is the same")
		}
		it, _ := l.Snapshot().Product("2")
		same(t, "featured until then", []bool{it.Product().IsFeatured, it.Stored().IsFeatured}, []bool{false, true})
		page, err := l.Snapshot().List(Query{Sort: SortLatest})
		if err != nil {
			t.Fatal(err)
		}
		same(t, "the newest", page.Items[0].Name(), "Later")
		shown.Status, draft.Status = catalog.Hidden, catalog.Published
		s.put(shown, draft)
		renew(t, l)
		expect("after changes", "Draft", "Later")
		s.categories[0].Name = "Jotting"
		for _, p := range []*catalog.Product{&shown, &hidden} {
			p.Categories = []string{"Jotting"}
		}
		s.products[2], s.products[3] = shown, hidden
		s.remove(4)
		renew(t, l)
		aside, _ := Unpublished(l.Snapshot(), "hidden-3")
		same(t, "the category of a hidden product after a renaming", aside.Stored().Categories, []string{"Jotting"})
		s.remove(3)
		renew(t, l)
		same(t, "after a deletion", UnpublishedCount(l.Snapshot()), 1)
	})
}
