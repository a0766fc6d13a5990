// Package directory is the calls that show the catalogue: lists, screens, products, categories, the home page, and the frame of
// every page.
//
// # To change
//
//   - a call: api.go, one of lists: list_calls.go; what its answer has: answers.go; then make generate
//   - a page: home.go, category.go, tag.go, tools.go (from A to Z), categories.go (the list of all), product.go; what the lists have in
//     common: lists.go, and topic.go what a category and a tag have; feeds.go the feeds of new tools; go test ./internal/directory
package directory

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// API is the calls that show the catalogue.
type API struct {
	Catalogue  *browse.Live
	Site       *site.Live
	Accounts   bool // visitors can sign up
	Newsletter bool // there is one
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	list := append(filters(), paging("Products in a page; without it, every match")...)
	sections := append(filters(), paging("Products of each section; 12 without it")...)
	return httpapi.Group{
		Name: "directory",
		Routes: []httpapi.Route{
			httpapi.Get("/api/products", httpapi.Public, httpapi.ReadQuery(parseList, a.products).Streaming(a.streamProducts),
				httpapi.Answers[[]browse.ShownProduct]("listProducts", "List products, a page at a time", list...).WithHeaders(listHeaders())),
			httpapi.Get("/api/products/{x}", httpapi.Public, httpapi.Read(a.product),
				httpapi.Answers[browse.ShownProduct]("product", "Get a product")),
			httpapi.Get("/api/products/{x}/similar", httpapi.Public, httpapi.Read(a.similar),
				httpapi.Answers[[]browse.SimilarProduct]("similarProducts", "List up to 8 similar products")),
			httpapi.Get("/api/products/{x}/tags", httpapi.Public, httpapi.Read(a.tags),
				httpapi.Answers[[]browse.Tag]("productTags", "List the tags of a product that have a page")),
			httpapi.Get("/api/product-cards", httpapi.Public, httpapi.Fetch(a.productCards),
				httpapi.Answers[[]browse.ProductCard]("listProductCards", "List the products with these ids, in that order; unknown ids are left out", cardKeys()...)),
			httpapi.Get("/api/catalog", httpapi.Public, httpapi.ReadQuery(parseFilters, a.screen),
				httpapi.Answers[Catalog]("catalog", "Get a screen of the directory: a page of each section, and the matches behind each filter", sections...)),
			httpapi.Get("/api/categories", httpapi.Public, httpapi.Read(a.categories),
				httpapi.Answers[[]catalog.Category]("listCategories", "List categories by name")),
			httpapi.Get("/api/category-overview", httpapi.Public, httpapi.Read(a.categoryOverview),
				httpapi.Answers[CategoryOverview]("categoryOverview", "Get all categories by name, each with its number of products and their prices, and the most used tags")),
			httpapi.Get("/api/home-rows", httpapi.Public, httpapi.Read(a.homeRows),
				httpapi.Answers[HomeRows]("homeRows", "Get the rows of the home page and the largest categories")),
			httpapi.Get("/api/site", httpapi.Public, httpapi.Read(a.frame),
				httpapi.Answers[Site]("site", "Get what every page shows around its content, such as name and menus")),
			httpapi.Get("/api/admin/products", httpapi.Catalog.Content(), httpapi.Fetch(a.rows),
				httpapi.Answers[[]browse.ProductRow]("listProductRows", "List all products in the administrator's order")),
			httpapi.Get("/api/admin/products/{x}", httpapi.Catalog.Content(), httpapi.Fetch(a.stored),
				httpapi.Answers[browse.ShownProduct]("storedProduct", "Get a product to edit it: also one that visitors don't see, and with its deal while that doesn't run")),
			httpapi.Get("/api/admin/categories", httpapi.Catalog.Content(), httpapi.Fetch(a.categoryCounts),
				httpapi.Answers[[]browse.CategoryRow]("listCategoryCounts", "List all categories with the number of products in each")),
			// a product may have this slug
			httpapi.Get("/api/products/reorder", httpapi.Public, httpapi.Read(a.product),
				httpapi.Undescribed()),
			httpapi.Get("/api/products/bulk", httpapi.Public, httpapi.Read(a.product),
				httpapi.Undescribed()),
		},
		Params: []*huma.Param{catalog.ProductParam()},
	}
}

// maxSimilar is how many similar products a product shows.
const maxSimilar = 8

func (a API) product(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	item, err := browse.FindProduct(snapshot, q.Part)
	if err != nil {
		return httpapi.Reply{}, err
	}
	return httpapi.Reply{Body: item.AppendJSON(dst)}, nil
}

