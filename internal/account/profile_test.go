package account_test

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// An email changes when both addresses have confirmed it.
func TestChangeEmail(t *testing.T) {
	r := newReaders(t)
	grant := r.join(rita)
	who := r.in(with(grant))
	user := who.User
	const next = "rita@new.example"
	wantInvalid(t, r.Profiles.ChangeEmail(t.Context(), user, strings.ToLower(rita), readerPW), "email")
	wantInvalid(t, r.Profiles.ChangeEmail(t.Context(), user, "rita", readerPW), "email")
	wantInvalid(t, r.Profiles.ChangeEmail(t.Context(), user, next, "wrong"), "currentPassword")
	noError(t, r.Profiles.ChangeEmail(t.Context(), user, next, readerPW))
	old, added := r.code(rita), r.code(next)
	profile, err := r.Profiles.Users.Profile(t.Context(), user.ID)
	noError(t, err)
	storetest.Same(t, "pending", profile.PendingEmail, next)
	for _, codes := range [][2]string{{old, old}, {added, added}, {added, old}, {"", added}} {
		wantInvalid(t, r.Profiles.ConfirmEmail(t.Context(), who, codes[0], codes[1]), "currentCode")
	}
	noError(t, r.ForgotPassword(t.Context(), stranger(), rita))
	reset := r.code(rita)
	elsewhere, err := r.Login(t.Context(), stranger(), rita, readerPW)
	noError(t, err)
	noError(t, r.Profiles.ConfirmEmail(t.Context(), who, old, added))
	wantInvalid(t, errOf(r.ResetPassword(t.Context(), stranger(), next, reset, "another good password")), "code") // it went to the old address
	wantInvalid(t, r.Profiles.ConfirmEmail(t.Context(), who, old, added), "currentCode")
	storetest.Same(t, "email", r.in(with(grant)).User.Email, next)
	r.out(with(elsewhere))
	wantFault(t, errOf(r.Login(t.Context(), stranger(), rita, readerPW)), fault.Unauthorized)
	noError(t, errOf(r.Login(t.Context(), stranger(), strings.ToUpper(next), readerPW)))
	storetest.Same(t, "pending changes", r.count("email_changes"), 0)
}

// An email that was queued for another change than the last one is not sent.
func TestChangeEmailTwice(t *testing.T) {
	r := newReaders(t)
	who := r.in(with(r.join(rita)))
	user := who.User
	clear(r.sent)
	noError(t, r.Profiles.ChangeEmail(t.Context(), user, "eve@one.example", readerPW), r.Profiles.ChangeEmail(t.Context(), user, "rita@two.example", readerPW))
	r.post()
	storetest.Same(t, "emails", []int{len(r.sent["eve@one.example"]), len(r.sent["rita@two.example"]), len(r.sent[rita])}, []int{0, 1, 1})
	noError(t, r.Profiles.ConfirmEmail(t.Context(), who, r.code(rita), r.code("rita@two.example")))
}

// A change ends after five tries, when it is canceled, and after its codes have expired.
func TestChangeEmailEnds(t *testing.T) {
	r := newReaders(t)
	who := r.in(with(r.join(rita)))
	user := who.User
	for next, end := range map[string]func(){
		"rita@one.example": func() {
			for range 5 {
				wantInvalid(t, r.Profiles.ConfirmEmail(t.Context(), who, "ABCDEF", "ABCDEF"), "currentCode")
			}
		},
		"rita@two.example": func() { noError(t, r.Profiles.Codes.CancelEmailChange(t.Context(), user.ID)) },
	} {
		noError(t, r.Profiles.ChangeEmail(t.Context(), user, next, readerPW))
		old, added := r.code(rita), r.code(next)
		end()
		wantInvalid(t, r.Profiles.ConfirmEmail(t.Context(), who, old, added), "currentCode")
	}
	for range 3 { // besides the two before
		noError(t, r.Profiles.ChangeEmail(t.Context(), user, "rita@three.example", readerPW))
	}
	wantFault(t, r.Profiles.ChangeEmail(t.Context(), user, "rita@three.example", readerPW), fault.TooMany)
	storetest.Same(t, "queued emails", r.count("emails"), 4) // the old address has had two of three
}

