package app_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/money"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// a0 is a valid affiliate link.
const a0 = `{"network":"Impact","programme":"Pen Inc","url":"https://pen.example/?ref=9","subId":"subid={placement}-{tool}","note":"20 % for a year"}`

// b0 is a valid booking.
const b0 = `{"productId":1,"place":"category","categoryId":1,"from":"2026-11-30T00:00:00Z","to":"2026-12-31T00:00:00Z","note":"Invoice 7"}`

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST /api/products/{x}/affiliate-links", "", a0},
		{"PATCH /api/affiliate-links/{id}", "", `{"active":false}`},
		{"POST /api/affiliate-links/bulk", "", `{"ids":[1],"change":{"active":true}}`},
		{"POST /api/affiliate-earnings", "/api/affiliate-earnings?network=Impact&file=a.csv", "Date,Commission,Currency,SubId\n2026-11-01,3.50,USD,list-pen\n"},
		{"DELETE /api/affiliate-links/{id}", "", ""},
		{"POST /api/bookings", "", b0},
		{"PATCH /api/bookings/{id}", "", `{"note":"Paid"}`},
		{"DELETE /api/bookings/{id}", "", ""},
		{"POST /api/affiliate-moves/start", "", ""},
		{"POST /api/affiliate-moves/accept", "", `{"all":true}`},
		{"POST /api/affiliate-moves/dismiss", "", `{"ids":[1]}`},
	}...)
	rules = append(rules, []fieldRules{
		{administrator, []string{"POST /api/products/1/affiliate-links"}, a0, fields{
			"network":   {absent, "", " \n", null, 5, "a\nb", "a\u0000", strings.Repeat("é", 81)},
			"programme": {5, "a\nb", strings.Repeat("é", 121)},
			"url": {absent, "", null, 5, "pen.example", "//pen.example", "javascript:alert(1)", "ftp://pen.example/", "https://ann@pen.example/", "https://ann:secret@pen.example/",
				"http://localhost/", "http://127.0.0.1/", "http://127.1/", "http://0x7f000001/", "http://2130706433/", "http://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/latest/",
				"http://router/", "http://printer.local/", "http://db.internal/", "https://pen.example/a b", "https://pen.example/" + strings.Repeat("é", 2000)},
			"subId":  {5, "a", "=a", "a=", "a={user}", "a={placement", "a=b&", "a=b#c", "a=b c", "a=%zz", "a=\nb", "a=" + strings.Repeat("b", 199)},
			"active": {"yes", 1},
			"from":   {"1999-12-31T23:59:59Z"},
			"to":     {"2101-01-01T00:00:00Z"},
			"note":   {5, "a\u0000", strings.Repeat("é", 1001)},
		}},
		{administrator, []string{"POST /api/bookings"}, b0, fields{
			"productId":  {absent, 0, "1"},
			"place":      {absent, "", "footer", 5},
			"categoryId": {absent, 0, 99, "1"},
			"from":       {absent, "1999-12-31T23:59:59Z"},
			"to":         {absent, "2101-01-01T00:00:00Z", "2026-11-30T00:00:00Z"},
			"note":       {5, "a\u0000", strings.Repeat("é", 1001)},
		}},
		{administrator, []string{"POST /api/affiliate-moves/accept", "POST /api/affiliate-moves/dismiss"}, `{}`, fields{"ids": {absent, []int{}, 5, []string{"1"}, make([]int, 5001)}}},
		{administrator, []string{"POST /api/affiliate-moves/accept"}, `{"ids":[1]}`, fields{"all": {true, 5}}},
	}...)
	needScope(account.ScopeRead, "/api/products/{x}/affiliate-links", "/api/affiliate-links", "/api/bookings")
	needScope(account.ScopeReadAll, "/api/affiliate-report", "/api/affiliate-earnings", "/api/affiliate-moves")
	previewed["affiliate_links"], previewed["bookings"] = "{0 0 0 0}", "{0 0 0 0}"
	onPostgres["what buyers read"] = postgresPart{call: func(t *testing.T, s *openSite) {
		booked := read[money.Booking](t, s.ask(administrator, "POST", "/api/bookings", strings.Replace(b0, "2026-12-31", "2099-12-31", 1)), http.StatusCreated)
		s.expect(t, nobody, "GET", "/api/booking-numbers/"+booked.Key, "", 200, `{"views":0,"clicks":0}`)
	}}
	rules = append(rules, fieldRules{administrator, []string{"PATCH /api/admin/settings"}, `{}`, fields{"places": {5, "x"}, "links": {5, "x"}}})
	fileTypes["/api/affiliate-earnings"], bounds["/api/affiliate-earnings"] = "text/csv", money.MaxEarnings
}

