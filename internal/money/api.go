package money

import (
	"cmp"
	"fmt"
	"os"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// API is the calls about affiliate links, the clicks on them and what they earn.
type API struct {
	Queries   *Queries
	Clicks    *Clicks
	Catalogue *browse.Live
	Visits    *visits.Queries
	Mover     *Mover
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "money",
		Routes: []httpapi.Route{
			httpapi.Get("/api/products/{x}/affiliate-links", httpapi.Money.Content(), httpapi.Fetch(httpapi.ByID(catalog.NoProduct, a.linksOf)),
				httpapi.Answers[[]ListedLink]("productAffiliateLinks", "List the affiliate links of a product, the oldest first")),
			httpapi.Post("/api/products/{x}/affiliate-links", httpapi.Money.Change(), httpapi.Create(httpapi.MaxBody, httpapi.WithID(catalog.NoProduct, a.add)),
				httpapi.Answers[Link]("addAffiliateLink", "Add an affiliate link to a product")),
			httpapi.Get("/api/affiliate-links", httpapi.Money.Content(), httpapi.Fetch(a.links),
				httpapi.Answers[[]ListedLink]("affiliateLinks", "List the affiliate links of all products")),
			httpapi.Patch("/api/affiliate-links/{id}", httpapi.Money.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(noLink, a.change)),
				httpapi.Answers[Link]("changeAffiliateLink", "Change an affiliate link")),
			httpapi.Delete("/api/affiliate-links/{id}", httpapi.Money.Change(), httpapi.Remove(noLink, a.remove),
				httpapi.Done("deleteAffiliateLink", "Delete an affiliate link")),
			httpapi.Post("/api/affiliate-links/bulk", httpapi.Money.Change(), httpapi.Write(httpapi.MaxBody, a.bulk),
				httpapi.Answers[BulkChanged]("changeAffiliateLinks", "Change or delete many affiliate links; one undo reverts it")),
			httpapi.Get("/api/bookings", httpapi.Money.Content(), httpapi.Fetch(a.bookings),
				httpapi.Answers[[]BookingRow]("bookings", "List the bookings of places with their numbers, the latest start first")),
			httpapi.Post("/api/bookings", httpapi.Money.Change(), httpapi.Create(httpapi.MaxBody, a.addBooking),
				httpapi.Answers[Booking]("addBooking", "Book a place for a tool, where it stands as Sponsored; a place that is full then is 409")),
			httpapi.Patch("/api/bookings/{id}", httpapi.Money.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(noBooking, a.changeBooking)),
				httpapi.Answers[Booking]("changeBooking", "Change a booking")),
			httpapi.Delete("/api/bookings/{id}", httpapi.Money.Change(), httpapi.Remove(noBooking, a.deleteBooking),
				httpapi.Done("deleteBooking", "Delete a booking")),
			httpapi.Get("/api/booking-numbers/{key}", httpapi.Public, httpapi.Fetch(a.bookingNumbers),
				httpapi.Answers[BookingNumbers]("bookingNumbers", "Get the numbers of a booking that isn't over, for its buyer").NeedsSecret()),
			httpapi.Get("/api/deals", httpapi.Public, httpapi.Read(a.deals),
				httpapi.Answers[[]Deal]("deals", "List the deals that run, the soonest end first, at most 200")),
			httpapi.Get("/api/affiliate-report", httpapi.Money.Records(), httpapi.Fetch(a.report),
				httpapi.Answers[Report]("affiliateReport", "Get the clicks on affiliate links and what they earned", reportParams()...)),
			httpapi.Post("/api/affiliate-earnings", httpapi.Money.Change(), httpapi.Upload("text/csv", MaxEarnings, a.importEarnings),
				httpapi.Answers[EarningsRead]("importEarnings", "Import a network's report, a CSV file; a sale that is known counts once, and one undo reverts the import", earningsParams()...)),
			httpapi.Get("/api/affiliate-earnings", httpapi.Money.Records(), httpapi.Fetch(a.imports),
				httpapi.Answers[[]Import]("earningsImports", "List the imports of earnings that count, the newest first, at most 100")),
			httpapi.Get("/api/affiliate-moves", httpapi.Money.Records(), httpapi.Fetch(a.moves),
				httpapi.Answers[Moves]("affiliateMoves", "List the websites that are affiliate links, with the tools' own addresses that were found behind them")),
			httpapi.Post("/api/affiliate-moves/start", httpapi.Money.Change(), httpapi.Bare(a.startMoves),
				httpapi.Answers[Moves]("startAffiliateMoves", "Follow the websites that look like affiliate links to the tools' own addresses")),
			httpapi.Post("/api/affiliate-moves/accept", httpapi.Money.Change(), httpapi.Write(httpapi.MaxBody, a.acceptMoves),
				httpapi.Answers[Moved]("acceptAffiliateMoves", "Make own addresses that were found the websites, and the websites affiliate links; one undo reverts it")),
			httpapi.Post("/api/affiliate-moves/dismiss", httpapi.Money.Change(), httpapi.Write(httpapi.MaxBody, a.dismissMoves),
				httpapi.Done("dismissAffiliateMoves", "Dismiss own addresses that were found, or restore them")),
		},
		Params: []*huma.Param{catalog.ProductParam(), httpapi.PathParam("key", "The end of the buyer's URL", &huma.Schema{Type: huma.TypeString})},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Link](): "AffiliateLink", reflect.TypeFor[Fields](): "AffiliateLinkInput", reflect.TypeFor[ListedLink](): "ListedAffiliateLink", reflect.TypeFor[BookingFields](): "BookingInput", reflect.TypeFor[BookingRow](): "BookingWithNumbers",
			reflect.TypeFor[BulkInput](): "AffiliateLinksInput", reflect.TypeFor[BulkChanged](): "AffiliateLinksChanged",
			reflect.TypeFor[Report](): "AffiliateReport", reflect.TypeFor[Row](): "AffiliateReportRow", reflect.TypeFor[Import](): "EarningsImport",
			reflect.TypeFor[Move](): "AffiliateMove", reflect.TypeFor[Moves](): "AffiliateMoves", reflect.TypeFor[Moved](): "AffiliateMoved", reflect.TypeFor[Skipped](): "AffiliateMoveSkipped",
			reflect.TypeFor[AcceptMovesInput](): "AcceptAffiliateMovesInput", reflect.TypeFor[DismissMovesInput](): "DismissAffiliateMovesInput",
		},
	}
}

