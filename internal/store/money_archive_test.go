package store_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/money"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// linkOf is an affiliate link of a product.
func linkOf(id, product int64) money.Link {
	at := time.UnixMicro(1).UTC()
	return money.Link{ID: id, ProductID: product, Network: "Impact", URL: "https://net.example/", Active: true, CreatedAt: at, UpdatedAt: at}
}

func init() {
	drawn = append(drawn, drawLinks)
	plans = append(plans, plan{reflect.TypeFor[*money.Queries](), planMoney})
	belonging["affiliate_links"] = belongings{"product_id", "INSERT INTO affiliate_links VALUES (1, 1, 'Impact', '', 'https://net.example/', '', TRUE, NULL, NULL, '', 1, 1), " +
		"(2, 3, 'Impact', '', 'https://net.example/', '', TRUE, NULL, NULL, '', 1, 1)", func(want *archive.Content) {
		setList(want, "affiliate_links", linkOf(2, 3))
	}, []string{"3"}}
	belonging["bookings"] = belongings{"product_id", "INSERT INTO bookings VALUES (1, 1, 'home', 0, 946684800000000, 946684801000000, '', 1, 1, ''), " +
		"(2, 3, 'home', 0, 946684800000000, 946684801000000, '', 1, 1, '')", func(want *archive.Content) {
		setList(want, "bookings", bookingOf(2, 3))
	}, []string{"3"}}
	belonging["affiliate_clicks"] = belongings{"product_id", "INSERT INTO affiliate_clicks VALUES (20000, 1, 1, 'Impact', '', 'list', 1, 1), (20000, 2, 3, 'Impact', '', 'list', 1, 1)",
		nil, []string{"3"}}
	belonging["affiliate_moves"] = belongings{"product_id", "INSERT INTO affiliate_moves VALUES (1, '', '', 'found', '', '', 1), (3, '', '', 'found', '', '', 1)", nil, []string{"3"}}
}

// drawLinks draws affiliate links of products.
func drawLinks(t *rapid.T, c *archive.Content) {
	var links []money.Link
	for _, p := range c.Products() {
		for range rapid.IntRange(0, 2).Draw(t, "links") {
			link := linkOf(int64(len(links)+1), p.ID)
			link.Active, link.Programme = rapid.Bool().Draw(t, "active"), rapid.SampledFrom([]string{"", "Pens"}).Draw(t, "programme")
			links = append(links, link)
		}
	}
	setList(c, "affiliate_links", links...)
	var booked []money.Booking
	for _, p := range c.Products() {
		if rapid.Bool().Draw(t, "booked") {
			booked = append(booked, bookingOf(int64(len(booked)+1), p.ID))
		}
	}
	setList(c, "bookings", booked...)
}

// bookingOf is a booking of a product.
func bookingOf(id, product int64) money.Booking {
	at, begin := time.UnixMicro(1).UTC(), time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	return money.Booking{ID: id, ProductID: product, Place: catalog.HomePlace, From: begin, To: begin.Add(time.Second), CreatedAt: at, UpdatedAt: at}
}

func planMoney(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx, q := t.Context(), &money.Queries{DB: s.DB}
	link := money.Fields{Network: new("Impact"), URL: new("https://net.example/")}
	look("AddLink")(q.AddLink(ctx, "w", 42, link))
	look("ChangeLinks")(q.ChangeLinks(ctx, "w", []int64{1}, money.Fields{Note: new("A note")}))
	look("LinksOf")(q.LinksOf(ctx, 42))
	look("Links")(q.Links(ctx))
	look("CountFailing")(q.CountFailing(ctx))
	begin := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	look("AddBooking")(q.AddBooking(ctx, "w", money.BookingFields{ProductID: new(int64(42)), Place: new(catalog.HomePlace), From: &begin, To: new(begin.Add(time.Hour))}))
	look("ChangeBooking")(q.ChangeBooking(ctx, "w", 1, money.BookingFields{Note: new("A note")}))
	look("Bookings")(q.Bookings(ctx))
	look("DeleteBooking")(q.DeleteBooking(ctx, "w", 1))
	look("Imports")(q.Imports(ctx))
	columns := money.EarningsColumns{Date: "Date", Amount: "Amount"}
	look("ImportEarnings")(q.ImportEarnings(ctx, "w", strings.NewReader("Date,Amount\n2026-11-01,1.00\n"), money.EarningsOptions{Network: "Impact", Currency: "USD", Columns: columns}))
	look("ReadReport")(q.ReadReport(ctx, money.ByTool, 19_999, 20_000, new(browse.Snapshot), &visits.Queries{DB: s.DB}))
	look("StartMoves")(q.StartMoves(ctx, "w"))
	look("ReadMoves")(q.ReadMoves(ctx, 0))
	look("DismissMoves")(q.DismissMoves(ctx, "w", []int64{42}, true))
	look("AcceptMoves")(q.AcceptMoves(ctx, "w", nil))
	look("DeleteLinks")(q.DeleteLinks(ctx, "w", []int64{1}))
}
