package browse

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// A product says that Visit leads to an affiliate link while one is in use, to the nanosecond, as a new generation; after a start
// and a change of the product too. The first one in use is used.
func TestLinkInUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		link := func(id int64, from, to time.Duration) catalog.PaidLink {
			l := catalog.PaidLink{ID: id, URL: fmt.Sprint("https://net.example/", id)}
			if from > 0 {
				l.From = begin.Add(from)
			}
			if to > 0 {
				l.To = begin.Add(to)
			}
			return l
		}
		s := newStore(tool(1, "one"), tool(2, "two"))
		s.link(1, link(1, time.Hour, 2*time.Hour), link(2, 90*time.Minute, 0))
		l := liveBy(t, time.Now, s)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go l.KeepTime(ctx)
		expect := func(when string, id int64) {
			t.Helper()
			synctest.Wait()
			for _, p := range []*Snapshot{l.Snapshot(), liveBy(t, time.Now, s).Snapshot()} {
				it, _ := p.Product("1")
				used, isUsed := it.LinkInUse(time.Now())
				same(t, when, used.ID, id)
				same(t, "shown "+when, it.HasAffiliateLink(), isUsed)
				same(t, "on a card "+when, strings.Contains(string(p.AppendCard(nil, it)), `"hasAffiliateLink":true`), isUsed)
				other, _ := p.Product("2")
				same(t, "another product "+when, other.HasAffiliateLink(), false)
			}
		}
		expect("before", 0)
		generation := l.Snapshot().Generation()
		time.Sleep(time.Hour - 1)
		expect("just before", 0)
		time.Sleep(time.Nanosecond)
		expect("from its time on", 1)
		if l.Snapshot().Generation() <= generation {
			t.Error("its generation is the same")
		}
		s.put(tool(1, "one more"))
		renew(t, l)
		expect("after a change of the product", 1)
		time.Sleep(time.Hour - 1)
		expect("until the end", 1)
		time.Sleep(time.Nanosecond)
		expect("after the end of the first", 2)
		s.link(1)
		renew(t, l)
		expect("without one", 0)
	})
}

// A booked product stands at its place while the booking runs, to the nanosecond, as a new generation, in the order of the bookings;
// after a start, a change and a removal too.
func TestSponsored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		booking := func(id int64, place catalog.Place, category int64, from, to time.Duration) catalog.Booking {
			return catalog.Booking{ID: id, Place: place, Category: category, From: begin.Add(from), To: begin.Add(to)}
		}
		s := newStore(tool(1, "one"), tool(2, "two"), tool(3, "three"))
		category := s.categories[0]
		s.book(1, booking(1, catalog.HomePlace, 0, time.Hour, 2*time.Hour), booking(4, catalog.CategoryPlace, category.ID, time.Hour, 3*time.Hour))
		s.book(2, booking(2, catalog.HomePlace, 0, 0, 3*time.Hour))
		l := liveBy(t, time.Now, s)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go l.KeepTime(ctx)
		expect := func(when, home, above string) {
			t.Helper()
			synctest.Wait()
			for _, p := range []*Snapshot{l.Snapshot(), liveBy(t, time.Now, s).Snapshot()} {
				for _, place := range []struct {
					q    Query
					want string
				}{{Query{}, home}, {Query{Sort: SortName, Limit: 2}, home}, {Query{Category: category.Slug}, above}, {Query{Search: "one"}, ""}, {Query{Category: "nope"}, ""}, {Query{Page: 1, Sort: SortName}, ""}, {Query{Category: category.Slug, Page: 1}, above}, {Query{Category: category.Slug, Page: 2}, ""}, {Query{Deal: Only}, ""}} {
					var names []string
					for _, it := range Sponsored(p, place.q) {
						names = append(names, it.Item.Name())
					}
					same(t, fmt.Sprint(when, " ", place.q), strings.Join(names, " "), place.want)
				}
			}
		}
		expect("at first", "two", "")
		generation := l.Snapshot().Generation()
		time.Sleep(time.Hour - 1)
		expect("just before", "two", "")
		time.Sleep(time.Nanosecond)
		expect("from its time on", "two one", "one")
		if l.Snapshot().Generation() <= generation {
			t.Error("its generation is the same")
		}
		s.put(tool(1, "one more"))
		renew(t, l)
		expect("after a change of the product", "two one more", "one more")
		time.Sleep(time.Hour - 1)
		expect("until the end", "two one more", "one more")
		time.Sleep(time.Nanosecond)
		expect("from the end on", "two", "one more")
		s.remove(2)
		renew(t, l)
		expect("without the product", "", "one more")
		s.book(1)
		renew(t, l)
		expect("without a booking", "", "")
	})
}

// Lists, rows, similar products and alternatives are the same in bytes with and without affiliate links, deals and bookings, but for
// what is said of them.
func TestMoneyChangesNoOrder(t *testing.T) {
	products := append(others(), several(1, 60, createdDaysAgo(3), func(p *catalog.Product) {
		p.Description = strings.Repeat("Draws pictures from words. ", 6)
	})...)
	plain, paid := newStore(products...), newStore(products...)
	for id := int64(1); id < 60; id += 3 {
		paid.link(id, catalog.PaidLink{ID: id, URL: "https://net.example/"})
	}
	for id := int64(1); id < 60; id += 4 {
		p := paid.products[id]
		p.HasDeal, p.PromoText, p.DealCode, p.DealTo = true, "Half price", "PEN", "2099-01-01T00:00:00Z"
		paid.put(p)
		paid.book(id, catalog.Booking{ID: id, Place: catalog.HomePlace, To: time.Now().Add(time.Hour)})
	}
	shown := func(s *memoryStore) string {
		p := live(t, s).Snapshot()
		var b []byte
		for _, q := range []Query{{}, {Sort: SortLatest}, {Sort: SortPopular}, {Sort: SortName}, {Search: "pictures"}, {Sort: SortName, Page: 1, Limit: 500}} {
			found, err := p.Catalog(q)
			noError(t, err)
			for _, section := range found.Sections {
				for _, it := range section.Items {
					b = p.AppendCard(b, it)
				}
				b = append(b, section.Next...)
			}
		}
		for _, row := range p.Home().Rows() {
			for _, it := range row.Items {
				b = it.AppendRowTool(b)
			}
		}
		for it := range p.All() {
			for _, other := range p.Similar().To(it, 8) {
				b = p.Similar().Append(b, other)
			}
			for _, other := range p.Similar().Alternatives(it) {
				b = p.AppendCard(b, other.Item)
			}
		}
		return string(b)
	}
	with := shown(paid)
	if len(Sponsored(live(t, paid).Snapshot(), Query{})) == 0 {
		t.Fatal("no booking runs")
	}
	if !strings.Contains(with, `,"hasAffiliateLink":true`) || !strings.Contains(with, `,"hasDeal":true`) {
		t.Fatal("no link and no deal is shown")
	}
	labels := regexp.MustCompile(`"(hasAffiliateLink|hasDeal|promoText|dealCode|dealTo)":(true|false|"[^"]*")`)
	if labels.ReplaceAllString(with, "") != labels.ReplaceAllString(shown(plain), "") {
		t.Error("affiliate links or deals change what is listed")
	}
}
