package money

import (
	"context"
	"crypto/rand"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// MaxBookings is how many bookings a site has at most, past ones too.
const MaxBookings = 1_000

const noBooking = "There is no such booking. It may have been deleted."

// mostAt is how many tools a place has at a time; 0: there is no such place.
func mostAt(p site.Places, place catalog.Place) int {
	return map[catalog.Place]int{catalog.HomePlace: p.Home, catalog.CategoryPlace: p.Category, catalog.NewsletterPlace: p.Newsletter}[place]
}

// Booking is a place that is sold to a tool for some time. The tool stands there as Sponsored, besides where it is listed.
type Booking struct {
	ID         int64         `json:"id" db:"id,serial"`
	Key        string        `json:"key" db:"key" doc:"The end of the URL /booking/{key}, at which its buyer reads the numbers while it isn't over; another product gets another one"`
	ProductID  int64         `json:"productId" db:"product_id"`
	Place      catalog.Place `json:"place" db:"place" enum:"home,category,newsletter"`
	CategoryID int64         `json:"categoryId" db:"category_id" doc:"Of the category that it stands above; 0 for another place"`
	From       time.Time     `json:"from" db:"starts_at"`
	To         time.Time     `json:"to" db:"ends_at"`
	Note       string        `json:"note" db:"note"`
	CreatedAt  time.Time     `json:"createdAt" db:"created_at"`
	UpdatedAt  time.Time     `json:"updatedAt" db:"updated_at"`
}

// BookingFields are the fields of a booking in a request; those that are nil stay as they are.
type BookingFields struct {
	ProductID  *int64         `json:"productId,omitempty" nullable:"false"`
	Place      *catalog.Place `json:"place,omitempty" nullable:"false" enum:"home,category,newsletter" doc:"home: in the row Sponsored of the home page; category: above a category; newsletter: at the beginning of the issues sent then"`
	CategoryID *int64         `json:"categoryId,omitempty" nullable:"false" doc:"Of a place above a category"`
	From       *time.Time     `json:"from,omitempty" nullable:"false"`
	To         *time.Time     `json:"to,omitempty" nullable:"false" doc:"Nobody sees it from then on"`
	Note       *string        `json:"note,omitempty" nullable:"false" doc:"At most 1,000 characters"`
}

// Apply returns the booking with these fields, checked.
func (f BookingFields) Apply(b Booking) (Booking, error) {
	field.Set(&b.ProductID, f.ProductID)
	field.Set(&b.Place, f.Place)
	field.Set(&b.CategoryID, f.CategoryID)
	field.Set(&b.From, f.From)
	field.Set(&b.To, f.To)
	field.Set(&b.Note, f.Note)
	return b.Check()
}

// Check cleans the booking and checks every rule that needs no other one. The fault names each invalid field.
func (b Booking) Check() (Booking, error) {
	var c field.Checker
	if b.ProductID < 1 {
		c.Fail("productId", "Please choose a tool")
	}
	if mostAt(site.DefaultValues().Places, b.Place) == 0 {
		c.Fail("place", "Please choose a place")
	}
	switch isAbove := b.Place == catalog.CategoryPlace; {
	case !isAbove:
		b.CategoryID = 0
	case b.CategoryID < 1:
		c.Fail("categoryId", "Please choose a category")
	}
	if b.From.IsZero() {
		c.Fail("from", "Please choose when it begins")
	}
	if b.To.IsZero() {
		c.Fail("to", "Please choose when it ends")
	}
	b.From, b.To = inYears(&c, "from", b.From), inYears(&c, "to", b.To)
	if !b.From.IsZero() && !b.To.IsZero() && !b.To.After(b.From) {
		c.Fail("to", "Please choose a time after its start")
	}
	b.Note = c.Text("note", b.Note, maxNote, "")
	if b.Key != "" && !bookingKeys.MatchString(b.Key) {
		c.Fail("key", "Please leave out the key")
	}
	return b, c.Fault()
}

// bookingKeys matches what newBookingKey and the database's update make.
var bookingKeys = regexp.MustCompile(`^[a-z0-9]{26,32}$`)

func newBookingKey() string { return strings.ToLower(rand.Text()) }

func (b Booking) isLike(other Booking) bool {
	b.UpdatedAt, other.UpdatedAt = time.Time{}, time.Time{}
	return b == other
}

var bookings = db.TableOf[Booking]("bookings")

// Bookings reads the bookings of all products that are not in the trash, the latest start first.
func (s *Queries) Bookings(ctx context.Context) ([]Booking, error) {
	return bookings.Select(ctx, db.Reading(s.DB, "read the bookings"), "WHERE"+isOfTool+"ORDER BY starts_at DESC, id DESC")
}

// AddBooking stores a new booking. A place that is full then is a Conflict.
func (s *Queries) AddBooking(ctx context.Context, by string, f BookingFields) (b Booking, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "add a booking"}, func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &b, func() error {
			if b, err = f.Apply(Booking{Key: newBookingKey(), CreatedAt: w.At, UpdatedAt: w.At}); err != nil {
				return err
			}
			return putBooking(ctx, w, "create", nil, &b)
		})
	})
	return b, err
}

