package account_test

import (
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// What an administrator does with readers reaches no administrator, and the audit names a reader by the id.
func TestReaderList(t *testing.T) {
	r := newReaders(t)
	page := func(q account.ReaderQuery) account.ReaderPage {
		t.Helper()
		found, err := r.Readers.List(t.Context(), q)
		noError(t, err)
		return found
	}
	rita := r.join("rita@example.com").User.ID
	r.now = r.now.Add(time.Hour)
	noError(t, r.SignUp(t.Context(), stranger(), "zoe@example.com", "Zoe", readerPW))
	r.post()
	first := page(account.ReaderQuery{Sort: account.SortEmail, Limit: 1})
	storetest.Same(t, "counts", first.Counts, account.ReaderCounts{All: 2, Unverified: 1})
	storetest.Same(t, "first", first.Readers[0].ID, rita)
	storetest.Same(t, "seen", first.Readers[0].LastSeenAt, r.now.Add(-time.Hour))
	after, err := account.PositionAt(first.Next, account.SortEmail)
	noError(t, err)
	second := page(account.ReaderQuery{Sort: account.SortEmail, Limit: 1, After: after})
	storetest.Same(t, "next", second.Next, "")
	zoe := second.Readers[0]
	storetest.Same(t, "second", zoe.Email, "zoe@example.com")

	administrators, err := r.Administrators.List(t.Context())
	noError(t, err)
	for _, id := range []int64{administrators[0].User.ID, 99} {
		wantFault(t, r.Readers.SetDisabled(t.Context(), "test", id, true), fault.NotFound)
		wantFault(t, r.Readers.Delete(t.Context(), "test", id), fault.NotFound)
		wantFault(t, r.Readers.ResendCode(t.Context(), "test", id), fault.NotFound)
	}
	wantFault(t, r.Readers.ResendCode(t.Context(), "test", rita), fault.Conflict)
	noError(t, r.Readers.ResendCode(t.Context(), "test", zoe.ID))
	r.post()
	storetest.Same(t, "emails to Zoe", len(r.sent["zoe@example.com"]), 2)
	noError(t, r.Readers.ResendCode(t.Context(), "test", zoe.ID), r.Readers.ResendCode(t.Context(), "test", zoe.ID)) // the third of the day
	wantFault(t, r.Readers.ResendCode(t.Context(), "test", zoe.ID), fault.TooMany)

	noError(t, r.Readers.SetDisabled(t.Context(), "test", zoe.ID, true))
	wantFault(t, r.Readers.ResendCode(t.Context(), "test", zoe.ID), fault.Conflict)
	noError(t, r.Readers.Delete(t.Context(), "test", zoe.ID), r.Readers.Delete(t.Context(), "test", rita))
	storetest.Same(t, "left", len(page(account.ReaderQuery{Limit: 9}).Readers), 0)
	storetest.Same(t, "who deleted", r.actors("delete"), []string{"test", "test"})
}