// BulkInput is a change of many links.
type BulkInput struct {
	IDs    []int64 `json:"ids" nullable:"false" doc:"At most 5,000"`
	Change Fields  `json:"change,omitzero" doc:"The fields to set"`
	Delete bool    `json:"delete,omitempty" doc:"Delete them instead"`
}

// BulkChanged is how many links a change of many was about.
type BulkChanged struct {
	Count int `json:"count"`
}

func (a API) linksOf(c *httpapi.Call, product int64) (any, error) {
	return a.Queries.LinksOf(c.Ctx(), product)
}

func (a API) links(c *httpapi.Call) (any, error) { return a.Queries.Links(c.Ctx()) }

func (a API) add(c *httpapi.Call, product int64, f Fields) (any, error) {
	return a.Queries.AddLink(c.Ctx(), c.By, product, f)
}

func (a API) change(c *httpapi.Call, id int64, f Fields) (any, error) {
	changed, err := a.Queries.ChangeLinks(c.Ctx(), c.By, []int64{id}, f)
	if err != nil {
		return nil, err
	}
	return changed[0], nil
}

func (a API) remove(c *httpapi.Call, id int64) error {
	return a.Queries.DeleteLinks(c.Ctx(), c.By, []int64{id})
}

func (a API) bulk(c *httpapi.Call, in BulkInput) (any, error) {
	switch {
	case len(in.IDs) == 0 || len(in.IDs) > MaxBulk:
		return nil, fault.InvalidFields([]fault.Field{{Field: "ids", Message: fmt.Sprintf("Please select 1 to %d links", MaxBulk)}})
	case in.Delete && in.Change != Fields{}:
		return nil, fault.InvalidFields([]fault.Field{{Field: "delete", Message: "Please either change the links or delete them"}})
	case in.Delete:
		return BulkChanged{len(in.IDs)}, a.Queries.DeleteLinks(c.Ctx(), c.By, in.IDs)
	}
	changed, err := a.Queries.ChangeLinks(c.Ctx(), c.By, in.IDs, in.Change)
	return BulkChanged{len(changed)}, err
}

