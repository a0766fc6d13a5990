package browse

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// A deal is there while it runs, to the second, as a new generation: for two seconds around the beginning of summer time in Berlin.
// Editors see it all the time.
func TestDealRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin, end := "2000-03-26T01:59:59+01:00", "2000-03-26T03:00:01+02:00"
		draft := catalog.Draft{ProductFields: tool(1, "one").ProductFields}
		draft.HasDeal, draft.PromoText, draft.DealCode, draft.DealURL, draft.DealFrom, draft.DealTo = true, "Half price", "SPRING", "https://one.example/deal", begin, end
		draft, err := draft.Check(false)
		if err != nil {
			t.Fatal(err)
		}
		one, lasting := tool(1, "one"), tool(2, "two")
		one.ProductFields, lasting.PromoText = draft.ProductFields, "A month free"
		s := newStore(one, lasting, tool(3, "three"))
		l := liveBy(t, time.Now, s)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go l.KeepTime(ctx)
		expect := func(when string, runs bool) {
			t.Helper()
			synctest.Wait()
			for _, p := range []*Snapshot{l.Snapshot(), liveBy(t, time.Now, s).Snapshot()} {
				it, _ := p.Product("1")
				shown, text := it.Product(), string(it.AppendJSON(nil))
				same(t, when, shown.HasDeal, runs)
				same(t, "the banner "+when, shown.PromoText != "", runs)
				same(t, "its parts "+when, strings.Contains(text, "SPRING") || strings.Contains(text, "/deal") || strings.Contains(text, "2000-03-26"), runs)
				same(t, "what editors see "+when, it.Stored().ProductFields.PromoText+it.Stored().DealCode, "Half priceSPRING")
				page, err := p.List(Query{Deal: Only})
				if err != nil {
					t.Fatal(err)
				}
				same(t, "the filter "+when, len(page.Items) == 1, runs)
				want := []string{"two"}
				if runs {
					want = []string{"one", "two"}
				}
				var names []string
				for _, it := range Deals(p) {
					names = append(names, it.Name())
				}
				same(t, "the list "+when, strings.Join(names, " "), strings.Join(want, " "))
			}
		}
		expect("before", false)
		generation := l.Snapshot().Generation()
		from, _ := time.Parse(time.RFC3339, begin)
		time.Sleep(time.Until(from) - 1)
		expect("just before", false)
		time.Sleep(time.Nanosecond)
		expect("from its time on", true)
		if l.Snapshot().Generation() <= generation {
			t.Error("its generation is the same")
		}
		lasting.DisplayOrder = 3
		s.put(lasting)
		renew(t, l)
		time.Sleep(2*time.Second - 1)
		expect("until its end", true)
		time.Sleep(time.Nanosecond)
		expect("from its end on", false)
		one.DealTo = ""
		s.put(one)
		renew(t, l)
		expect("without an end", true)
	})
}