// ChangeBooking changes the fields of a booking, and returns it as it is then.
func (s *Queries) ChangeBooking(ctx context.Context, by string, id int64, f BookingFields) (then Booking, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "change a booking"}, func(ctx context.Context, w *db.WriteTx) error {
		now, err := bookings.One(ctx, w.Tx, noBooking, "WHERE id = ?", id)
		if err != nil {
			return err
		}
		if then, err = f.Apply(now); err != nil {
			return err
		}
		if then.isLike(now) {
			return db.ErrNoChange
		}
		if then.ProductID != now.ProductID {
			then.Key = newBookingKey() // another buyer
		}
		then.UpdatedAt = w.At
		return putBooking(ctx, w, "update", &now, &then)
	})
	return then, err
}

// DeleteBooking deletes a booking.
func (s *Queries) DeleteBooking(ctx context.Context, by string, id int64) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "delete a booking"}, func(ctx context.Context, w *db.WriteTx) error {
		now, err := bookings.One(ctx, w.Tx, noBooking, "WHERE id = ?", id)
		if err != nil {
			return err
		}
		return putBooking(ctx, w, "delete", &now, nil)
	})
}

// putBooking checks a booking against what else is stored, and writes it.
func putBooking(ctx context.Context, w *db.WriteTx, action string, now, then *Booking) error {
	if then != nil {
		if err := checkPlace(ctx, w, *then); err != nil {
			return err
		}
	}
	return writeBooking(ctx, w, action, now, then)
}

// writeBooking writes a booking with its audit entry, as a change of what the catalogue shows of its product. now is what is there, then
// what shall be; nil: none.
func writeBooking(ctx context.Context, w *db.WriteTx, action string, now, then *Booking) error {
	entry := db.Entry{Action: action, Object: "bookings"}
	var err error
	switch {
	case then == nil:
		err = w.Exec(ctx, "DELETE FROM bookings WHERE id = ?", now.ID)
	case now == nil:
		err = bookings.Insert(ctx, w, then)
	default:
		err = bookings.Update(ctx, w, then)
	}
	if err != nil {
		return err
	}
	for _, side := range []struct {
		b  *Booking
		to *any
	}{{now, &entry.Before}, {then, &entry.After}} {
		if side.b == nil {
			continue
		}
		entry.ObjectID, *side.to = side.b.ID, *side.b
		if err := touch(ctx, w, side.b.ProductID); err != nil {
			return err
		}
	}
	return w.Audit(ctx, entry)
}