func reportParams() []*huma.Param {
	return append(visits.TimeSpan(),
		httpapi.Param("by", "What the rows are about; tool without it", &huma.Schema{Type: huma.TypeString, Enum: []any{ByTool, ByNetwork, ByProgramme, ByPlacement, ByMonth}}),
	)
}

// report counts what this copy's journals have first, so that the figures are those of now.
func (a API) report(c *httpapi.Call) (any, error) {
	by := cmp.Or(By(c.Request.URL.Query().Get("by")), ByTool)
	if _, known := columns[by]; !known {
		return nil, fault.New(fault.BadRequest, "Please ask for a report by tool, network, programme, placement or month.")
	}
	from, to, err := visits.SpanOf(c)
	if err != nil {
		return nil, err
	}
	if err := a.Clicks.Count(c.Ctx()); err != nil {
		return nil, err
	}
	return a.Queries.ReadReport(c.Ctx(), by, from, to, a.Catalogue.Snapshot(), a.Visits)
}

func earningsParams() []*huma.Param {
	text := &huma.Schema{Type: huma.TypeString}
	params := []*huma.Param{
		httpapi.Required(httpapi.Param("network", "Name of the network", text)), httpapi.Param("file", "Name of the file", text),
		httpapi.Param("currency", "Of amounts without one", text), httpapi.Param("dryRun", "true: say what would be imported, and import nothing", &huma.Schema{Type: huma.TypeBoolean}),
	}
	for _, name := range fieldNames {
		params = append(params, httpapi.Param(name, "Heading of the column, as in EarningsColumns", text))
	}
	return params
}

func (a API) importEarnings(c *httpapi.Call, file *os.File) (any, error) {
	query := c.Request.URL.Query()
	o := EarningsOptions{Network: query.Get("network"), File: query.Get("file"), Currency: query.Get("currency"), DryRun: query.Get("dryRun") == "true"}
	for at, column := range o.Columns.of() {
		*column = query.Get(fieldNames[at])
	}
	c.WaitFor(httpapi.LongChange)
	return a.Queries.ImportEarnings(c.Ctx(), c.By, file, o)
}

func (a API) imports(c *httpapi.Call) (any, error) { return a.Queries.Imports(c.Ctx()) }

func (a API) moves(c *httpapi.Call) (any, error) {
	return a.Queries.ReadMoves(c.Ctx(), a.Mover.LikeLinks(a.Catalogue.Snapshot()))
}

func (a API) startMoves(c *httpapi.Call) (any, error) {
	if err := a.Queries.StartMoves(c.Ctx(), c.By); err != nil {
		return nil, err
	}
	a.Mover.Wake()
	return a.moves(c)
}

// AcceptMovesInput says which products get their own addresses.
type AcceptMovesInput struct {
	IDs *[]int64 `json:"ids,omitempty" nullable:"false" doc:"Ids of products, at most 5,000"`
	All bool     `json:"all,omitempty" doc:"Instead of ids: all"`
}

func (a API) acceptMoves(c *httpapi.Call, in AcceptMovesInput) (any, error) {
	if in.All && in.IDs != nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "all", Message: "Please send either ids or all"}})
	}
	var ids []int64
	if !in.All {
		if in.IDs != nil {
			ids = *in.IDs
		}
		if err := checkMoveIDs(ids); err != nil {
			return nil, err
		}
	}
	c.WaitFor(httpapi.LongChange)
	return a.Queries.AcceptMoves(c.Ctx(), c.By, ids)
}

// DismissMovesInput are products whose websites stay, or whose proposals come back.
type DismissMovesInput struct {
	IDs       []int64 `json:"ids" nullable:"false" doc:"Ids of products, at most 5,000"`
	Dismissed *bool   `json:"dismissed,omitempty" nullable:"false" doc:"true without it; false restores the proposals"`
}

func (a API) dismissMoves(c *httpapi.Call, in DismissMovesInput) (any, error) {
	if err := checkMoveIDs(in.IDs); err != nil {
		return nil, err
	}
	return nil, a.Queries.DismissMoves(c.Ctx(), c.By, in.IDs, in.Dismissed == nil || *in.Dismissed)
}

func checkMoveIDs(ids []int64) error {
	if len(ids) == 0 || len(ids) > MaxBulk {
		return fault.InvalidFields([]fault.Field{{Field: "ids", Message: fmt.Sprintf("Please select 1 to %d tools", MaxBulk)}})
	}
	return nil
}
