package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

const (
	maxVisitBody = 1 << 10 // bytes
	mostVisited  = 10      // products and pages of the top lists
	viewedPages  = 100     // pages that are read for the top list, as some may no longer exist
)

const noSuchPage = "There is no such page."

// Counter counts visitors' actions on products and pages, without robots.
type Counter interface {
	Count(r *http.Request, product int64, kind visits.Kind)
	CountPage(r *http.Request, page visits.Page)
}

// VisitStore reads the counts.
type VisitStore interface {
	VisitedProducts(ctx context.Context, since visits.Day) ([]visits.ProductTotal, error)
	VisitedDays(ctx context.Context, since visits.Day) ([]visits.DayTotal, error)
	ProductVisits(ctx context.Context, product int64, from, to visits.Day) ([]visits.DayTotal, error)
	VisitCounts(ctx context.Context, since visits.Day) ([]visits.Count, error)
	PageViews(ctx context.Context, kind visits.Kind, keys []string, from, to visits.Day) (map[string]int64, error)
	MostViewedPages(ctx context.Context, since visits.Day, limit int) ([]visits.PageTotal, error)
}

// VisitInput is a visitor's action on a product or a page.
type VisitInput struct {
	Product int64       `json:"product,omitempty" doc:"Number of the product; for open and visit"`
	Page    string      `json:"page,omitempty" doc:"The last part of the address of the page; for the other kinds"`
	Kind    visits.Kind `json:"kind" enum:"open,visit,alternatives,comparison,collection" doc:"open: the page of a product was opened; visit: its website was visited; the others: a page of this kind was opened"`
}

// Visits are the counts of all products together, and the most visited products.
type Visits struct {
	Days  []VisitDay       `json:"days" nullable:"false" doc:"Every day of the time asked for, today last"`
	Top   []VisitedProduct `json:"top" nullable:"false" doc:"The most visited products, at most 10"`
	Pages []ViewedPage     `json:"pages" nullable:"false" doc:"The most viewed pages of alternatives, comparisons and collections, at most 10"`
}

// ViewedPage is a page with how often it was opened.
type ViewedPage struct {
	Path  string `json:"path" doc:"Path below the site's address"`
	Title string `json:"title"`
	Views int64  `json:"views"`
}

// ProductVisits are the counts of one product.
type ProductVisits struct {
	Days []VisitDay `json:"days" nullable:"false" doc:"Every day of the time asked for, today last"`
}

// VisitDay holds the counts of one day.
type VisitDay struct {
	Day    string `json:"day" format:"date" doc:"Day in UTC"`
	Opens  int64  `json:"opens" doc:"How often the product's page was opened"`
	Visits int64  `json:"visits" doc:"How often the product's website was visited"`
}

// VisitedProduct is a product with its counts.
type VisitedProduct struct {
	ID     int64  `json:"id"`
	Slug   string `json:"slug"`
	Name   string `json:"name"`
	Opens  int64  `json:"opens"`
	Visits int64  `json:"visits"`
}

// VisitCourse holds the daily visits of one product.
type VisitCourse struct {
	ID     int64   `json:"id"`
	Visits []int64 `json:"visits" nullable:"false" doc:"Of each day, today last"`
}

// countVisit counts in memory, without waiting for the database.
func (o *Options) countVisit(c *httpapi.Call, in VisitInput) (any, error) {
	if !slices.Contains(visits.Kinds(), in.Kind) {
		return nil, fault.InvalidFields([]fault.Field{{Field: "kind", Message: "Please say open, visit, alternatives, comparison or collection."}})
	}
	snapshot := o.Catalogue.Snapshot()
	if in.Kind != visits.Open && in.Kind != visits.Visit {
		page, isCounted, found := pageNamed(snapshot, o.Site.Settings(), in.Kind, in.Page)
		if !found {
			return nil, fault.New(fault.NotFound, noSuchPage)
		}
		if isCounted {
			o.Visits.CountPage(c.Request, page)
		}
		return nil, nil
	}
	item, found := snapshot.Product(strconv.FormatInt(in.Product, 10))
	if !found {
		return nil, fault.New(fault.NotFound, catalog.NoProduct)
	}
	o.Visits.Count(c.Request, item.ID(), in.Kind)
	return nil, nil
}

// allVisits answers with the counts of all products.
func (o *Options) allVisits(c *httpapi.Call) (any, error) {
	from, to, err := daysOf(c)
	if err != nil {
		return nil, err
	}
	days, err := o.Store.VisitedDays(c.Ctx(), from)
	if err != nil {
		return nil, err
	}
	totals, err := o.Store.VisitedProducts(c.Ctx(), from)
	if err != nil {
		return nil, err
	}
	pages, err := o.Store.MostViewedPages(c.Ctx(), from, viewedPages)
	snapshot := o.Catalogue.Snapshot()
	return Visits{everyDay(days, from, to), topOf(totals, snapshot), viewedOf(pages, snapshot)}, err
}

