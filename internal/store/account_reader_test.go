package store_test

import (
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// join makes a reader.
func join(t *testing.T, s *store.Store, email, name string, verified bool) account.User {
	t.Helper()
	user := account.User{Email: email, Name: name, IsVerified: verified}
	return must(s.CreateUser(t.Context(), "w", account.EmailKey(email), account.StoredUser{User: user, PasswordHash: "h0"}))(t)
}

// ids are the ids of the readers that a query finds.
func ids(t *testing.T, s *store.Store, q account.ReaderQuery) []int64 {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 50
	}
	return column(must(s.Readers(t.Context(), q))(t), func(r account.Reader) int64 { return r.ID })
}

func TestReaders(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		administrator := signUp(t, s, "admin@example.com")
		ann := join(t, s, "Ann@example.com", "Ann Öster", true)
		bob := join(t, s, "zed@bücher.example", "100%_Bob", false)
		cat := join(t, s, "cat@example.com", "", true)
		noError(t, s.SetDisabled(t.Context(), "w", cat.ID, true))
		noError(t, s.StartSession(t.Context(), "", someSession(account.StoredUser{User: ann}, "one", noon), 9, nil))
		product := create(t, s, draft("Brush"))
		noError(t, s.SaveFavorite(t.Context(), ann.ID, product.ID, 9))
		one := sent("Pen")
		one.UserID = ann.ID
		noError(t, errOf(s.AddSubmission(t.Context(), "192.0.2.1", 100, one)))

		t.Run("has everybody but administrators, with what they have", func(t *testing.T) {
			same(t, "counts", must(s.CountReaders(t.Context(), ""))(t), account.ReaderCounts{All: 3, Unverified: 1, Disabled: 1})
			same(t, "readers", must(s.Readers(t.Context(), account.ReaderQuery{Limit: 50}))(t), []account.Reader{
				{ID: cat.ID, Email: "cat@example.com", IsVerified: true, IsDisabled: true, CreatedAt: cat.CreatedAt},
				{ID: bob.ID, Email: "zed@bücher.example", Name: "100%_Bob", CreatedAt: bob.CreatedAt},
				{ID: ann.ID, Email: "Ann@example.com", Name: "Ann Öster", IsVerified: true, CreatedAt: ann.CreatedAt, LastSeenAt: noon, Favorites: 1, Submissions: 1},
			})
		})
		t.Run("is in the wanted order", func(t *testing.T) {
			same(t, "seen", ids(t, s, account.ReaderQuery{Sort: account.SortSeen}), []int64{ann.ID, cat.ID, bob.ID})
			same(t, "email", ids(t, s, account.ReaderQuery{Sort: account.SortEmail}), []int64{ann.ID, cat.ID, bob.ID})
		})
		t.Run("is filtered", func(t *testing.T) {
			same(t, "unverified", ids(t, s, account.ReaderQuery{Filter: account.UnverifiedReaders}), []int64{bob.ID})
			same(t, "disabled", ids(t, s, account.ReaderQuery{Filter: account.DisabledReaders}), []int64{cat.ID})
		})
		t.Run("is searched by parts of names and emails, in any case", func(t *testing.T) {
			for search, want := range map[string][]int64{
				"EXAMPLE.com": {cat.ID, ann.ID}, "oster": {ann.ID}, "ÖSTER": {ann.ID}, "ann@ öst": {ann.ID}, "BÜCHER": {bob.ID},
				"%": {bob.ID}, "_": {bob.ID}, `\`: nil, "x": {cat.ID, bob.ID, ann.ID}, "admin": nil, "  ": {cat.ID, bob.ID, ann.ID}, "ann cat": nil,
			} {
				same(t, search, ids(t, s, account.ReaderQuery{Search: search}), want)
			}
			same(t, "counts", must(s.CountReaders(t.Context(), "cat@"))(t), account.ReaderCounts{All: 1, Disabled: 1})
		})
		t.Run("is found by a new name and email", func(t *testing.T) {
			noError(t, s.Rename(t.Context(), "", bob.ID, "Robert"), s.SetEmail(t.Context(), "", bob.ID, "bert@example.com", "bert@example.com", ""))
			for search, want := range map[string][]int64{"100": nil, "zed": nil, "bert@": {bob.ID}, "robert": {bob.ID}} {
				same(t, search, ids(t, s, account.ReaderQuery{Search: search}), want)
			}
		})
		wantFault(t, s.SetDisabled(t.Context(), "w", administrator.ID, true), fault.Conflict) // readers are no other administrators
	})
}

func TestReaderList(t *testing.T) {
	each(t, storeTests{
		"has everybody once on the pages of each order, also those who were seen at the same time or never": func(t *testing.T, s *store.Store) {
			for i, email := range []string{"d@example.com", "a@example.com", "c@example.com", "b@example.com", "e@example.com"} {
				user := join(t, s, email, "", i%2 == 0)
				if i < 3 {
					noError(t, s.StartSession(t.Context(), "", someSession(account.StoredUser{User: user}, email, noon.Add(time.Duration(i/2)*time.Hour)), 9, nil))
				}
			}
			for _, sort := range account.ReaderSorts() {
				whole := ids(t, s, account.ReaderQuery{Sort: sort})
				same(t, "readers by "+string(sort), len(whole), 5)
				var paged []int64
				q := account.ReaderQuery{Sort: sort, Limit: 1}
				for page := must(s.Readers(t.Context(), q))(t); len(page) > 0; page = must(s.Readers(t.Context(), q))(t) {
					last := page[0]
					paged = append(paged, last.ID)
					q.After = &account.ReaderPosition{ID: last.ID, EmailKey: last.Email}
					if !last.LastSeenAt.IsZero() {
						q.After.Seen = last.LastSeenAt.UnixMicro()
					}
				}
				same(t, "pages by "+string(sort), paged, whole)
			}
		},
		"says when a session last began or was used, and never goes back": func(t *testing.T, s *store.Store) {
			ann := account.StoredUser{User: join(t, s, "ann@example.com", "", true), PasswordHash: "h0"}
			seen := func(step string, want time.Time) {
				t.Helper()
				same(t, step, must(s.Readers(t.Context(), account.ReaderQuery{Limit: 50}))(t)[0].LastSeenAt, want)
			}
			seen("never", time.Time{})
			noError(t, s.StartSession(t.Context(), "", someSession(ann, "one", noon), 9, nil))
			seen("signed in", noon)
			later, last := someSession(ann, "one", noon.Add(time.Hour)), someSession(ann, "two", noon.Add(2*time.Hour))
			noError(t, s.NoteUses(t.Context(), []account.Session{last, later}, nil))
			seen("used", noon.Add(2*time.Hour))
			noError(t, s.NoteUses(t.Context(), []account.Session{later}, nil))
			seen("used earlier", noon.Add(2*time.Hour))
			next := someSession(ann, "three", noon.Add(3*time.Hour))
			noError(t, s.SetPassword(t.Context(), "", ann, "h1", &next))
			seen("a new password", noon.Add(3*time.Hour))
		},
		"what has another spelling of a deleted reader's email stays": func(t *testing.T, s *store.Store) {
			ann := join(t, s, "ann@example.com", "Ann", true)
			for _, to := range []string{"ann@example.com", "ANN@example.com"} {
				exec(t, s, "INSERT INTO emails (kind, recipient, recipient_key, subject, body, created_at) SELECT kind, '"+to+"', 'ann@example.com', kind, '', 1 FROM "+
					"(SELECT '' AS kind UNION ALL SELECT 'reset' UNION ALL SELECT 'newsletter-confirm') AS kinds",
					"INSERT INTO product_submissions (product_name, website, website_hash, description, category, type, secret, email, created_at) VALUES ('S', 'w', '"+to+"', '', '', 'Free', '"+to+"', '"+to+"', 1)")
			}
			noError(t, s.DeleteUser(t.Context(), "", ann))
			left := valueOf[string](t, s, "SELECT string_agg(one, ' ') FROM (SELECT kind || ':' || recipient AS one FROM emails ORDER BY kind) AS list")
			same(t, "emails", left, ":ANN@example.com newsletter-confirm:ANN@example.com")
			same(t, "submissions", valueOf[string](t, s, "SELECT string_agg(email, ' ') FROM (SELECT email FROM product_submissions ORDER BY id) AS list"), " ANN@example.com")
		},
		"a sign-up that is not confirmed keeps no email from an administrator": func(t *testing.T, s *store.Store) {
			noError(t, s.SignUp(t.Context(), "ann@example.com", account.SignUp{Email: "ANN@example.com", PasswordHash: "h"}, account.CodeHash{Hash: "c", Expiry: noon}))
			admin := account.StoredUser{User: account.User{Email: "ann@example.com", IsAdmin: true, IsVerified: true}, PasswordHash: "h1"}
			noError(t, errOf(s.CreateUser(t.Context(), "w", "ann@example.com", admin)))
			user := must(s.UserByEmail(t.Context(), "ann@example.com"))(t)
			same(t, "the account", []any{user.Email, user.IsAdmin, user.PasswordHash}, []any{"ann@example.com", true, "h1"})
			wantFault(t, errOf(s.SignUpOf(t.Context(), user.ID, "")), fault.NotFound)
			wantFault(t, errOf(s.CreateUser(t.Context(), "w", "ann@example.com", admin)), fault.Conflict)
		},
		"the audit names who deletes somebody else's account, and of the reader the id only": func(t *testing.T, s *store.Store) {
			ann, bob := join(t, s, "ann@example.com", "Ann", true), join(t, s, "bob@example.com", "Bob", true)
			before := len(auditLines(t, s))
			noError(t, s.DeleteUser(t.Context(), "", bob))
			same(t, "lines of a reader", len(auditLines(t, s)), before)
			noError(t, s.DeleteUser(t.Context(), "admin@example.com", ann))
			line := lastLine(t, s)
			same(t, "line", line, auditLine{Actor: "admin@example.com", Action: "delete", Object: "users", ObjectID: "1", Version: line.Version})
			same(t, "rest", ids(t, s, account.ReaderQuery{}), []int64(nil))
		},
	})
}

// Readers are found by keys that an earlier version made otherwise.
func TestReaderKeyUpgrade(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		before := storetest.OpenAt(t, o)
		ann := join(t, before, "ann@example.com", "ガイド", true)
		join(t, before, "bob@example.com", "Bob", true)
		exec(t, before, "UPDATE users SET search_key = 'カイト ann@example.com', email_key = 'old' WHERE id = 1")
		s := storetest.OpenAt(t, o)
		same(t, "readers", ids(t, s, account.ReaderQuery{Search: "ガイド", Limit: 9}), []int64{ann.ID})
		same(t, "readers of another name", ids(t, s, account.ReaderQuery{Search: "カイト", Limit: 9}), []int64(nil))
		same(t, "the account", must(s.UserByEmail(t.Context(), "ann@example.com"))(t).ID, ann.ID)
	})
}
