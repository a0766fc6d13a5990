package visits

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// PageKind is a kind of pages whose views are counted.
type PageKind struct {
	Kind Kind
	// Find finds a page by the last part of its address. isCounted is false for one whose views do not count.
	Find func(name string) (key string, isCounted, found bool)
	// Address returns the path and the title of a page, and reports whether visitors still see it; nil: a booking has none.
	Address func(key string) (path, title string, found bool)
}

// API is the calls about visits.
type API struct {
	Counter   *Counter
	Queries   *Queries
	Catalogue *browse.Live
	Pages     []PageKind
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "visits",
		Routes: []httpapi.Route{
			httpapi.Post("/api/visits", httpapi.Public, httpapi.Write(maxVisitBody, a.countVisit),
				httpapi.Done("countVisit", "Count a view of a page or a click to a product's website, at most once an hour for each IP address; only the number is stored")),
			httpapi.Get("/api/admin/visits", httpapi.Insights.Records(), httpapi.Fetch(a.allVisits),
				httpapi.Answers[Visits]("visits", "Get the views and clicks of products, the most popular products, and the most viewed other pages", TimeSpan()...)),
			httpapi.Get("/api/admin/visits/products", httpapi.Insights.Records(), httpapi.Fetch(a.visitCourses),
				httpapi.Answers[[]VisitCourse]("visitCourses", "Get the daily clicks of each product that has any", TimeSpan()...)),
			httpapi.Get("/api/products/{x}/visits", httpapi.Insights.Records(), httpapi.Fetch(a.productVisits),
				httpapi.Answers[ProductVisits]("productVisits", "Get the views and clicks of a product", TimeSpan()...)),
		},
		Params: []*huma.Param{catalog.ProductParam()},
	}
}

const (
	maxVisitBody = 1 << 10 // bytes
	mostVisited  = 10      // products and pages of the top lists
	viewedPages  = 100     // pages that are read for the top list, as some may no longer exist
)

const noSuchPage = "There is no such page."

// VisitInput is a visitor's action on a product or a page.
type VisitInput struct {
	Product int64  `json:"product,omitempty" doc:"Number of the product; for open and visit"`
	Page    string `json:"page,omitempty" doc:"The last part of the URL of the page, or the number of the booking; for the other kinds"`
	Kind    Kind   `json:"kind" enum:"open,visit,alternatives,comparison,collection,booking" doc:"open: the page of a product was opened; visit: somebody went to its website; the others: a page of this kind, or with this booking, was opened"`
}

// Visits are the counts of all products together, and the most visited products.
type Visits struct {
	Days  []VisitDay       `json:"days" nullable:"false" doc:"Every day of the time asked for, today last"`
	Top   []VisitedProduct `json:"top" nullable:"false" doc:"The most clicked products, at most 10"`
	Pages []ViewedPage     `json:"pages" nullable:"false" doc:"The most viewed pages of alternatives, comparisons and collections, at most 10"`
}

// ViewedPage is a page with how often it was opened.
type ViewedPage struct {
	Path  string `json:"path" doc:"Path below the site's URL"`
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
	Views  int64  `json:"views" doc:"How often the product's page was opened"`
	Clicks int64  `json:"clicks" doc:"How often somebody went to the product's website"`
}

// VisitedProduct is a product with its counts.
type VisitedProduct struct {
	ID     int64  `json:"id"`
	Slug   string `json:"slug"`
	Name   string `json:"name"`
	Views  int64  `json:"views"`
	Clicks int64  `json:"clicks"`
}

// VisitCourse holds the daily visits of one product.
type VisitCourse struct {
	ID     int64   `json:"id"`
	Clicks []int64 `json:"clicks" nullable:"false" doc:"Of each day, today last"`
}

// countVisit counts in memory, without waiting for the database.
func (a API) countVisit(c *httpapi.Call, in VisitInput) (any, error) {
	if !slices.Contains(allKinds(), in.Kind) {
		return nil, fault.InvalidFields([]fault.Field{{Field: "kind", Message: "Please say open, visit, alternatives, comparison, collection or booking."}})
	}
	snapshot := a.Catalogue.Snapshot()
	if in.Kind != Open && in.Kind != Visit {
		page, isCounted, found := a.find(in.Kind, in.Page)
		if !found {
			return nil, fault.New(fault.NotFound, noSuchPage)
		}
		if isCounted {
			a.Counter.CountPage(c.Request, page)
		}
		return nil, nil
	}
	item, found := snapshot.Product(strconv.FormatInt(in.Product, 10))
	if !found {
		return nil, fault.New(fault.NotFound, catalog.NoProduct)
	}
	a.Counter.Count(c.Request, item.ID(), in.Kind)
	return nil, nil
}