// productVisits answers with the counts of one product.
func (o *Options) productVisits(c *httpapi.Call) (any, error) {
	from, to, err := daysOf(c)
	if err != nil {
		return nil, err
	}
	item, found := o.Catalogue.Snapshot().Product(c.Request.PathValue("x"))
	if !found {
		return nil, fault.New(fault.NotFound, catalog.NoProduct)
	}
	days, err := o.Store.ProductVisits(c.Ctx(), item.ID(), from, to)
	return ProductVisits{everyDay(days, from, to)}, err
}

// visitCourses answers with the daily visits of every visited product.
func (o *Options) visitCourses(c *httpapi.Call) (any, error) {
	from, to, err := daysOf(c)
	if err != nil {
		return nil, err
	}
	counts, err := o.Store.VisitCounts(c.Ctx(), from)
	return coursesOf(counts, from, to), err
}

// coursesOf returns the daily visits of each product, by its number.
func coursesOf(counts []visits.Count, from, to visits.Day) []VisitCourse {
	places := map[int64]int{}
	courses := []VisitCourse{}
	for _, count := range counts {
		place, known := places[count.Product]
		if !known {
			place = len(courses)
			places[count.Product] = place
			courses = append(courses, VisitCourse{count.Product, make([]int64, to-from+1)})
		}
		if count.Day <= to { // midnight may have passed
			courses[place].Visits[count.Day-from] = count.Visits
		}
	}
	slices.SortFunc(courses, func(a, b VisitCourse) int { return cmp.Compare(a.ID, b.ID) })
	return courses
}

// daysOf returns the first and last day of a request; the last is today.
func daysOf(c *httpapi.Call) (from, to visits.Day, err error) {
	count := visits.Window
	if text := c.Request.URL.Query().Get("days"); text != "" {
		if count, err = strconv.Atoi(text); err != nil || count < 1 || count > visits.RetentionDays {
			return 0, 0, fault.New(fault.BadRequest, "Please give a number of days from 1 to "+strconv.Itoa(visits.RetentionDays)+".")
		}
	}
	today := visits.DayOf(time.Now())
	return today - visits.Day(count) + 1, today, nil
}

// everyDay adds the days without counts.
func everyDay(counted []visits.DayTotal, from, to visits.Day) []VisitDay {
	days := make([]VisitDay, 0, to-from+1)
	for day := from; day <= to; day++ {
		total := visits.DayTotal{Day: day}
		if len(counted) > 0 && counted[0].Day == day {
			total, counted = counted[0], counted[1:]
		}
		days = append(days, VisitDay{day.String(), total.Opens, total.Visits})
	}
	return days
}

// topOf returns the most visited existing products; ties go to the most opened.
func topOf(totals []visits.ProductTotal, snapshot *browse.Snapshot) []VisitedProduct {
	top := make([]VisitedProduct, 0, mostVisited)
	slices.SortStableFunc(totals, func(a, b visits.ProductTotal) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Opens, a.Opens))
	})
	for _, total := range totals {
		if len(top) == mostVisited {
			break
		}
		if item, found := snapshot.Product(strconv.FormatInt(total.Product, 10)); found {
			top = append(top, VisitedProduct{item.ID(), item.Slug(), item.Name(), total.Opens, total.Visits})
		}
	}
	return top
}

// visitsCalls are the calls of visits.
func (o *Options) visitsCalls() httpapi.Group {
	return httpapi.Group{
		Name: "visits",
		Routes: []httpapi.Route{
			httpapi.Post("/api/visits", httpapi.Public, httpapi.Write(maxVisitBody, o.countVisit),
				httpapi.Done("countVisit", "Count a view of a product or of another page, or a visit to a product's website, once an hour for each address; only the number is stored")),
			httpapi.Get("/api/admin/visits", httpapi.Records, httpapi.Fetch(o.allVisits),
				httpapi.Answers[Visits]("visits", "Get how often products were viewed and visited, which the most, and the most viewed other pages", timeSpan()...)),
			httpapi.Get("/api/admin/visits/products", httpapi.Records, httpapi.Fetch(o.visitCourses),
				httpapi.Answers[[]VisitCourse]("visitCourses", "Get the daily visits of each product that was visited", timeSpan()...)),
			httpapi.Get("/api/products/{x}/visits", httpapi.Records, httpapi.Fetch(o.productVisits),
				httpapi.Answers[ProductVisits]("productVisits", "Get how often a product was viewed and visited", timeSpan()...)),
		},
		Params: []*huma.Param{catalog.ProductParam()},
	}
}

func timeSpan() []*huma.Param {
	least, most := 1.0, float64(visits.RetentionDays)
	return []*huma.Param{httpapi.Param("days", "How many days, today among them; 30 without it", &huma.Schema{Type: huma.TypeInteger, Minimum: &least, Maximum: &most})}
}