// What links earned is read with the clicks of this copy, and a report of a network is a file.
func TestAffiliateReport(t *testing.T) {
	eachSite(t, siteTests{
		"has the clicks and the earnings": func(t *testing.T, s *openSite) {
			s.expect(t, administrator, "POST", "/api/products/1/affiliate-links", a0, 201, `{"id":1}`)
			slug := read[catalog.Product](t, s.ask(nobody, "GET", "/api/products/1", ""), http.StatusOK).Slug
			today := time.Now().UTC().Format(time.DateOnly)
			file := "Date,Commission,Currency,SubId\n" + today + ",3.50,USD,list-" + slug + "\n" + today + ",1.50,USD,?\n"
			const to = "/api/affiliate-earnings?network=Impact&file=a.csv"
			s.expect(t, administrator, "POST", to+"&dryRun=true", file, 200, `{"added":2,"bySubId":1,"unknown":1,"columns":{"date":"Date","subId":"SubId"}}`)
			s.expect(t, administrator, "GET", "/api/affiliate-earnings", "", 200, `[]`)
			s.expect(t, administrator, "POST", to, file, 200, `{"added":2,"amounts":[{"currency":"USD","amount":5}]}`)
			s.expect(t, administrator, "GET", "/api/affiliate-report", "", 200, `{"total":{"clicks":0,"earnings":[{"currency":"USD","amount":5}]},"rows":[{"key":"1","slug":"`+slug+`"},{"key":"","name":""}],"idle":[],"linkless":[]}`)
			s.expect(t, administrator, "GET", "/api/affiliate-report?by=placement&days=1", "", 200, `{"rows":[{"key":"list","name":"list"},{"key":""}]}`)
			s.expect(t, administrator, "GET", "/api/affiliate-earnings", "", 200, `[{"id":1,"network":"Impact","file":"a.csv","rows":2}]`)
			for _, query := range []string{"by=person", "days=0", "days=401", "days=x"} {
				s.ask(administrator, "GET", "/api/affiliate-report?"+query, "").failed(t, http.StatusBadRequest)
			}
			s.ask(administrator, "POST", to, file, "Content-Type", "application/json").failed(t, http.StatusUnsupportedMediaType)
			s.ask(administrator, "POST", to, "Date,Commission\nsoon,1\n").naming(t, "file")
			s.ask(administrator, "POST", "/api/affiliate-earnings", file).naming(t, "network")
			s.ask(administrator, "POST", to+"&currencyColumn=Money", file).naming(t, "currencyColumn")
			s.expect(t, administrator, "POST", to+"&currency=EUR&dryRun=true&amountColumn=Worth", "Date,Worth\n"+today+",1\n", 200, `{"amounts":[{"currency":"EUR","amount":1}]}`)
		},
	})
}

