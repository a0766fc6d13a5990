package money_test

import (
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/money"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A place is full at no moment with more tools than it has room for, and a tool has it once at a time.
func TestBookedPlaces(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var ids []int64
		for _, name := range []string{"A", "B", "C", "D", "E", "F"} {
			ids = append(ids, storetest.Create(t, s, storetest.Draft(name)).ID)
		}
		queries := &money.Queries{DB: s.DB}
		begin := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
		book := func(tool int64, place catalog.Place, from, to int) (money.Booking, error) {
			fields := money.BookingFields{ProductID: &tool, Place: &place, From: new(time.Time), To: new(time.Time), CategoryID: new(int64)}
			*fields.From, *fields.To = begin.AddDate(0, 0, from), begin.AddDate(0, 0, to)
			if place == catalog.CategoryPlace {
				*fields.CategoryID = storetest.ReadAll(t, s).Categories[0].ID
			}
			return queries.AddBooking(t.Context(), "test", fields)
		}
		for i, days := range [][2]int{{0, 10}, {0, 4}, {2, 6}, {3, 5}} {
			storetest.NoError(t, storetest.ErrorOf(book(ids[i], catalog.HomePlace, days[0], days[1])))
		}
		_, err := book(ids[4], catalog.HomePlace, 0, 20)
		storetest.Same(t, "it is a conflict", fault.Is(err, fault.Conflict), true)
		_, err = book(ids[0], catalog.HomePlace, 9, 11)
		storetest.Same(t, "it is a conflict", fault.Is(err, fault.Conflict), true)
		fifth, err := book(ids[4], catalog.HomePlace, 4, 5) // the second has ended
		storetest.NoError(t, err)
		earlier := begin.AddDate(0, 0, 3)
		_, err = queries.ChangeBooking(t.Context(), "test", fifth.ID, money.BookingFields{From: &earlier})
		storetest.Same(t, "it is a conflict", fault.Is(err, fault.Conflict), true)
		above, err := book(ids[0], catalog.CategoryPlace, 0, 3)
		storetest.NoError(t, err)
		_, err = book(ids[1], catalog.CategoryPlace, 2, 3)
		storetest.Same(t, "it is a conflict", fault.Is(err, fault.Conflict), true)
		storetest.NoError(t, storetest.ErrorOf(book(ids[1], catalog.CategoryPlace, 3, 4)))

		note := "Paid"
		storetest.NoError(t, storetest.ErrorOf(queries.ChangeBooking(t.Context(), "test", above.ID, money.BookingFields{Note: &note})))
		storetest.NoError(t, queries.DeleteBooking(t.Context(), "test", above.ID))
		storetest.NoError(t, storetest.ErrorOf(s.Undo(t.Context(), "test", storetest.ReadAll(t, s).Version, "")))
		list, err := queries.Bookings(t.Context())
		storetest.NoError(t, err)
		storetest.Same(t, "bookings", len(list), 7)
		found := false
		for _, b := range list {
			found = found || b.ID == above.ID && b.Note == note && b.From.Equal(begin)
		}
		storetest.Same(t, "the deleted one is back", found, true)
		storetest.Same(t, "in memory", len(storetest.ReadAll(t, s).Bookings[ids[0]]), 2)
		key := list[0].Key
		same, err := queries.ChangeBooking(t.Context(), "test", list[0].ID, money.BookingFields{Note: new(string)})
		storetest.Same(t, "the key stays", []any{len(key), same.Key, err}, []any{26, key, error(nil)})
		other, err := queries.ChangeBooking(t.Context(), "test", list[0].ID, money.BookingFields{ProductID: &ids[5]})
		storetest.Same(t, "another buyer has another key", []any{other.Key == key, len(other.Key), err}, []any{false, 26, error(nil)})
		storetest.NoError(t, s.DeleteProduct(t.Context(), "test", ids[2])) // its place is free
		storetest.NoError(t, storetest.ErrorOf(book(ids[5], catalog.HomePlace, 3, 4)))
	})
}

// A merged category's bookings go to the other one, also where that makes the place too full, and come back when the merge is undone.
// How many tools a place has is a setting.
func TestMergedBookings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var made []catalog.Product
		for _, name := range []string{"A", "B"} {
			draft := storetest.Draft(name)
			draft.Categories = []string{"For " + name}
			made = append(made, storetest.Create(t, s, draft))
		}
		queries := &money.Queries{DB: s.DB}
		category := map[string]int64{}
		for _, c := range storetest.ReadAll(t, s).Categories {
			category[c.Name] = c.ID
		}
		from, to, place := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 30, 0, 0, 0, 0, time.UTC), catalog.CategoryPlace
		book := func(tool int64, name string) (money.Booking, error) {
			above := category[name]
			return queries.AddBooking(t.Context(), "test", money.BookingFields{ProductID: &tool, Place: &place, CategoryID: &above, From: &from, To: &to})
		}
		for i, name := range []string{"For A", "For B"} {
			storetest.NoError(t, storetest.ErrorOf(book(made[i].ID, name)))
		}
		_, err := book(made[1].ID, "For A")
		storetest.Same(t, "it is a conflict", fault.Is(err, fault.Conflict), true)
		two := 2
		storetest.NoError(t, storetest.ErrorOf((&site.Queries{DB: s.DB}).ChangeValues(t.Context(), "test", site.ValuesChange{Places: &site.PlacesChange{Category: &two}})))
		storetest.NoError(t, storetest.ErrorOf(book(made[1].ID, "For A")))

		storetest.NoError(t, storetest.ErrorOf(s.MergeCategory(t.Context(), "test", category["For A"], category["For B"])))
		above := func() (counts map[int64]int) {
			counts = map[int64]int{}
			for _, list := range storetest.ReadAll(t, s).Bookings {
				for _, b := range list {
					counts[b.Category]++
				}
			}
			return counts
		}
		storetest.Same(t, "above the other one", above(), map[int64]int{category["For B"]: 3})
		storetest.NoError(t, storetest.ErrorOf(s.Undo(t.Context(), "test", storetest.ReadAll(t, s).Version, "")))
		for _, c := range storetest.ReadAll(t, s).Categories {
			category[c.Name] = c.ID
		}
		storetest.Same(t, "after the undo", above(), map[int64]int{category["For A"]: 2, category["For B"]: 1})
	})
}
