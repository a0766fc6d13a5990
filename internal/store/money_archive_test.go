package store_test

import (
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/money"
)

// linkOf is an affiliate link of a product.
func linkOf(id, product int64) money.Link {
	at := time.UnixMicro(1).UTC()
	return money.Link{ID: id, ProductID: product, Network: "Impact", URL: "https://net.example/", Active: true, CreatedAt: at, UpdatedAt: at}
}

func init() {
	drawn = append(drawn, drawLinks)
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