func TestAffiliateLinks(t *testing.T) {
	eachSite(t, siteTests{
		"stand beside the website of a tool, and are said where visitors see it": func(t *testing.T, s *openSite) {
			const list, one = "/api/products/1/affiliate-links", "/api/affiliate-links/1"
			said := func(want bool) {
				t.Helper()
				for _, address := range []string{"/api/products/1", "/api/catalog", "/api/products", "/api/product-cards?ids=1", "/api/compare?products=1,2", "/api/products/2/alternatives", "/api/products/2/similar"} {
					if got := strings.Contains(s.ask(nobody, "GET", address, "").body, `"hasAffiliateLink":true`); got != want {
						t.Errorf("%s says that there is an affiliate link: %t", address, got)
					}
				}
			}
			said(false)
			s.expect(t, administrator, "POST", list, a0, 201, `{"id":1,"productId":1,"network":"Impact","active":true,"from":"0001-01-01T00:00:00Z","subId":"subid={placement}-{tool}"}`)
			said(true)
			s.expect(t, nobody, "GET", "/api/products/1", "", 200, `{"website":"https://example.com/","version":1}`)
			s.expect(t, administrator, "GET", list, "", 200, `[{"id":1,"programme":"Pen Inc","note":"20 % for a year"}]`)
			s.expect(t, administrator, "GET", "/api/affiliate-links", "", 200, `[{"id":1,"productId":1}]`)
			s.ask(administrator, "PATCH", one, `{"from":"2026-02-01T00:00:00Z","to":"2026-02-01T00:00:00Z"}`).naming(t, "to")
			s.expect(t, administrator, "PATCH", one, `{"from":"2096-02-01T00:00:00Z"}`, 200, `{"from":"2096-02-01T00:00:00Z","network":"Impact"}`)
			said(false)
			s.expect(t, administrator, "PATCH", one, `{"from":"0001-01-01T00:00:00Z","network":" CJ "}`, 200, `{"from":"0001-01-01T00:00:00Z","network":"CJ"}`)
			said(true)
			s.expect(t, administrator, "PATCH", one, `{"active":false}`, 200, `{"active":false}`)
			said(false)
			s.ask(administrator, "DELETE", one, "").has(t, http.StatusNoContent)
			s.expect(t, administrator, "GET", list, "", 200, `{"length":0}`)
			for _, call := range [][3]string{{"PATCH", one, `{}`}, {"DELETE", one, ""}, {"GET", "/api/products/99/affiliate-links", ""}, {"POST", "/api/products/99/affiliate-links", a0}} {
				s.ask(administrator, call[0], call[1], call[2]).failed(t, http.StatusNotFound)
			}
		},
		"are undone, many as one change": func(t *testing.T, s *openSite) {
			const audit = "/api/audit?object=affiliate_links"
			undo := func(want int) {
				t.Helper()
				version := read[records.AuditPage](t, s.ask(administrator, "GET", audit, ""), http.StatusOK).Entries[0].Version
				s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, version), 200, fmt.Sprintf(`{"restored":%d}`, want))
			}
			for _, product := range []string{"1", "2", "2"} {
				read[money.Link](t, s.ask(administrator, "POST", "/api/products/"+product+"/affiliate-links", a0), http.StatusCreated)
			}
			s.expect(t, administrator, "POST", "/api/affiliate-links/bulk", `{"ids":[1,3,1],"change":{"network":"Awin","active":false}}`, 200, `{"count":2}`)
			s.expect(t, administrator, "GET", "/api/affiliate-links", "", 200, `[{"id":1,"network":"Awin"},{"id":2,"network":"Impact"},{"id":3,"network":"Awin","active":false}]`)
			undo(2)
			s.expect(t, administrator, "GET", "/api/affiliate-links", "", 200, `[{"id":1,"network":"Impact","active":true},{"id":2},{"id":3,"network":"Impact","active":true}]`)
			s.expect(t, administrator, "PATCH", "/api/affiliate-links/2", `{"from":"2026-02-01T09:30:00.123456+02:00","to":"2026-03-01T00:00:00Z"}`, 200, `{"from":"2026-02-01T07:30:00.123456Z"}`)
			s.expect(t, administrator, "PATCH", "/api/affiliate-links/2", `{"note":"Twice"}`, 200, `{"note":"Twice"}`)
			undo(1)
			s.expect(t, administrator, "GET", "/api/products/2/affiliate-links", "", 200, `[{"id":2,"note":"20 % for a year","to":"2026-03-01T00:00:00Z"},{"id":3}]`)
			s.expect(t, administrator, "POST", "/api/affiliate-links/bulk", `{"ids":[2,3],"delete":true}`, 200, `{"count":2}`)
			s.expect(t, administrator, "GET", "/api/affiliate-links", "", 200, `{"length":1}`)
			undo(2)
			s.expect(t, administrator, "GET", "/api/affiliate-links", "", 200, `[{"id":1},{"id":2,"url":"https://pen.example/?ref=9"},{"id":3}]`)
			unchanged := s.unchanged(t)
			s.ask(administrator, "POST", "/api/affiliate-links/bulk", `{"ids":[1,99],"change":{"network":"CJ"}}`).failed(t, http.StatusNotFound)
			s.ask(administrator, "POST", "/api/affiliate-links/bulk", `{"ids":[1,2],"change":{"url":"http://127.0.0.1/"}}`).naming(t, "url")
			s.ask(administrator, "POST", "/api/affiliate-links/bulk", `{"ids":[],"change":{"network":"CJ"}}`).naming(t, "ids")
			s.ask(administrator, "POST", "/api/affiliate-links/bulk", `{"ids":[1],"delete":true,"change":{"network":"CJ"}}`).naming(t, "delete")
			unchanged()
		},
		"are at most twenty of a tool": func(t *testing.T, s *openSite) {
			for range money.MaxLinks {
				s.ask(administrator, "POST", "/api/products/1/affiliate-links", a0).has(t, http.StatusCreated)
			}
			unchanged := s.unchanged(t)
			s.ask(administrator, "POST", "/api/products/1/affiliate-links", a0).failed(t, http.StatusConflict)
			unchanged()
			s.ask(administrator, "POST", "/api/products/2/affiliate-links", a0).has(t, http.StatusCreated)
		},
	})
}