// allVisits answers with the counts of all products.
func (a API) allVisits(c *httpapi.Call) (any, error) {
	from, to, err := SpanOf(c)
	if err != nil {
		return nil, err
	}
	days, err := a.Queries.VisitedDays(c.Ctx(), from)
	if err != nil {
		return nil, err
	}
	totals, err := a.Queries.VisitedProducts(c.Ctx(), from)
	if err != nil {
		return nil, err
	}
	pages, err := a.Queries.MostViewedPages(c.Ctx(), from, viewedPages)
	snapshot := a.Catalogue.Snapshot()
	return Visits{EveryDay(days, from, to), topOf(totals, snapshot), a.viewed(pages)}, err
}

// productVisits answers with the counts of one product.
func (a API) productVisits(c *httpapi.Call) (any, error) {
	from, to, err := SpanOf(c)
	if err != nil {
		return nil, err
	}
	item, found := a.Catalogue.Snapshot().Product(c.Request.PathValue("x"))
	if !found {
		return nil, fault.New(fault.NotFound, catalog.NoProduct)
	}
	days, err := a.Queries.ProductVisits(c.Ctx(), item.ID(), from, to)
	return ProductVisits{EveryDay(days, from, to)}, err
}

// visitCourses answers with the daily visits of every visited product.
func (a API) visitCourses(c *httpapi.Call) (any, error) {
	from, to, err := SpanOf(c)
	if err != nil {
		return nil, err
	}
	counts, err := a.Queries.VisitCounts(c.Ctx(), from)
	return coursesOf(counts, from, to), err
}

// coursesOf returns the daily visits of each product, by its number.
func coursesOf(counts []Count, from, to Day) []VisitCourse {
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
			courses[place].Clicks[count.Day-from] = count.Clicks
		}
	}
	slices.SortFunc(courses, func(a, b VisitCourse) int { return cmp.Compare(a.ID, b.ID) })
	return courses
}

// SpanOf returns the first and last day of a request; the last is today.
func SpanOf(c *httpapi.Call) (from, to Day, err error) {
	count := Window
	if text := c.Request.URL.Query().Get("days"); text != "" {
		if count, err = strconv.Atoi(text); err != nil || count < 1 || count > RetentionDays {
			return 0, 0, fault.New(fault.BadRequest, "Please give a number of days from 1 to "+strconv.Itoa(RetentionDays)+".")
		}
	}
	today := DayOf(time.Now())
	return today - Day(count) + 1, today, nil
}

// EveryDay adds the days without counts.
func EveryDay(counted []DayTotal, from, to Day) []VisitDay {
	days := make([]VisitDay, 0, to-from+1)
	for day := from; day <= to; day++ {
		total := DayTotal{Day: day}
		if len(counted) > 0 && counted[0].Day == day {
			total, counted = counted[0], counted[1:]
		}
		days = append(days, VisitDay{day.String(), total.Views, total.Clicks})
	}
	return days
}

// topOf returns the most visited existing products; ties go to the most opened.
func topOf(totals []ProductTotal, snapshot *browse.Snapshot) []VisitedProduct {
	top := make([]VisitedProduct, 0, mostVisited)
	slices.SortStableFunc(totals, func(a, b ProductTotal) int {
		return cmp.Or(cmp.Compare(b.Clicks, a.Clicks), cmp.Compare(b.Views, a.Views))
	})
	for _, total := range totals {
		if len(top) == mostVisited {
			break
		}
		if item, found := snapshot.Product(strconv.FormatInt(total.Product, 10)); found {
			top = append(top, VisitedProduct{item.ID(), item.Slug(), item.Name(), total.Views, total.Clicks})
		}
	}
	return top
}

// TimeSpan is the parameter that SpanOf reads.
func TimeSpan() []*huma.Param {
	least, most := 1.0, float64(RetentionDays)
	return []*huma.Param{httpapi.Param("days", "How many days, today among them; 30 without it", &huma.Schema{Type: huma.TypeInteger, Minimum: &least, Maximum: &most})}
}

// kind returns what a kind of pages needs; false: the kind is not one of a page.
func (a API) kind(kind Kind) (PageKind, bool) {
	at := slices.IndexFunc(a.Pages, func(p PageKind) bool { return p.Kind == kind })
	if at < 0 {
		return PageKind{}, false
	}
	return a.Pages[at], true
}

// find finds a page that visitors see.
func (a API) find(kind Kind, name string) (page Page, isCounted, found bool) {
	pages, ok := a.kind(kind)
	if !ok {
		return Page{}, false, false
	}
	key, isCounted, found := pages.Find(name)
	return Page{Kind: kind, Key: key}, isCounted, found
}

// viewed returns the first pages that visitors still see, at most mostVisited.
func (a API) viewed(totals []PageTotal) []ViewedPage {
	shown := make([]ViewedPage, 0, mostVisited)
	for _, total := range totals {
		if len(shown) == mostVisited {
			break
		}
		pages, ok := a.kind(total.Kind)
		if !ok {
			continue
		}
		if path, title, found := pages.Address(total.Key); found {
			shown = append(shown, ViewedPage{path, title, total.Views})
		}
	}
	return shown
}
