package store_test

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/account"
	"vitrine/internal/audit"
	"vitrine/internal/catalog"
	"vitrine/internal/idempotency"
	"vitrine/internal/inbox"
	"vitrine/internal/jobs"
	"vitrine/internal/media"
	"vitrine/internal/mirror"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/visits"
)

// calls is one call at least of each of the store's methods that must find by an index what it reads and writes.
var calls = []struct {
	method string
	do     func(ctx context.Context, s *store.Store) error
}{
	{"AddSocialLink", func(ctx context.Context, s *store.Store) error {
		_, err := s.AddSocialLink(ctx, "w", site.SocialLink{Platform: "p", URL: "https://example.com"})
		return err
	}},
	{"AddSubmission", func(ctx context.Context, s *store.Store) error {
		_, err := s.AddSubmission(ctx, "192.0.2.1", 100, sent("Brush"))
		return err
	}},
	{"AddVisits", func(ctx context.Context, s *store.Store) error {
		return s.AddVisits(ctx, []visits.Count{{Product: 7, Day: 20_000, Tally: visits.Tally{Opens: 1}}})
	}},
	{"ApproveSubmission", func(ctx context.Context, s *store.Store) error {
		_, err := s.ApproveSubmission(ctx, "w", many, draft("Approved"), anEmail)
		return err
	}},
	{"Audit", func(ctx context.Context, s *store.Store) error {
		var failed []error
		for _, q := range []audit.Query{{}, {Before: 500}, {Object: "products"}, {Object: "products", ObjectID: "77"}, {Action: "update"}, {Actor: "actor 7"}} {
			_, err := s.Audit(ctx, q)
			failed = append(failed, err)
		}
		return errors.Join(failed...)
	}},
	{"BeginRun", func(ctx context.Context, s *store.Store) error {
		_, err := s.BeginRun(ctx, mirror.Run{By: "w", Cause: mirror.Manual})
		return err
	}},
	{"ChangeProducts", func(ctx context.Context, s *store.Store) error {
		yes := true
		_, _, err := s.ChangeProducts(ctx, "w", []int64{11, 12}, catalog.BulkChange{HasDeal: &yes, AddCategories: []string{"Category 9"}})
		if err != nil {
			return err
		}
		_, _, err = s.ChangeProducts(ctx, "w", []int64{13, 14}, catalog.BulkChange{Delete: true})
		return err
	}},
	{"ChangeSocialLink", func(ctx context.Context, s *store.Store) error {
		no := false
		_, err := s.ChangeSocialLink(ctx, "w", 1, site.SocialChange{IsActive: &no})
		return err
	}},
	{"ChangeLease", func(ctx context.Context, s *store.Store) error {
		return s.ChangeLease(ctx, "job", func(lease *jobs.Lease, now time.Time) bool { lease.Run, lease.Began = "r", now; return true })
	}},
	{"Changes", func(ctx context.Context, s *store.Store) error {
		_, err := s.Changes(ctx, many-5)
		return err
	}},
	{"CreateProduct", func(ctx context.Context, s *store.Store) error {
		if _, err := s.CreateProduct(ctx, "w", draft("Created", "Category 3", "New")); err != nil {
			return err
		}
		_, err := s.CreateProduct(idempotency.With(ctx, idempotency.Key{Hash: "h", Digest: "d"}), "w", draft("Created"))
		return err
	}},
	{"CreateToken", func(ctx context.Context, s *store.Store) error {
		return s.CreateToken(ctx, "w", "hash", account.Token{UserID: 1, Name: "t", Scope: "read"})
	}},
	{"DeleteCategory", func(ctx context.Context, s *store.Store) error {
		p, err := s.CreateProduct(ctx, "w", draft("Alone", "Lonely"))
		if err != nil {
			return err
		}
		if err := s.DeleteProduct(ctx, "w", p.ID); err != nil {
			return err
		}
		var id int64
		if err := s.Writer().QueryRowContext(ctx, "SELECT id FROM categories WHERE slug = 'lonely'").Scan(&id); err != nil {
			return err
		}
		return s.DeleteCategory(ctx, "w", id)
	}},
	{"DeleteProduct", func(ctx context.Context, s *store.Store) error { return s.DeleteProduct(ctx, "w", 16) }},
	{"DeleteSubmission", func(ctx context.Context, s *store.Store) error { return s.DeleteSubmission(ctx, "w", 300) }},
	{"EmailsWaiting", func(ctx context.Context, s *store.Store) error {
		_, err := s.EmailsWaiting(ctx)
		return err
	}},
	{"StartSession", func(ctx context.Context, s *store.Store) error {
		return s.StartSession(ctx, "w", account.Session{Hash: "new", UserID: 1, CreatedAt: noon, LastUsedAt: noon, ExpiresAt: noon.Add(time.Hour)}, 5, []string{"session 7"})
	}},
	{"EndSession", func(ctx context.Context, s *store.Store) error { return s.EndSession(ctx, "w", "session 8") }},
	{"EndRun", func(ctx context.Context, s *store.Store) error {
		_, err := s.EndRun(ctx, mirror.Run{ID: 1, By: "w", Cause: mirror.Manual})
		return err
	}},
	{"ForgetExpired", func(ctx context.Context, s *store.Store) error { return s.ForgetExpired(ctx) }},
	{"ForgetSubmissions", func(ctx context.Context, s *store.Store) error {
		_, err := s.ForgetSubmissions(ctx, "w", time.UnixMicro(50))
		return err
	}},
	{"Image", func(ctx context.Context, s *store.Store) error {
		_, err := s.Image(ctx, "image-7")
		return err
	}},
	{"NextEmail", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.NextEmail(ctx, time.Minute)
		return err
	}},
	{"EmailFailed", func(ctx context.Context, s *store.Store) error { return s.EmailFailed(ctx, many-2, time.Minute) }},
	{"EmailSent", func(ctx context.Context, s *store.Store) error { return s.EmailSent(ctx, many-3) }},
	{"MergeCategory", func(ctx context.Context, s *store.Store) error {
		_, err := s.MergeCategory(ctx, "w", 2, 3)
		return err
	}},
	{"NextNotice", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.NextNotice(ctx, mirror.Timing{Lease: time.Minute})
		return err
	}},
	{"NoticeFailed", func(ctx context.Context, s *store.Store) error { return s.NoticeFailed(ctx, time.Minute) }},
	{"NoticeSent", func(ctx context.Context, s *store.Store) error { return s.NoticeSent(ctx, 1) }},
	{"NoteUses", func(ctx context.Context, s *store.Store) error {
		return s.NoteUses(ctx, []account.Session{{Hash: "session 9", LastUsedAt: noon, ExpiresAt: noon}}, []account.Token{{ID: 1, LastUsedAt: noon}})
	}},
	{"SyncPending", func(ctx context.Context, s *store.Store) error {
		_, err := s.SyncPending(ctx)
		return err
	}},
	{"ProductVisits", func(ctx context.Context, s *store.Store) error {
		_, err := s.ProductVisits(ctx, 7, 19_970, 20_000)
		return err
	}},
	{"PruneVisits", func(ctx context.Context, s *store.Store) error { return s.PruneVisits(ctx, 19_905) }},
	{"PurgeTrash", func(ctx context.Context, s *store.Store) error {
		_, err := s.PurgeTrash(ctx, "w")
		return err
	}},
	{"Record", func(ctx context.Context, s *store.Store) error {
		return s.Record(ctx, "w", audit.Event{Action: "login", Object: "users", ObjectID: "1"})
	}},
	{"RecordUpload", func(ctx context.Context, s *store.Store) error {
		return s.RecordUpload(ctx, "w", media.Image{FileName: "image-9", OriginalName: "a.png", MimeType: "image/png"})
	}},
	{"Rehash", func(ctx context.Context, s *store.Store) error {
		return s.Rehash(ctx, account.Known{User: account.User{ID: 1}, PasswordHash: "h"}, "h1")
	}},
	{"RejectSubmission", func(ctx context.Context, s *store.Store) error {
		_, err := s.RejectSubmission(ctx, "w", many-1, "no", anEmail)
		return err
	}},
	{"RenameCategory", func(ctx context.Context, s *store.Store) error {
		_, err := s.RenameCategory(ctx, "w", 4, "Renamed")
		return err
	}},
	{"ReorderProducts", func(ctx context.Context, s *store.Store) error {
		_, err := s.ReorderProducts(ctx, "w", []catalog.Placement{{ID: 21, DisplayOrder: 22}, {ID: 22, DisplayOrder: 21}})
		return err
	}},
	{"ReorderSocialLinks", func(ctx context.Context, s *store.Store) error {
		_, err := s.ReorderSocialLinks(ctx, "w", []site.Placement{{ID: 1, DisplayOrder: 3}})
		return err
	}},
	{"DeleteSocialLink", func(ctx context.Context, s *store.Store) error { return s.DeleteSocialLink(ctx, "w", 1) }},
	{"UpdateProduct", func(ctx context.Context, s *store.Store) error {
		_, err := s.UpdateProduct(ctx, "w", 31, 1, draft("Tool 31, changed", "Category 5"))
		return err
	}},
	{"RestoreProduct", func(ctx context.Context, s *store.Store) error {
		entries, err := s.Audit(ctx, audit.Query{Object: "products", ObjectID: "31"})
		if err != nil {
			return err
		}
		_, err = s.RestoreProduct(ctx, "w", 31, entries[0].ID, audit.Before)
		return err
	}},
	{"RevokeToken", func(ctx context.Context, s *store.Store) error { return s.RevokeToken(ctx, "w", 1, "t") }},
	{"Runs", func(ctx context.Context, s *store.Store) error {
		_, err := s.Runs(ctx, 10)
		return err
	}},
	{"SaveImage", func(ctx context.Context, s *store.Store) error {
		_, err := s.SaveImage(ctx, "w", media.Image{FileName: "new.png", OriginalName: "a.png", MimeType: "image/png", Size: 1})
		return err
	}},
	{"SaveLegalPage", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.SaveLegalPage(ctx, "w", site.LegalPage{Type: site.PrivacyPolicy, Title: "t", Content: "c"})
		return err
	}},
	{"SaveLogo", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.SaveLogo(ctx, "w", site.Logo{Type: site.MainLogo, Name: "n", FileName: "f.png", FileData: "d", MimeType: "image/png"})
		return err
	}},
	{"DeleteLogo", func(ctx context.Context, s *store.Store) error { return s.DeleteLogo(ctx, "w", 1) }},
	{"Session", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.Session(ctx, "session 10")
		return err
	}},
	{"SetDisabled", func(ctx context.Context, s *store.Store) error {
		return s.SetDisabled(ctx, "w", account.User{ID: 5}, true)
	}},
	{"SetPassword", func(ctx context.Context, s *store.Store) error {
		return s.SetPassword(ctx, "w", account.Known{User: account.User{ID: 6}, PasswordHash: "h"}, "h2", nil)
	}},
	{"Settings", func(ctx context.Context, s *store.Store) error {
		_, err := s.Settings(ctx)
		return err
	}},
	{"SubmissionBySecret", func(ctx context.Context, s *store.Store) error {
		_, err := s.SubmissionBySecret(ctx, "secret of Brush")
		return err
	}},
	{"TakeDelivery", func(ctx context.Context, s *store.Store) error {
		_, err := s.TakeDelivery(ctx, "d")
		return err
	}},
	{"Token", func(ctx context.Context, s *store.Store) error {
		if err := s.CreateToken(ctx, "w", "hash 2", account.Token{UserID: 2, Name: "t2", Scope: "read"}); err != nil {
			return err
		}
		_, _, err := s.Token(ctx, "hash 2")
		return err
	}},
	{"Tokens", func(ctx context.Context, s *store.Store) error {
		_, err := s.Tokens(ctx)
		return err
	}},
	{"Trash", func(ctx context.Context, s *store.Store) error {
		_, err := s.Trash(ctx)
		return err
	}},
	{"Undo", func(ctx context.Context, s *store.Store) error {
		if err := s.DeleteProduct(ctx, "w", 41); err != nil {
			return err
		}
		version, err := s.Version(ctx)
		if err != nil {
			return err
		}
		_, err = s.Undo(ctx, "w", version)
		return err
	}},
	{"UserByEmail", func(ctx context.Context, s *store.Store) error {
		_, err := s.UserByEmail(ctx, "3@example.com")
		return err
	}},
	{"Users", func(ctx context.Context, s *store.Store) error {
		_, err := s.Users(ctx)
		return err
	}},
	{"Uses", func(ctx context.Context, s *store.Store) error {
		return s.Uses(ctx, []string{"key 7"}, time.Hour, func(uses [][]time.Time) error { return nil })
	}},
	{"VisitCounts", func(ctx context.Context, s *store.Store) error {
		_, err := s.VisitCounts(ctx, 19_999)
		return err
	}},
	{"VisitedDays", func(ctx context.Context, s *store.Store) error {
		_, err := s.VisitedDays(ctx, 19_999)
		return err
	}},
	{"VisitedProducts", func(ctx context.Context, s *store.Store) error {
		_, err := s.VisitedProducts(ctx, 19_999)
		return err
	}},
	{"Whereabouts", func(ctx context.Context, s *store.Store) error {
		_, err := s.Whereabouts(ctx, "https://tool.example/7")
		return err
	}},
	{"CreateUser", func(ctx context.Context, s *store.Store) error {
		_, err := s.CreateUser(ctx, "w", "new@example.com", account.Known{User: account.User{Email: "new@example.com", IsAdmin: true}, PasswordHash: "h"})
		return err
	}},
	{"ImportProducts", func(ctx context.Context, s *store.Store) error {
		_, err := s.ImportProducts(ctx, "w", importRows(3), catalog.ImportOptions{})
		return err
	}},
	{"MoveProduct", func(ctx context.Context, s *store.Store) error {
		_, err := s.MoveProduct(ctx, "w", 5_000, 4_000)
		return err
	}},
	{"Submissions", func(ctx context.Context, s *store.Store) error {
		_, _, err := s.Submissions(ctx, inbox.Query{Status: inbox.Pending, Limit: 10})
		return err
	}},
}

// scanned are the tables that a method may read from end to end, and why.
var scanned = map[string]struct{ table, why string }{
	"CreateUser":     {"product_submissions", "SQLite plans to look for broken references to a new user, and does so only where there are any"},
	"ImportProducts": {"products", "rows are matched with all products by slug, website and name"},
	"MoveProduct":    {"products", "a position is one among all products"},
	"Submissions":    {"product_submissions", "those of each status are counted"},
}

// wholeDatabase are the store's methods that read all products, or everything, because that is what they are for.
var wholeDatabase = []string{"Check", "Content", "Dump", "RemoveOrphans", "ReplaceContent", "All", "Uploads"}

// withoutTables are the store's methods that ask no table that grows.
var withoutTables = []string{"AfterCommit", "Close", "Follow", "WithLock", "Ping", "Identity", "SettingsVersion", "Version",
	"Exec", "Logger", "Now", "OnQuery", "Postgres", "Read", "ReadOne", "Reader", "Write", "WriteUnlocked", "Writer"}