// similar answers for a product in the trash too: its page shows them.
func (a API) similar(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	item, err := browse.FindProduct(snapshot, q.Part)
	if err == nil {
		return httpapi.Reply{Body: httpapi.AppendList(dst, snapshot.Similar().To(item, maxSimilar), snapshot.Similar().Append)}, nil
	}
	deleted, found := snapshot.Trash().Find(q.Part, time.Now())
	if !found {
		return httpapi.Reply{}, err
	}
	return httpapi.Reply{Body: httpapi.AppendList(dst, snapshot.Trash().Similar(deleted, maxSimilar), snapshot.Similar().Append)}, nil
}

func (a API) tags(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	item, err := browse.FindProduct(snapshot, q.Part)
	if err != nil {
		return httpapi.Reply{}, err
	}
	return httpapi.Reply{Body: httpapi.AppendList(dst, snapshot.Tags().Of(item), func(dst []byte, t browse.Tag) []byte { return httpapi.AppendValue(dst, t) })}, nil
}

// maxCards is how many products can be listed by id: as many as a visitor can save (web/src/public/saved/saved-tools.ts).
const maxCards = 500

// productCards answers with the cards of the products with the given ids.
func (a API) productCards(c *httpapi.Call) (any, error) {
	ids := strings.Split(c.Request.URL.Query().Get("ids"), ",")
	if len(ids) > maxCards {
		return nil, fault.New(fault.BadRequest, fmt.Sprintf("Please ask for at most %d ids at a time.", maxCards))
	}
	snapshot := a.Catalogue.Snapshot()
	var items []*browse.Item
	for _, id := range ids {
		if _, err := strconv.ParseInt(id, 10, 64); err != nil {
			return nil, fault.New(fault.BadRequest, "Please give the ids of products as numbers with commas between them.")
		}
		if item, found := snapshot.Product(id); found {
			items = append(items, item)
		}
	}
	return httpapi.Encoded(appendCards(nil, snapshot, items)), nil
}

func cardKeys() []*huma.Param {
	return []*huma.Param{httpapi.Required(httpapi.Param("ids", fmt.Sprintf("Ids of products with commas between them, at most %d", maxCards), &huma.Schema{Type: huma.TypeString}))}
}

func appendCards(dst []byte, snapshot *browse.Snapshot, items []*browse.Item) []byte {
	return httpapi.AppendList(dst, items, snapshot.AppendCard)
}

func appendProducts(dst []byte, items []*browse.Item) []byte {
	return httpapi.AppendList(dst, items, func(dst []byte, item *browse.Item) []byte { return item.AppendJSON(dst) })
}

// stored answers with a product as editors set it.
func (a API) stored(c *httpapi.Call) (any, error) {
	name := c.Request.PathValue("x")
	if item, found := browse.Unpublished(a.Catalogue.Snapshot(), name); found {
		return item.Stored(), nil
	}
	item, err := browse.FindProduct(a.Catalogue.Snapshot(), name)
	if err != nil {
		return nil, err
	}
	return item.Stored(), nil
}

// rowSize estimates the bytes of a row.
const rowSize = 640

// rows answers with all products in the admin's order, for the dashboard.
func (a API) rows(c *httpapi.Call) (any, error) {
	snapshot := a.Catalogue.Snapshot()
	dst := make([]byte, 0, (snapshot.Len()+browse.UnpublishedCount(snapshot))*rowSize)
	dst = append(dst, '[')
	for item := range browse.AllStored(snapshot) {
		if len(dst) > 1 {
			dst = append(dst, ',')
		}
		dst = snapshot.AppendRow(dst, item, browse.DisplayOrder(item))
	}
	return httpapi.Encoded(append(dst, ']')), nil
}

func (a API) categories(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	return httpapi.Reply{Body: httpapi.AppendList(dst, snapshot.Categories().All(), func(dst []byte, c catalog.Category) []byte { return httpapi.AppendValue(dst, c) })}, nil
}

// categoryCounts answers with all categories and the number of products in each.
func (a API) categoryCounts(c *httpapi.Call) (any, error) {
	counts := a.Catalogue.Snapshot().Categories().Counts()
	return httpapi.Encoded(httpapi.AppendList(nil, counts, func(dst []byte, c browse.CategoryCount) []byte { return c.AppendRow(dst) })), nil
}

func appendCategoryFacet(dst []byte, c browse.CategoryCount) []byte { return c.AppendJSON(dst) }