// Whether the new address has an account is told to that address only.
func TestChangeEmailTaken(t *testing.T) {
	r := newReaders(t)
	who := r.in(with(r.join(rita)))
	user := who.User
	noError(t, r.Profiles.ChangeEmail(t.Context(), user, "ＡNN@example.com", readerPW))
	old := r.code(rita)
	if texts := r.sent[ann]; len(texts) != 1 || !strings.Contains(texts[0], "already has") || codes.MatchString(texts[0]) {
		t.Errorf("Ann got %q", texts)
	}
	for _, guess := range []string{"", old, "ABCDEF"} {
		wantInvalid(t, r.Profiles.ConfirmEmail(t.Context(), who, old, guess), "currentCode")
	}

	const later = "later@example.com" // signs up after the code was sent
	noError(t, r.Profiles.ChangeEmail(t.Context(), user, later, readerPW))
	old, added := r.code(rita), r.code(later)
	r.join(later)
	wantInvalid(t, r.Profiles.ConfirmEmail(t.Context(), who, old, added), "currentCode")
}

// Signing out everywhere else keeps this session, and a token ends no session that is not its own.
func TestEndOtherSessions(t *testing.T) {
	r := newReaders(t)
	here := r.join(rita)
	elsewhere, err := r.Login(t.Context(), stranger(), rita, readerPW)
	noError(t, err)
	anns := r.login()
	profile, err := r.Profiles.Users.Profile(t.Context(), here.User.ID)
	noError(t, err)
	storetest.Same(t, "sessions", len(profile.Sessions), 2)
	noError(t, r.Sessions.EndOtherSessions(t.Context(), r.in(with(here))))
	r.in(with(here))
	r.in(with(anns))
	r.out(with(elsewhere))
}

// Deleting an account removes every row of theirs. The audit never had one.
func TestDeleteAccount(t *testing.T) {
	r := newReaders(t)
	grant := r.join(rita)
	who := r.in(with(grant))
	noError(t, r.store.SaveFavorite(t.Context(), who.User.ID, r.products("Brush")[0], account.MaxFavorites))
	noError(t, r.Profiles.Rename(t.Context(), who.User, "Rita Reader"))
	noError(t, r.Profiles.ChangeEmail(t.Context(), who.User, "rita@new.example", readerPW))
	r.post()
	noError(t, r.ForgotPassword(t.Context(), stranger(), rita)) // an email that waits
	wantFault(t, errOf(r.Login(t.Context(), stranger(), rita, "wrong")), fault.Unauthorized)
	_, err := r.ChangePassword(t.Context(), who, readerPW, "another reader's password")
	noError(t, err)
	noError(t, r.Administrators.SetDisabled(t.Context(), "test", rita, true))
	noError(t, r.Administrators.SetDisabled(t.Context(), "test", rita, false))
	r.sql("INSERT INTO product_submissions (user_id, product_name, website, website_hash, description, category, type, secret, created_at) " +
		"VALUES (" + "(SELECT MAX(id) FROM users), 'Sent', 'https://sent.example', 'h1', 'by RITA', 'Writing', 'Free', 's1', 1)")
	r.sql("INSERT INTO product_submissions (email, product_name, website, website_hash, description, category, type, secret, created_at) " +
		"VALUES ('" + rita + "', 'Other', 'https://other.example', 'h2', 'sent without signing in', 'Writing', 'Free', 's2', 1)")
	wantInvalid(t, r.Profiles.Delete(t.Context(), who.User, readerPW), "password")
	noError(t, r.Profiles.Delete(t.Context(), who.User, "another reader's password"))
	r.out(with(grant))
	left := storetest.Contents(t, r.place)
	for _, trace := range []string{"rita", "reader's"} {
		if at := strings.Index(strings.ToLower(left), trace); at >= 0 {
			t.Errorf("%q is left in …%.200s…", trace, left[max(0, at-100):])
		}
	}
	for table, want := range map[string]int{"users": 1, "favorites": 0, "sessions": 0, "emails": 0, "email_changes": 0, "product_submissions": 1} {
		storetest.Same(t, table, r.count(table), want)
	}
}