// checkPlace checks a booking against what else is stored: its tool and category, and who has the place then.
func checkPlace(ctx context.Context, w *db.WriteTx, b Booking) error {
	if _, err := catalog.ReadProduct(ctx, w.Tx, b.ProductID); err != nil {
		return err
	}
	var categories, all int
	if err := w.Row(ctx, "SELECT (SELECT COUNT(*) FROM categories WHERE id = ?), (SELECT COUNT(*) FROM bookings)", b.CategoryID).Scan(&categories, &all); err != nil {
		return err
	}
	if b.CategoryID > 0 && categories == 0 {
		return fault.InvalidFields([]fault.Field{{Field: "categoryId", Message: "There is no such category anymore. Please choose another one"}})
	}
	if b.ID == 0 && all >= MaxBookings {
		return fault.New(fault.Conflict, fmt.Sprintf("There can be at most %d bookings. Please delete past ones.", MaxBookings))
	}
	others, err := bookings.Select(ctx, w.Tx, "WHERE place = ? AND category_id = ? AND starts_at < ? AND ends_at > ? AND id <> ? AND"+isOfTool+"ORDER BY starts_at, id",
		b.Place, b.CategoryID, b.To.UnixMicro(), b.From.UnixMicro(), b.ID)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(others, func(other Booking) bool { return other.ProductID == b.ProductID }) {
		return fault.New(fault.Conflict, "The tool has this place then already.")
	}
	values, err := site.ReadValues(ctx, w.Tx)
	if err != nil {
		return err
	}
	most := mostAt(values.Places, b.Place)
	for _, at := range append([]Booking{b}, others...) { // the most stand there when one begins
		standing := 0
		for _, other := range others {
			if begin := later(at.From, b.From); !other.From.After(begin) && other.To.After(begin) {
				standing++
			}
		}
		if standing >= most {
			return fault.New(fault.Conflict, fmt.Sprintf("The place is taken then: it has %d at a time. Please choose other dates.", most))
		}
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// moveBookings lets the bookings above a category stand above the one that it is merged into, even where that makes the place too
// full: they are sold.
func moveBookings(ctx context.Context, w *db.WriteTx, from, into int64) error {
	moved, err := bookings.Select(ctx, w.Tx, "WHERE category_id = ? ORDER BY id", from)
	if err != nil {
		return err
	}
	for _, now := range moved {
		then := now
		then.CategoryID, then.UpdatedAt = into, w.At
		if err := writeBooking(ctx, w, "update", &now, &then); err != nil {
			return err
		}
	}
	return nil
}

func bookingNow(ctx context.Context, tx db.Tx, of Booking) (*Booking, error) {
	return bookings.First(ctx, tx, "WHERE id = ?", of.ID)
}

func revertBooking(ctx context.Context, w *db.WriteTx, action string, now, then *Booking) error {
	if then != nil {
		if err := catalog.CheckNotPurged(ctx, w, []int64{then.ProductID}); err != nil {
			return err
		}
		then.UpdatedAt = w.At
	}
	return putBooking(ctx, w, action, now, then)
}

// archivedBookings is how bookings are in an archive: by id, without those of tools in the trash.
var archivedBookings = records.Rows[Booking]{
	Label: "booking", Table: bookings,
	Name:  func(b Booking) (key, title string) { return records.Number(b.ID), string(b.Place) },
	Check: Booking.Check,
	CheckAll: func(list []Booking, _ *records.Content) error {
		if len(list) > MaxBookings {
			return fault.New(fault.Invalid, fmt.Sprintf("There are more than %d bookings.", MaxBookings))
		}
		return nil
	},
	Among: func(b Booking, live map[int64]bool) *Booking {
		if !live[b.ProductID] {
			return nil
		}
		return &b
	},
	Replace: func(ctx context.Context, r *records.Replacing, have, want []Booking) error {
		return replaceRows(ctx, r, bookings, have, want, func(b Booking) (int64, int64) { return b.ID, b.ProductID })
	},
}

// BookingRow is a booking with its numbers of the last 400 days.
type BookingRow struct {
	Booking
	Views  int64 `json:"views" doc:"How often a page with its place was opened, at most once an hour for each IP address; 0 for the newsletter"`
	Clicks int64 `json:"clicks" doc:"How often somebody went to the tool's website from there"`
}

func (a API) bookings(c *httpapi.Call) (any, error) {
	list, err := a.Queries.Bookings(c.Ctx())
	if err != nil {
		return nil, err
	}
	keys := make([]string, len(list))
	for i, b := range list {
		keys[i] = b.Key
	}
	today := visits.DayOf(time.Now())
	views, err := a.Visits.PageViews(c.Ctx(), visits.Booking, keys, visits.OldestRetained(time.Now()), today)
	if err != nil {
		return nil, err
	}
	clicks, err := a.Visits.PageViews(c.Ctx(), visits.BookingClick, keys, visits.OldestRetained(time.Now()), today)
	rows := make([]BookingRow, len(list))
	for i, b := range list {
		rows[i] = BookingRow{b, views[b.Key], clicks[b.Key]}
	}
	return rows, err
}

func (a API) addBooking(c *httpapi.Call, f BookingFields) (any, error) {
	return a.Queries.AddBooking(c.Ctx(), c.By, f)
}

func (a API) changeBooking(c *httpapi.Call, id int64, f BookingFields) (any, error) {
	return a.Queries.ChangeBooking(c.Ctx(), c.By, id, f)
}

func (a API) deleteBooking(c *httpapi.Call, id int64) error {
	return a.Queries.DeleteBooking(c.Ctx(), c.By, id)
}
