package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/indexnow"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// call is a call of one of the store's methods.
type call struct {
	method string
	do     func() error
}

// calls returns a call at least of each of the store's methods that must find by an index what it reads and writes.
func calls(t *testing.T, s *store.Store) []call {
	ctx := t.Context()
	hourly := account.EmailLimit{Key: "key 11", Limit: quota.Limit{Most: 9, Within: time.Hour}}
	return []call{
		{"AddSocialLink", func() error {
			return errOf(s.AddSocialLink(ctx, "w", site.SocialLink{Platform: "p", URL: "https://example.com"}))
		}},
		{"AddSubmission", func() error { return errOf(s.AddSubmission(ctx, "192.0.2.1", 100, sent("Brush"))) }},
		{"AddVisits", func() error {
			return s.AddVisits(ctx, []visits.Count{{Product: 7, Day: 20_000, Tally: visits.Tally{Opens: 1}},
				{Page: visits.Page{Kind: visits.Comparison, Key: "7"}, Day: 20_000, Tally: visits.Tally{Opens: 1}}})
		}},
		{"Collection", func() error { return errOf(s.Collection(ctx, 77)) }},
		{"UpdateCollection", func() error {
			return errOf(s.UpdateCollection(ctx, "w", 77, 0, collectionFields("Changed", 78, 79)))
		}},
		{"DeleteCollection", func() error { return s.DeleteCollection(ctx, "w", 77) }},
		{"CreateCollection", func() error { return errOf(s.CreateCollection(ctx, "w", collectionFields("New", 78, 79))) }},
		{"AlternativePicks", func() error { _, _, err := s.AlternativePicks(ctx, 77); return err }},
		{"ApproveSubmission", func() error { return errOf(s.ApproveSubmission(ctx, "w", many, draft("Approved"), anEmail)) }},
		{"Audit", func() error { return errOf(s.Audit(ctx, audit.Query{})) }},
		{"Audit", func() error { return errOf(s.Audit(ctx, audit.Query{Before: 500})) }},
		{"Audit", func() error { return errOf(s.Audit(ctx, audit.Query{Object: "products"})) }},
		{"Audit", func() error { return errOf(s.Audit(ctx, audit.Query{Object: "products", ObjectID: "77"})) }},
		{"Audit", func() error { return errOf(s.Audit(ctx, audit.Query{Action: "update"})) }},
		{"Audit", func() error { return errOf(s.Audit(ctx, audit.Query{Actor: "actor 7"})) }},
		{"BeginRun", func() error { return errOf(s.BeginRun(ctx, mirror.Run{By: "w", Cause: mirror.Manual})) }},
		{"ChangeProducts", func() error {
			return errOf(s.ChangeProducts(ctx, "w", []int64{11, 12}, catalog.BulkChange{HasDeal: of(true), AddCategories: []string{"Category 9"}}))
		}},
		{"ChangeProducts", func() error {
			return errOf(s.ChangeProducts(ctx, "w", []int64{13, 14}, catalog.BulkChange{Delete: true}))
		}},
		{"ChangeSocialLink", func() error {
			return errOf(s.ChangeSocialLink(ctx, "w", 1, site.SocialChange{IsActive: of(false)}))
		}},
		{"ChangeLease", func() error {
			return s.ChangeLease(ctx, "job", func(lease *jobs.Lease, now time.Time) bool { lease.Run, lease.Began = "r", now; return true })
		}},
		{"Changes", func() error { return errOf(s.Changes(ctx, many-5)) }},
		{"CreateProduct", func() error { return errOf(s.CreateProduct(ctx, "w", draft("Created", "Category 3", "New"))) }},
		{"CreateProduct", func() error {
			return errOf(s.CreateProduct(idempotency.With(ctx, idempotency.Key{Hash: "h", Digest: "d"}), "w", draft("Created")))
		}},
		{"EachSubscriber", func() error { return s.EachSubscriber(ctx, func(newsletter.Subscriber) error { return nil }) }},
		{"ForgetUnconfirmed", func() error { return s.ForgetUnconfirmed(ctx, time.UnixMicro(20)) }},
		{"ImportSubscribers", func() error {
			return errOf(s.ImportSubscribers(ctx, "w", []newsletter.NewSubscriber{{Email: "i", Key: "i", ConsentAt: noon}, {Email: "reader 700", Key: "reader 700", ConsentAt: noon}}))
		}},
		{"AcceptLogos", func() error { _, _, err := s.AcceptLogos(ctx, "w", []int64{21, 22}); return err }},
		{"DismissLogos", func() error { return s.DismissLogos(ctx, "w", []int64{23, 24}, true) }},
		{"FinishLogos", func() error { return s.FinishLogos(ctx) }},
		{"LogoProposals", func() error { return errOf(s.LogoProposals(ctx, logos.Proposed, 500)) }},
		{"PendingLogoHosts", func() error { return errOf(s.PendingLogoHosts(ctx, "host 1950", 100)) }},
		{"PendingLogos", func() error { return errOf(s.PendingLogos(ctx, "host 1960", 100)) }},
		{"SaveLogoFound", func() error {
			return errOf(s.SaveLogoFound(ctx, logos.Tool{ID: 19_700}, logos.Found{Image: "/uploads/a.jpg"}))
		}},
		{"StartLogos", func() error { return s.StartLogos(ctx, "w") }},
		{"Leave", func() error { return s.Leave(ctx, 800, "token of an issue") }},
		{"ReaderNumbers", func() error { return errOf(s.ReaderNumbers(ctx, []time.Time{time.UnixMicro(19_950)})) }},
		{"RemoveSubscriber", func() error { return s.RemoveSubscriber(ctx, "w", 900) }},
		{"Request", func() error {
			return errOf(s.Request(ctx, newsletter.NewSubscriber{Email: "r", Key: "r", ConsentAt: noon}, "hash"))
		}},
		{"Subscribe", func() error {
			return errOf(s.Subscribe(ctx, newsletter.NewSubscriber{Email: "s", Key: "s", ConsentAt: noon}))
		}},
		{"SubscriberByEmail", func() error { return errOf(s.SubscriberByEmail(ctx, "reader 1000")) }},
		{"SubscriberByToken", func() error { return errOf(s.SubscriberByToken(ctx, "token 1100")) }},
		{"Subscribers", func() error { return errOf(s.Subscribers(ctx, newsletter.SubscriberQuery{After: 1200, Limit: 50})) }},
		{"CancelEmailChange", func() error { return s.CancelEmailChange(ctx, 30) }},
		{"DeleteUser", func() error {
			return s.DeleteUser(ctx, "w", account.User{ID: 40, Email: "reader 20"}, []string{"key 9"})
		}},
		{"EmailChange", func() error { return errOf(s.EmailChange(ctx, 41)) }},
		{"EndOtherSessions", func() error { return s.EndOtherSessions(ctx, "w", 2, "session 1") }},
		{"Favorites", func() error { return errOf(s.Favorites(ctx, 42)) }},
		{"MergeFavorites", func() error { return errOf(s.MergeFavorites(ctx, 42, []int64{17, 18}, 500)) }},
		{"Profile", func() error { return errOf(s.Profile(ctx, 43)) }},
		{"QueueEmails", func() error {
			return s.QueueEmails(ctx, hourly, account.QueuedEmail{Kind: "code", To: "a", Key: "a", Limit: hourly})
		}},
		{"RemoveFavorite", func() error { return s.RemoveFavorite(ctx, 42, 18) }},
		{"Rename", func() error { return s.Rename(ctx, "w", 44, "Renamed") }},
		{"RequestEmailChange", func() error { return s.RequestEmailChange(ctx, 45, "b", noon, hourly) }},
		{"SaveFavorite", func() error { return s.SaveFavorite(ctx, 42, 19, 500) }},
		{"SetChangeCode", func() error { return s.SetChangeCode(ctx, 46, "x@example.com", true, account.CodeHash{Expiry: noon}) }},
		{"SetCode", func() error { return s.SetCode(ctx, 47, account.CodeHash{Expiry: noon}) }},
		{"SetEmail", func() error { return s.SetEmail(ctx, "w", 48, "c", "c") }},
		{"SignUp", func() error {
			return s.SignUp(ctx, "d", account.StoredUser{User: account.User{Email: "d"}}, account.CodeHash{Expiry: noon})
		}},
		{"SubmissionsOf", func() error { return errOf(s.SubmissionsOf(ctx, 49)) }},
		{"TryCode", func() error { return errOf(s.TryCode(ctx, 50, 5)) }},
		{"TryEmailChange", func() error { return errOf(s.TryEmailChange(ctx, 51, 5)) }},
		{"Verify", func() error {
			return s.Verify(ctx, account.StoredUser{User: account.User{ID: 20_000}, PasswordHash: "h"}, "")
		}},
		{"NextIssue", func() error { return errOf(s.NextIssue(ctx, newsletter.Weekly)) }},
		{"SetAlternativePicks", func() error {
			return errOf(s.SetAlternativePicks(ctx, "w", 77, 0, catalog.Picks{Pinned: []int64{78, 79}, Hidden: []int64{80}}))
		}},
		{"SaveDraft", func() error { return s.SaveDraft(ctx, "w", newsletter.Weekly, newsletter.DraftInput{Subject: "s"}) }},
		{"DiscardDraft", func() error { return s.DiscardDraft(ctx, "w", newsletter.Weekly) }},
		{"QueueEmail", func() error { return s.QueueEmail(ctx, hourly, mail.Email{To: "a"}) }},
		{"IssueReports", func() error { return errOf(s.IssueReports(ctx)) }},
		{"IssueDetail", func() error { return errOf(s.IssueDetail(ctx, 17)) }},
		{"IssueRecipient", func() error { return errOf(s.IssueRecipient(ctx, 17, 700)) }},
		{"SentIssue", func() error { return errOf(s.SentIssue(ctx, 17)) }},
		{"DueIssues", func() error { return errOf(s.DueIssues(ctx, time.UnixMicro(30))) }},
		{"ChangeIssue", func() error {
			return errOf(s.ChangeIssue(ctx, "w", 17, newsletter.IssueChange{Action: "pause", From: []newsletter.IssueStatus{newsletter.Sending}, To: newsletter.Paused}))
		}},
		{"ChangeIssue", func() error {
			return errOf(s.ChangeIssue(ctx, "w", 17, newsletter.IssueChange{Action: "resume", From: []newsletter.IssueStatus{newsletter.Paused}, To: newsletter.Sending}))
		}},
		{"ChangeIssue", func() error {
			return errOf(s.ChangeIssue(ctx, "w", 17, newsletter.IssueChange{Action: "stop", From: []newsletter.IssueStatus{newsletter.Sending}, To: newsletter.Stopped}))
		}},
		{"StartIssue", func() error {
			return s.StartIssue(ctx, "w", 19, site.IssueContent{Sections: []site.IssueSection{{Kind: site.Deals}}})
		}},
		{"UnscheduleIssue", func() error { return errOf(s.UnscheduleIssue(ctx, "w", 20)) }},
		{"AddIssue", func() error {
			return errOf(s.AddIssue(ctx, "w", newsletter.NewIssue{Cadence: newsletter.Weekly, Content: &site.IssueContent{}}))
		}},
		{"FinishIssues", func() error { return errOf(s.FinishIssues(ctx)) }},
		{"ForgetIssueEmails", func() error { return s.ForgetIssueEmails(ctx, time.UnixMicro(3)) }},
		{"CreateToken", func() error {
			return s.CreateToken(ctx, "w", "hash", account.Token{UserID: 1, Name: "t", Scope: "read"})
		}},
		{"DeleteCategory", func() error {
			remove(t, s, create(t, s, draft("Alone", "Lonely")).ID)
			var id int64
			err := s.Writer().QueryRowContext(ctx, "SELECT id FROM categories WHERE slug = 'lonely'").Scan(&id)
			return errors.Join(err, s.DeleteCategory(ctx, "w", id))
		}},
		{"DeleteProduct", func() error { return s.DeleteProduct(ctx, "w", 16) }},
		{"DeleteSubmission", func() error { return s.DeleteSubmission(ctx, "w", 300) }},
		{"EmailsWaiting", func() error { return errOf(s.EmailsWaiting(ctx)) }},
		{"StartSession", func() error {
			return s.StartSession(ctx, "w", account.Session{Hash: "new", UserID: 1, CreatedAt: noon, LastUsedAt: noon, ExpiresAt: noon.Add(time.Hour)}, 5, []string{"session 7"})
		}},
		{"EndSession", func() error { return s.EndSession(ctx, "w", "session 8") }},
		{"EndRun", func() error { return errOf(s.EndRun(ctx, mirror.Run{ID: 1, By: "w", Cause: mirror.Manual})) }},
		{"ForgetExpired", func() error { return s.ForgetExpired(ctx, noon) }},
		{"ForgetSubmissions", func() error { return errOf(s.ForgetSubmissions(ctx, "w", time.UnixMicro(50))) }},
		{"Image", func() error { return errOf(s.Image(ctx, "image-7")) }},
		{"NextEmail", func() error {
			e, _, err := s.NextEmail(ctx, mail.Claim{Lease: time.Minute})
			return errors.Join(err, s.EndEmail(ctx, e, mail.Outcome{State: mail.Waiting}))
		}},
		{"EndEmail", func() error { return s.EndEmail(ctx, mail.Email{ID: many - 2}, mail.Outcome{State: mail.Refused}) }},
		{"EndEmail", func() error {
			return s.EndEmail(ctx, mail.Email{ID: many - 3, Issue: 1}, mail.Outcome{State: mail.Refused, Permanent: true})
		}},
		{"EndEmail", func() error {
			return s.EndEmail(ctx, mail.Email{ID: many - 4, Issue: 1}, mail.Outcome{State: mail.Sent})
		}},
		{"EndEmail", func() error {
			return s.EndEmail(ctx, mail.Email{ID: many - 5, Issue: 1}, mail.Outcome{State: mail.Waiting})
		}},
		{"EndExpiredEmails", func() error { return s.EndExpiredEmails(ctx, func(mail.Email) {}) }},
		{"MergeCategory", func() error { return errOf(s.MergeCategory(ctx, "w", 2, 3)) }},
		{"NextNotice", func() error { return errOf(s.NextNotice(ctx, mirror.Timing{Lease: time.Minute})) }},
		{"NoticeFailed", func() error { return s.NoticeFailed(ctx, time.Minute) }},
		{"NoticeSent", func() error { return s.NoticeSent(ctx, 1) }},
		{"NoteUses", func() error {
			return s.NoteUses(ctx, []account.Session{{Hash: "session 9", LastUsedAt: noon, ExpiresAt: noon}}, []account.Token{{ID: 1, LastUsedAt: noon}})
		}},
		{"SyncPending", func() error { return errOf(s.SyncPending(ctx)) }},
		{"ProductVisits", func() error { return errOf(s.ProductVisits(ctx, 7, 19_970, 20_000)) }},
		{"PageViews", func() error {
			return errOf(s.PageViews(ctx, visits.Comparison, []string{"7", "8"}, 19_970, 20_000))
		}},
		{"MostViewedPages", func() error { return errOf(s.MostViewedPages(ctx, 19_999, 50)) }},
		{"PruneVisits", func() error { return s.PruneVisits(ctx, 19_905) }},
		{"PurgeTrash", func() error { return errOf(s.PurgeTrash(ctx, "w")) }},
		{"Record", func() error { return s.Record(ctx, "w", audit.Event{Action: "login", Object: "users", ObjectID: "1"}) }},
		{"RecordUpload", func() error {
			return s.RecordUpload(ctx, "w", media.Image{FileName: "image-9", OriginalName: "a.png", MimeType: "image/png"})
		}},
		{"Rehash", func() error {
			return s.Rehash(ctx, account.StoredUser{User: account.User{ID: 1}, PasswordHash: "h"}, "h1")
		}},
		{"RejectSubmission", func() error { return errOf(s.RejectSubmission(ctx, "w", many-1, "no", anEmail)) }},
		{"RenameCategory", func() error { return errOf(s.RenameCategory(ctx, "w", 4, "Renamed")) }},
		{"ReorderProducts", func() error {
			return errOf(s.ReorderProducts(ctx, "w", []catalog.Placement{{ID: 21, DisplayOrder: 22}, {ID: 22, DisplayOrder: 21}}))
		}},
		{"ReorderSocialLinks", func() error { return errOf(s.ReorderSocialLinks(ctx, "w", []site.Placement{{ID: 1, DisplayOrder: 3}})) }},
		{"DeleteSocialLink", func() error { return s.DeleteSocialLink(ctx, "w", 1) }},
		{"UpdateProduct", func() error { return errOf(s.UpdateProduct(ctx, "w", 31, 1, draft("Tool 31, changed", "Category 5"))) }},
		{"RestoreProduct", func() error {
			entry := entries(t, s, audit.Query{Object: "products", ObjectID: "31"})[0]
			return errOf(s.RestoreProduct(ctx, "w", 31, entry.ID, audit.Before))
		}},
		{"RevokeToken", func() error { return s.RevokeToken(ctx, "w", 1, "t") }},
		{"Runs", func() error { return errOf(s.Runs(ctx, 10)) }},
		{"SaveImage", func() error {
			return errOf(s.SaveImage(ctx, "w", media.Image{FileName: "new.png", OriginalName: "a.png", MimeType: "image/png", Size: 1}))
		}},
		{"SaveLegalPage", func() error {
			return errOf(s.SaveLegalPage(ctx, "w", site.LegalPage{Type: site.PrivacyPolicy, Title: "t", Content: "c"}))
		}},
		{"SaveLogo", func() error {
			return errOf(s.SaveLogo(ctx, "w", site.Logo{Type: site.MainLogo, Name: "n", FileName: "f.png", FileData: "d", MimeType: "image/png"}))
		}},
		{"AddIndexNowCalls", func() error { return s.AddIndexNowCalls(ctx, "key", time.Now(), [][]string{{"/"}}) }},
		{"IndexNowMark", func() error { _, _, err := s.IndexNowMark(ctx, "key"); return err }},
		{"NextIndexNowCall", func() error { _, _, err := s.NextIndexNowCall(ctx); return err }},
		{"SaveIndexNowCall", func() error { return s.SaveIndexNowCall(ctx, indexnow.Call{ID: 7, State: indexnow.Accepted}) }},
		{"IndexNowCalls", func() error { return errOf(s.IndexNowCalls(ctx)) }},
		{"ChangeValues", func() error {
			return errOf(s.ChangeValues(ctx, "w", site.ValuesChange{Index: &site.IndexLimitsChange{ToolFacts: of(4)}}))
		}},
		{"DeleteLogo", func() error { return s.DeleteLogo(ctx, "w", 1) }},
		{"SaveVerdict", func() error { return errOf(s.SaveVerdict(ctx, "w", "1,2", "Text")) }},
		{"DeleteVerdict", func() error { return s.DeleteVerdict(ctx, "w", "1,2") }},
		{"Session", func() error { return errOf(s.Session(ctx, "session 10")) }},
		{"SetDisabled", func() error { return s.SetDisabled(ctx, "w", account.User{ID: 5}, true) }},
		{"SetPassword", func() error {
			return s.SetPassword(ctx, "w", account.StoredUser{User: account.User{ID: 6}, PasswordHash: "h"}, "h2", nil)
		}},
		{"Settings", func() error { return errOf(s.Settings(ctx)) }},
		{"SubmissionBySecret", func() error { return errOf(s.SubmissionBySecret(ctx, "secret of Brush")) }},
		{"TakeDelivery", func() error { return errOf(s.TakeDelivery(ctx, "d")) }},
		{"Token", func() error {
			noError(t, s.CreateToken(ctx, "w", "hash 2", account.Token{UserID: 2, Name: "t2", Scope: "read"}))
			return errOf(s.Token(ctx, "hash 2"))
		}},
		{"Tokens", func() error { return errOf(s.Tokens(ctx)) }},
		{"Trash", func() error { return errOf(s.Trash(ctx)) }},
		{"Undo", func() error {
			remove(t, s, 41)
			version, err := s.Version(ctx)
			return errors.Join(err, errOf(s.Undo(ctx, "w", version)))
		}},
		{"UserByEmail", func() error { return errOf(s.UserByEmail(ctx, "3@example.com")) }},
		{"Administrators", func() error { return errOf(s.Administrators(ctx)) }},
		{"Uses", func() error {
			return s.Uses(ctx, []string{"key 7"}, time.Hour, func(uses [][]time.Time) error { return nil })
		}},
		{"VisitCounts", func() error { return errOf(s.VisitCounts(ctx, 19_999)) }},
		{"VisitedDays", func() error { return errOf(s.VisitedDays(ctx, 19_999)) }},
		{"VisitedProducts", func() error { return errOf(s.VisitedProducts(ctx, 19_999)) }},
		{"WebsiteState", func() error { return errOf(s.WebsiteState(ctx, "https://tool.example/7")) }},
		{"CreateUser", func() error {
			return errOf(s.CreateUser(ctx, "w", "new@example.com", account.StoredUser{User: account.User{Email: "new@example.com", IsAdmin: true}, PasswordHash: "h"}))
		}},
		{"ImportProducts", func() error { return errOf(s.ImportProducts(ctx, "w", importRows(3), catalog.ImportOptions{})) }},
		{"MoveProduct", func() error { return errOf(s.MoveProduct(ctx, "w", 5_000, 4_000)) }},
		{"CountReaders", func() error { return errOf(s.CountReaders(ctx, "")) }},
		{"CountReaders", func() error { return errOf(s.CountReaders(ctx, "reader 7")) }},
		{"Readers", func() error { return errOf(s.Readers(ctx, account.ReaderQuery{Limit: 50})) }},
		{"Readers by a search", func() error { return errOf(s.Readers(ctx, account.ReaderQuery{Search: "reader 7", Limit: 50})) }},
		{"Readers", func() error {
			return errOf(s.Readers(ctx, account.ReaderQuery{Sort: account.SortEmail, After: &account.ReaderPosition{EmailKey: "reader 7"}, Limit: 50}))
		}},
		{"Readers", func() error {
			return errOf(s.Readers(ctx, account.ReaderQuery{Sort: account.SortSeen, After: &account.ReaderPosition{ID: 9}, Limit: 50}))
		}},
		{"Readers", func() error {
			return errOf(s.Readers(ctx, account.ReaderQuery{Filter: account.UnverifiedReaders, Limit: 50}))
		}},
		{"Readers", func() error {
			return errOf(s.Readers(ctx, account.ReaderQuery{Filter: account.DisabledReaders, Search: "reader 7", Limit: 50}))
		}},
		{"Submissions", func() error { return errOf(s.Submissions(ctx, inbox.Query{Status: inbox.Pending, Limit: 10})) }},
	}
}

