package account

import (
	"cmp"
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Reader is a user who is no administrator, as administrators see them.
type Reader struct {
	ID          int64     `json:"id" db:"id"`
	Email       string    `json:"email" db:"email"`
	Name        string    `json:"name" db:"name"`
	IsVerified  bool      `json:"isVerified" db:"is_verified" doc:"The email address is confirmed"`
	IsDisabled  bool      `json:"isDisabled" db:"is_disabled"`
	CreatedAt   time.Time `json:"createdAt" db:"created_at"`
	LastSeenAt  time.Time `json:"lastSeenAt" db:"last_seen_at,null" doc:"Within a minute or so; of the year 1 if they have never signed in"`
	Favorites   int       `json:"favorites" db:"favorites" doc:"How many products they have saved"`
	Submissions int       `json:"submissions" db:"submissions" doc:"How many products they have submitted while they were signed in"`
}

// ReaderSort is an order of readers.
type ReaderSort string

// The orders of readers.
const (
	SortNewest ReaderSort = "newest" // the default
	SortSeen   ReaderSort = "seen"   // the last seen first
	SortEmail  ReaderSort = "email"
)

// ReaderFilter selects readers.
type ReaderFilter string

// The filters of readers.
const (
	AllReaders        ReaderFilter = "all" // the default
	UnverifiedReaders ReaderFilter = "unverified"
	DisabledReaders   ReaderFilter = "disabled"
)

// ReaderSorts returns all orders of readers, the default first.
func ReaderSorts() []ReaderSort { return []ReaderSort{SortNewest, SortSeen, SortEmail} }

// ReaderFilters returns all filters of readers, the default first.
func ReaderFilters() []ReaderFilter {
	return []ReaderFilter{AllReaders, UnverifiedReaders, DisabledReaders}
}

// ReaderQuery selects a page of readers.
type ReaderQuery struct {
	Search string // words of which each is a part of the name or the email, in any case; empty: everybody
	Sort   ReaderSort
	Filter ReaderFilter
	After  *ReaderPosition // nil: the first page
	Limit  int
}

// ReaderPosition is the end of a page: the sort keys of its last reader. The next page begins after it, even if that
// reader has been deleted.
type ReaderPosition struct {
	ID       int64
	Seen     int64  // of SortSeen: Unix microseconds; 0: never
	EmailKey string // of SortEmail
}

// ReaderCounts counts the readers whom a search finds, by filter.
type ReaderCounts struct {
	All        int `json:"all"`
	Unverified int `json:"unverified"`
	Disabled   int `json:"disabled"`
}

// ReaderPage is a page of readers.
type ReaderPage struct {
	Readers []Reader     `json:"readers" nullable:"false"`
	Counts  ReaderCounts `json:"counts" doc:"Of all readers whom the search finds"`
	Next    string       `json:"next" doc:"What to give as cursor for the next page; empty at the end"`
}

// NoReader is the message for an id that no reader has.
const NoReader = "There is no such reader. The account may have been deleted."

// Readers are the readers as administrators manage them. They are safe for concurrent use.
type Readers struct {
	users UserQueries
	mail  func()
}

// List returns a page of the readers.
func (r *Readers) List(ctx context.Context, q ReaderQuery) (ReaderPage, error) {
	limit := q.Limit
	q.Limit++ // the extra reader shows whether there is a next page
	found, err := r.users.Readers(ctx, q)
	if err != nil {
		return ReaderPage{}, err
	}
	counts, err := r.users.CountReaders(ctx, q.Search)
	page := ReaderPage{Readers: append([]Reader{}, found...), Counts: counts}
	if len(found) > limit {
		page.Readers = found[:limit]
		page.Next = cursorAfter(found[limit-1], q.Sort)
	}
	return page, err
}

// cursorAfter returns the cursor of the page that begins after a reader: the id and the sort key, for a URL.
func cursorAfter(last Reader, sort ReaderSort) string {
	key := ""
	switch {
	case sort == SortEmail:
		key = EmailKey(last.Email)
	case sort == SortSeen && !last.LastSeenAt.IsZero():
		key = strconv.FormatInt(last.LastSeenAt.UnixMicro(), 10)
	}
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(last.ID, 10) + " " + key))
}

// PositionAt parses a cursor for this order; anything else is a BadRequest.
func PositionAt(cursor string, sort ReaderSort) (*ReaderPosition, error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	id, key, _ := strings.Cut(string(text), " ")
	at := &ReaderPosition{EmailKey: EmailKey(key)}
	if err == nil {
		at.ID, err = strconv.ParseInt(id, 10, 64)
	}
	if err == nil && sort == SortSeen {
		at.Seen, err = strconv.ParseInt(cmp.Or(key, "0"), 10, 64)
	}
	if err != nil {
		return nil, fault.New(fault.BadRequest, "This cursor does not belong to this list. Please take it from the page before, or leave it out to start again.")
	}
	return at, nil
}

// SetDisabled disables a reader, which ends all of their sessions at once, or enables them again.
func (r *Readers) SetDisabled(ctx context.Context, by string, id int64, disabled bool) error {
	user, err := r.reader(ctx, id)
	if err != nil {
		return err
	}
	return r.users.SetDisabled(ctx, by, user.ID, disabled)
}

// Delete removes a reader's account and everything of theirs. The audit names them by their id only.
func (r *Readers) Delete(ctx context.Context, by string, id int64) error {
	user, err := r.reader(ctx, id)
	if err != nil {
		return err
	}
	return r.users.DeleteUser(ctx, by, user)
}

// ResendCode queues another email with a code for a reader who is not verified; it is a Conflict for others. Unlike
// Accounts.ResendCode it is TooMany if the address has got as many emails as it may: an administrator may know that.
func (r *Readers) ResendCode(ctx context.Context, by string, id int64) error {
	user, err := r.reader(ctx, id)
	if err != nil {
		return err
	}
	if user.IsVerified {
		return fault.New(fault.Conflict, "This reader has confirmed their email already.")
	}
	if user.IsDisabled {
		return fault.New(fault.Conflict, "This account is disabled. Enable it first.")
	}
	queued, err := Queue(user.Email, codeEmail, "an administrator", emailData{})
	if err != nil {
		return err
	}
	if err := r.users.QueueEmails(ctx, queued.Limits[0], queued); err != nil {
		return err
	}
	r.mail()
	return r.users.Record(ctx, by, audit.Event{Action: "resend_code", Object: "users", ObjectID: strconv.FormatInt(id, 10)})
}

// reader returns the reader with this id. Administrators are NotFound: the package people manages them.
func (r *Readers) reader(ctx context.Context, id int64) (User, error) {
	profile, err := r.users.Profile(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && profile.User.IsAdmin {
		return User{}, fault.New(fault.NotFound, NoReader)
	}
	return profile.User, err
}