// Websites that are affiliate links are found, moved beside the tools' own addresses, and undone as one change.
func TestAffiliateMoves(t *testing.T) {
	eachSite(t, siteTests{
		"are proposed, accepted, undone and dismissed": func(t *testing.T, s *openSite) {
			const moves = "/api/affiliate-moves"
			s.expect(t, administrator, "GET", moves, "", 200, `{"looksLike":0,"pending":0,"total":0,"moves":[]}`)
			d := storetest.Draft("Moved")
			d.Website = "https://moved.example/?via=me"
			id := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", string(storetest.Must(json.Marshal(d))(t))), http.StatusCreated).ID
			s.expect(t, administrator, "POST", moves+"/start", "", 200, `{"looksLike":1,"pending":1,"total":1,"moves":[]}`)
			storetest.NoError(t, money.NewMover(&money.Queries{DB: s.store.DB}, fetch.New(fetch.Options{}), slog.New(slog.DiscardHandler)).Do(t.Context()))
			s.expect(t, administrator, "GET", moves, "", 200, fmt.Sprintf(`{"pending":0,"moves":[{"product":%d,"network":"Affiliate program","state":"found","own":"https://moved.example/","reason":""}]}`, id))
			done := read[money.Moved](t, s.ask(administrator, "POST", moves+"/accept", fmt.Sprintf(`{"ids":[%d,1]}`, id)), http.StatusOK)
			storetest.Same(t, "moved and not", []any{done.Count, len(done.Skipped), done.Skipped[0].Product}, []any{1, 1, int64(1)})
			s.expect(t, nobody, "GET", fmt.Sprintf("/api/products/%d", id), "", 200, `{"website":"https://moved.example/","hasAffiliateLink":true}`)
			s.expect(t, administrator, "GET", moves, "", 200, `{"looksLike":0,"moves":[]}`)
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, done.Version), 200, `{"restored":2}`)
			s.expect(t, nobody, "GET", fmt.Sprintf("/api/products/%d", id), "", 200, `{"website":"https://moved.example/?via=me","hasAffiliateLink":false}`)
			s.ask(administrator, "POST", moves+"/dismiss", fmt.Sprintf(`{"ids":[%d]}`, id)).has(t, http.StatusNoContent)
			s.expect(t, administrator, "POST", moves+"/start", "", 200, `{"looksLike":0,"pending":0,"moves":[]}`)
			s.ask(administrator, "POST", moves+"/dismiss", fmt.Sprintf(`{"ids":[%d],"dismissed":false}`, id)).has(t, http.StatusNoContent)
			s.expect(t, administrator, "GET", moves, "", 200, `{"looksLike":1,"moves":[{"state":"found"}]}`)
		},
	})
}