// tableScan is a table that a method reads from end to end.
type tableScan struct{ method, table string }

// scanned are the scans that are meant to be, and why.
var scanned = map[tableScan]string{
	{"CreateUser", "product_submissions"}:  "SQLite plans to look for broken references to a new user, and does so only where there are any",
	{"ImportProducts", "products"}:         "rows are matched with all products by slug, website and name",
	{"ImportProducts", "product_slugs"}:    "and by former slug; no new slug may equal one",
	{"MoveProduct", "products"}:            "a position is one among all products",
	{"AddIssue", "newsletters"}:            "all who get it are read",
	{"StartIssue", "newsletters"}:          "all who get it are read",
	{"IssueReports", "newsletter_visits"}:  "those of each issue are counted",
	{"NextIssue", "newsletters"}:           "those who get it are counted",
	{"MergeCategory", "newsletters"}:       "a topic is looked for in those of each subscriber",
	{"EachSubscriber", "newsletters"}:      "it reads them all",
	{"ReaderNumbers", "newsletters"}:       "those of each cadence are counted",
	{"Subscribers", "newsletters"}:         "those of each status are counted",
	{"CountReaders", "users"}:              "those of each status are counted",
	{"Readers by a search", "users"}:       "words are looked for in the middle of names and emails",
	{"Submissions", "product_submissions"}: "those of each status are counted",
}

// wholeDatabase are the store's methods that read all products, or everything, because that is what they are for.
var wholeDatabase = []string{"Check", "Content", "Dump", "RemoveOrphans", "ReplaceContent", "All", "Uploads", "LogoRun"}

// withoutTables are the store's methods that ask no table that grows.
var withoutTables = []string{"AfterCommit", "Close", "Follow", "WithLock", "Ping", "Identity", "SettingsVersion", "Version", "LogoSearchActive", "LogoStarter", "PauseLogos", "ResumeLogos",
	"Durability", "Exec", "Logger", "Now", "OnQuery", "Postgres", "Read", "ReadOne", "Reader", "Skew", "Upgrade", "Write", "WriteUnlocked", "Writer"}