// An administrator's account is not deleted, and an administrator's own changes are in the audit.
func TestAdministratorProfile(t *testing.T) {
	r := newReaders(t)
	who := r.in(with(r.login()))
	wantFault(t, r.Profiles.Delete(t.Context(), who.User, password), fault.Forbidden)
	noError(t, r.Profiles.Rename(t.Context(), who.User, "Anna"))
	storetest.Same(t, "audited", r.actors("update"), []string{ann})
	wantInvalid(t, r.Profiles.Rename(t.Context(), who.User, "a\nb"), "name")
}

// products creates products, and returns their ids.
func (w *world) products(names ...string) (ids []int64) {
	w.t.Helper()
	for _, name := range names {
		ids = append(ids, storetest.Create(w.t, w.store, storetest.Draft(name)).ID)
	}
	return ids
}

// Saved tools are kept once, in order, at most so many, and those in the trash are hidden.
func TestFavorites(t *testing.T) {
	r := newReaders(t)
	user := r.in(with(r.join(rita))).User.ID
	ids := r.products("One", "Two", "Three", "Four")
	saved := func(want ...int64) {
		t.Helper()
		list, err := r.store.Favorites(t.Context(), user)
		noError(t, err)
		got := []int64{}
		for _, favorite := range list {
			got = append(got, favorite.ProductID)
		}
		storetest.Same(t, "saved", got, append([]int64{}, want...))
	}
	saved()
	noError(t, r.store.SaveFavorite(t.Context(), user, ids[1], account.MaxFavorites))
	noError(t, r.store.SaveFavorite(t.Context(), user, ids[1], account.MaxFavorites))
	wantFault(t, r.store.SaveFavorite(t.Context(), user, 99, account.MaxFavorites), fault.NotFound)
	list, err := r.store.MergeFavorites(t.Context(), user, []int64{ids[3], ids[1], 99, -1, ids[0], ids[3]}, account.MaxFavorites)
	noError(t, err)
	storetest.Same(t, "merged", len(list), 3)
	saved(ids[1], ids[3], ids[0])
	noError(t, r.store.DeleteProduct(t.Context(), "w", ids[3]))
	saved(ids[1], ids[0])
	noError(t, errOf(r.store.RestoreProduct(t.Context(), "w", ids[3], 0, "")))
	saved(ids[1], ids[3], ids[0])
	noError(t, r.store.RemoveFavorite(t.Context(), user, ids[1]), r.store.RemoveFavorite(t.Context(), user, ids[1]))
	saved(ids[3], ids[0])
	full := r.store.SaveFavorite(t.Context(), user, ids[1], 2)
	wantFault(t, full, fault.Conflict)
	storetest.Same(t, "code", fault.From(full).Code, "list_full")
	noError(t, r.store.SaveFavorite(t.Context(), user, ids[0], 2))
	list, err = r.store.MergeFavorites(t.Context(), user, ids, 3)
	noError(t, err)
	storetest.Same(t, "merged up to the limit", len(list), 3)
	wantInvalid(t, errOf(r.store.MergeFavorites(t.Context(), user, make([]int64, account.MaxFavorites+1), account.MaxFavorites)), "productIds")
	list, err = r.store.Favorites(t.Context(), r.in(with(r.login())).User.ID)
	noError(t, err)
	storetest.Same(t, "Ann's", len(list), 0)
}

// Of many that save at once, no more than the limit succeed.
func TestFavoritesConcurrent(t *testing.T) {
	w := newWorld(t)
	user := w.in(with(w.login())).User.ID
	ids := w.products("One", "Two", "Three", "Four", "Five", "Six")
	failed := make(chan error, len(ids))
	for _, id := range ids {
		go func() { failed <- w.store.SaveFavorite(t.Context(), user, id, 3) }()
	}
	refused := 0
	for range ids {
		if err := <-failed; fault.Is(err, fault.Conflict) {
			refused++
		} else {
			noError(t, err)
		}
	}
	storetest.Same(t, "refused", refused, 3)
	storetest.Same(t, "saved", w.count("favorites"), 3)
}