// categoryOverview answers with what the list of all categories shows.
func (a API) categoryOverview(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	dst = httpapi.AppendList(append(dst, `{"categories":`...), snapshot.Categories().Summaries(), appendCategorySummary)
	dst = httpapi.AppendList(append(dst, `,"tags":`...), snapshot.Tags().MostUsed(), appendTagCount)
	return httpapi.Reply{Body: append(dst, '}')}, nil
}

func appendCategorySummary(dst []byte, c browse.CategorySummary) []byte {
	dst = c.AppendRow(dst)
	dst = httpapi.AppendList(append(dst[:len(dst)-1], `,"pricing":`...), c.Pricing, appendPricingFacet)
	return append(dst, '}')
}

func appendHomeCategory(dst []byte, c browse.CategorySummary) []byte {
	dst = appendCategorySummary(dst, c)
	dst = httpapi.AppendList(append(dst[:len(dst)-1], `,"tools":`...), c.Tools, func(dst []byte, item *browse.Item) []byte { return item.AppendLogo(dst) })
	return append(dst, '}')
}

// homeRows answers with what the home page shows above its two sections.
func (a API) homeRows(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	dst = httpapi.AppendList(append(dst, `{"rows":`...), snapshot.Home().Rows(), appendHomeRow)
	dst = httpapi.AppendList(append(dst, `,"collections":`...), snapshot.Home().Collections(), AppendCollectionSummary)
	dst = httpapi.AppendList(append(dst, `,"categories":`...), snapshot.Home().Categories(), appendHomeCategory)
	return httpapi.Reply{Body: append(dst, '}')}, nil
}

func appendTagCount(dst []byte, t browse.TagCount) []byte { return httpapi.AppendValue(dst, t) }

func appendHomeRow(dst []byte, row browse.Row) []byte {
	dst = httpapi.AppendText(append(dst, `{"kind":`...), string(row.Kind))
	dst = httpapi.AppendList(append(dst, `,"tools":`...), row.Items, func(dst []byte, item *browse.Item) []byte { return item.AppendRowTool(dst) })
	return append(dst, '}')
}

// leastMainLogo is the minimum length at which the data of a main logo counts as an image (product.md, section 2).
const leastMainLogo = 100

func (a API) frame(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	snapshot := a.Catalogue.Snapshot()
	answer := Site{
		Name:        settings.ShownTexts.Name,
		Texts:       siteTexts(settings.ShownTexts),
		Scheme:      string(settings.Theme.Scheme),
		Categories:  snapshot.Categories().All(),
		Groups:      []string{},
		Largest:     []string{},
		Searches:    snapshot.Home().Searches(),
		SocialLinks: settings.ActiveLinks(),
		Logos:       []SiteLogo{},
		Accounts:    a.Accounts,
		Newsletter:  a.Newsletter,
		Collections: len(snapshot.Collections().Published()) > 0,
		Deals:       browse.HasDeals(snapshot),
		Advertise:   settings.Places.Text != "",
	}
	for _, group := range snapshot.Categories().Groups() {
		answer.Groups = append(answer.Groups, group.Name)
	}
	for _, category := range snapshot.Home().Largest() {
		answer.Largest = append(answer.Largest, category.Slug)
	}
	for _, logo := range settings.Logos {
		if logo.IsActive && (logo.Type != site.MainLogo || len(logo.FileData) > leastMainLogo) {
			answer.Logos = append(answer.Logos, SiteLogo{logo.Type, logo.Name, logo.Address(), logo.MimeType})
		}
	}
	return httpapi.Reply{Body: httpapi.AppendValue(dst, answer)}, nil
}

func siteTexts(t site.Texts) SiteTexts {
	return SiteTexts{t.Tagline, t.Hero, t.HeroAccent, t.Introduction, t.Footer}
}

// AppendCollectionSummary appends a CollectionSummary.
func AppendCollectionSummary(dst []byte, c browse.CollectionSummary) []byte {
	dst = httpapi.AppendText(append(dst, `{"slug":`...), c.Slug)
	dst = httpapi.AppendText(append(dst, `,"title":`...), c.Title)
	dst = httpapi.AppendText(append(dst, `,"summary":`...), c.Summary)
	dst = httpapi.AppendValue(append(dst, `,"count":`...), c.Count)
	dst = httpapi.AppendValue(append(dst, `,"updatedAt":`...), c.ChangedAt())
	dst = httpapi.AppendList(append(dst, `,"tools":`...), c.Tools, func(dst []byte, item *browse.Item) []byte { return item.AppendLogo(dst) })
	return append(dst, '}')
}
