package app

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/money"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func init() {
	scenarios = append(scenarios, scenario{"the deals that run", "GET", "/api/deals", 200, `[{"product": {"hasDeal": true}, "code": "", "url": "", "to": ""}]`, ""})
}

// Views of a booked place and clicks from it are counted for its booking, and its buyer reads them until it is over.
func TestBookingViews(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	fill(t, s, sampleDirectory())
	now, product, place := time.Now(), int64(2), catalog.HomePlace
	book := func(from, to time.Duration) money.Booking {
		begin, end := now.Add(from), now.Add(to)
		return storetest.Must((&money.Queries{DB: s.DB}).AddBooking(t.Context(), "test", money.BookingFields{ProductID: &product, Place: &place, From: &begin, To: &end}))(t)
	}
	runs, ended, later := book(-time.Hour, time.Hour), book(-3*time.Hour, -2*time.Hour), book(48*time.Hour, 72*time.Hour)
	const view = `{"page":"%d","kind":"booking"}`
	a := viewed(t, s, fmt.Sprintf(view, runs.ID), fmt.Sprintf(view, runs.ID), fmt.Sprintf(view, ended.ID), fmt.Sprintf(view, later.ID))
	storetest.Same(t, "of none", sendVisit(a, fmt.Sprintf(view, 99)).Code, http.StatusNotFound)
	for target, want := range map[string]string{
		"/api/bookings":                     fmt.Sprintf(`[{"id": %d, "views": 0}, {"id": %d, "views": 2, "clicks": 0}, {"id": %d, "views": 0}]`, later.ID, runs.ID, ended.ID),
		"/api/booking-numbers/" + runs.Key:  `{"views": 2, "clicks": 0}`,
		"/api/booking-numbers/" + later.Key: `{"views": 0, "days": []}`,
		"/api/admin/visits":                 `{"pages": []}`,
	} {
		t.Run(target, func(t *testing.T) { Contains(t, get(t, a, target).Body.String(), want) })
	}
	storetest.Same(t, "of one that is over", send(a, http.MethodGet, "/api/booking-numbers/"+ended.Key, "").Code, http.StatusNotFound)
}
