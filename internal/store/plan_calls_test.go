package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// planStore calls the store's own methods.
func planStore(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	hourly := account.EmailLimit{Key: "key 11", Limit: quota.Limit{Most: 9, Within: time.Hour}}
	look("AddSocialLink")(s.AddSocialLink(ctx, "w", site.SocialLink{Platform: "p", URL: "https://example.com"}))
	look("AddSubmission")(s.AddSubmission(ctx, "192.0.2.1", 100, sent("Brush")))
	look("AddVisits")(s.AddVisits(ctx, []visits.Count{{Product: 7, Day: 20_000, Tally: visits.Tally{Views: 1}},
		{Page: visits.Page{Kind: visits.Comparison, Key: "7"}, Day: 20_000, Tally: visits.Tally{Views: 1}}}))
	look("ApproveSubmission")(s.ApproveSubmission(ctx, "w", many, draft("Approved"), anEmail))
	for _, query := range []audit.Query{
		{}, {Before: 500}, {Object: "products"}, {Object: "products", ObjectID: "77"}, {Action: "update"}, {Actor: "actor 7"},
		{Version: 77}, {Version: 77, Search: "tool"}, {Objects: []string{"products", "categories"}},
	} {
		look("Audit")(s.Audit(ctx, query))
	}
	deal := catalog.BulkChange{HasDeal: of(true), AddCategories: []string{"Category 9"}}
	look("ChangeProducts")(s.ChangeProducts(ctx, "w", []int64{11, 12}, deal))
	look("ChangeProducts")(s.ChangeProducts(ctx, "w", []int64{13, 14}, catalog.BulkChange{Delete: true}))
	look("ChangeSocialLink")(s.ChangeSocialLink(ctx, "w", 1, site.SocialChange{IsActive: of(false)}))
	look("Lease")(s.Lease(ctx, "job"))
	look("CountFailed")(s.CountFailed(ctx))
	look("ChangeLease")(s.ChangeLease(ctx, "job", func(lease *jobs.Lease, _ time.Time) bool { lease.Run = "r"; return true }))
	look("Changes")(s.Changes(ctx, many-5))
	look("CreateProduct")(s.CreateProduct(ctx, "w", draft("Created", "Category 3", "New")))
	look("CreateProduct")(s.CreateProduct(idempotency.With(ctx, idempotency.Key{Hash: "h", Digest: "d"}), "w", draft("Created")))
	look("CancelEmailChange")(s.CancelEmailChange(ctx, 30))
	look("DeleteUser")(s.DeleteUser(ctx, "w", account.User{ID: 40, Email: "reader 20"}))
	look("EmailChange")(s.EmailChange(ctx, 41))
	look("EndOtherSessions")(s.EndOtherSessions(ctx, "w", 2, "session 1"))
	look("Favorites")(s.Favorites(ctx, 42))
	look("MergeFavorites")(s.MergeFavorites(ctx, 42, []int64{17, 18}, 500))
	look("Profile")(s.Profile(ctx, 43))
	look("QueueEmails")(s.QueueEmails(ctx, hourly, account.QueuedEmail{Kind: "code", To: "a", Key: "a", Limits: [2]account.EmailLimit{hourly, hourly}}))
	look("RemoveFavorite")(s.RemoveFavorite(ctx, 42, 18))
	look("Rename")(s.Rename(ctx, "w", 44, "Renamed"))
	look("RequestEmailChange")(s.RequestEmailChange(ctx, 45, "b", noon, hourly))
	look("SaveFavorite")(s.SaveFavorite(ctx, 42, 19, 500))
	look("SetChangeCode")(s.SetChangeCode(ctx, 46, "x@example.com", true, account.CodeHash{Expiry: noon}))
	look("SetCode")(s.SetCode(ctx, 47, account.CodeHash{Expiry: noon}))
	look("SetEmail")(s.SetEmail(ctx, "w", 248, "c", "c", ""))
	look("SignUp")(s.SignUp(ctx, "d", account.SignUp{Email: "d"}, account.CodeHash{Expiry: noon}))
	look("SignUpOf")(s.SignUpOf(ctx, 48, ""))
	look("SubmissionsOf")(s.SubmissionsOf(ctx, 49))
	look("TryCode")(s.TryCode(ctx, 50, 5))
	look("TrySignUpCode")(s.TrySignUpCode(ctx, 19_979, 5))
	look("TryEmailChange")(s.TryEmailChange(ctx, 51, 5))
	look("Verify")(s.Verify(ctx, account.StoredUser{User: account.User{ID: 20_000}, SignUp: 19_980, PasswordHash: "h"}, "c"))
	look("CreateToken")(s.CreateToken(ctx, "w", "hash", account.Token{UserID: 1, Name: "t", Scope: "read"}))
	remove(t, s, create(t, s, draft("Alone", "Lonely")).ID)
	lonely := category(t, s, "Lonely").ID
	look("DeleteCategory")(s.DeleteCategory(ctx, "w", lonely))
	look("DeleteProduct")(s.DeleteProduct(ctx, "w", 16))
	look("DeleteSubmission")(s.DeleteSubmission(ctx, "w", 300))
	look("EmailsWaiting")(s.EmailsWaiting(ctx))
	session := someSession(account.StoredUser{User: account.User{ID: 1}}, "new", noon)
	look("StartSession")(s.StartSession(ctx, "w", session, 5, []string{"session 7"}))
	look("EndSession")(s.EndSession(ctx, "w", "session 8"))
	look("ForgetExpired")(s.ForgetExpired(ctx, noon))
	look("ForgetSubmissions")(s.ForgetSubmissions(ctx, "w", time.UnixMicro(50)))
	look("Image")(s.Image(ctx, "image-7"))
	claimed := look("NextEmail")
	e, wait, err := s.NextEmail(ctx, mail.Claim{Lease: time.Minute})
	claimed(e, wait, err)
	look("EndEmail")(s.EndEmail(ctx, e, mail.Outcome{State: mail.Waiting}))
	look("EndEmail")(s.EndEmail(ctx, mail.Email{ID: many - 2}, mail.Outcome{State: mail.Refused}))
	look("EndEmail")(s.EndEmail(ctx, mail.Email{ID: many - 3, Issue: 1}, mail.Outcome{State: mail.Refused, Permanent: true}))
	look("EndEmail")(s.EndEmail(ctx, mail.Email{ID: many - 4, Issue: 1}, mail.Outcome{State: mail.Sent}))
	look("EndEmail")(s.EndEmail(ctx, mail.Email{ID: many - 5, Issue: 1}, mail.Outcome{State: mail.Waiting}))
	look("EndExpiredEmails")(s.EndExpiredEmails(ctx, func(mail.Email) {}))
	look("MergeCategory")(s.MergeCategory(ctx, "w", 2, 3))
	used := []account.Session{{Hash: "session 9", LastUsedAt: noon, ExpiresAt: noon}}
	look("NoteUses")(s.NoteUses(ctx, used, []account.Token{{ID: 1, LastUsedAt: noon}}))
	look("ProductVisits")(s.ProductVisits(ctx, 7, 19_970, 20_000))
	look("PageViews")(s.PageViews(ctx, visits.Comparison, []string{"7", "8"}, 19_970, 20_000))
	look("RecentViews")(s.RecentViews(ctx, visits.Comparison, "7", "8"))
	look("BookingDays")(s.BookingDays(ctx, "k", 19_970, 20_000))
	look("MostViewedPages")(s.MostViewedPages(ctx, 19_999, 50))
	look("PruneVisits")(s.PruneVisits(ctx, 19_905))
	look("PurgeTrash")(s.PurgeTrash(ctx, "w"))
	look("Record")(s.Record(ctx, "w", audit.Event{Action: "login", Object: "users", ObjectID: "1"}))
	look("RecordUpload")(s.RecordUpload(ctx, "w", media.Image{FileName: "image-9", OriginalName: "a.png", MimeType: "image/png"}))
	look("Rehash")(s.Rehash(ctx, account.StoredUser{User: account.User{ID: 1}, PasswordHash: "h"}, "h1"))
	look("RejectSubmission")(s.RejectSubmission(ctx, "w", many-1, "no", anEmail))
	look("RejectSubmissions")(s.RejectSubmissions(ctx, "w", []int64{many - 2}, "no", anEmail))
	look("ApproveSubmissions")(s.ApproveSubmissions(ctx, "w", []int64{many - 3}, anEmail))
	look("UpdateCategory")(s.UpdateCategory(ctx, "w", 4, "Renamed", nil))
	look("ReorderProducts")(s.ReorderProducts(ctx, "w", []catalog.Placement{{ID: 21, DisplayOrder: 22}, {ID: 22, DisplayOrder: 21}}))
	look("ReorderSocialLinks")(s.ReorderSocialLinks(ctx, "w", []site.Placement{{ID: 1, DisplayOrder: 3}}))
	look("DeleteSocialLink")(s.DeleteSocialLink(ctx, "w", 1))
	look("UpdateProduct")(s.UpdateProduct(ctx, "w", 31, 1, draft("Tool 31, changed", "Category 5")))
	entry := entries(t, s, audit.Query{Object: "products", ObjectID: "31"})[0]
	look("RestoreProduct")(s.RestoreProduct(ctx, "w", 31, entry.ID, audit.Before))
	look("RevokeToken")(s.RevokeToken(ctx, "w", "user_id = ? AND name = ?", 1, "t"))
	look("SaveImage")(s.SaveImage(ctx, "w", media.Image{FileName: "new.png", OriginalName: "a.png", MimeType: "image/png", Size: 1}))
	look("SaveLegalPage")(s.SaveLegalPage(ctx, "w", site.LegalPage{Type: site.PrivacyPolicy, Title: "t", Content: "c"}))
	look("SaveLogo")(s.SaveLogo(ctx, "w", site.Logo{Type: site.MainLogo, Name: "n", FileName: "f.png", FileData: "d", MimeType: "image/png"}))
	look("ChangeValues")(s.ChangeValues(ctx, "w", site.ValuesChange{Index: &site.IndexLimitsChange{ToolFacts: of(4)}}))
	look("DeleteLogo")(s.DeleteLogo(ctx, "w", 1))
	look("Session")(s.Session(ctx, "session 10"))
	look("SetDisabled")(s.SetDisabled(ctx, "w", 5, true))
	editor := httpapi.Editor
	look("ChangeAdministrator")(s.ChangeAdministrator(ctx, "w", 7, &editor, nil))
	look("ConfirmSession")(s.ConfirmSession(ctx, "session 10", time.Now()))
	look("EndSessionOf")(s.EndSessionOf(ctx, "w", 11, "session 10"))
	look("TokensOf")(s.TokensOf(ctx, 1))
	look("SetPassword")(s.SetPassword(ctx, "w", account.StoredUser{User: account.User{ID: 6}, PasswordHash: "h"}, "h2", nil))
	look("Settings")(s.Settings(ctx))
	look("SubmissionBySecret")(s.SubmissionBySecret(ctx, "secret of Brush"))
	noError(t, s.CreateToken(ctx, "w", "hash 2", account.Token{UserID: 2, Name: "t2", Scope: "read"}))
	look("Token")(s.Token(ctx, "hash 2"))
	look("Tokens")(s.Tokens(ctx))
	look("Trash")(s.Trash(ctx))
	remove(t, s, 41)
	look("PreviewUndo")(s.PreviewUndo(ctx, must(s.Version(ctx))(t), 0))
	look("Undo")(s.Undo(ctx, "w", must(s.Version(ctx))(t), ""))
	remove(t, s, 42)
	look("RestoreProducts")(s.RestoreProducts(ctx, "w", []int64{42}))
	look("UserByEmail")(s.UserByEmail(ctx, "3@example.com"))
	look("Administrators")(s.Administrators(ctx))
	look("Uses")(s.Uses(ctx, []string{"key 7"}, time.Hour, func(uses [][]time.Time) error { return nil }))
	look("VisitCounts")(s.VisitCounts(ctx, 19_999))
	look("VisitedDays")(s.VisitedDays(ctx, 19_999))
	look("VisitedProducts")(s.VisitedProducts(ctx, 19_999))
	look("WebsiteState")(s.WebsiteState(ctx, "https://tool.example/7"))
	administrator := account.StoredUser{User: account.User{Email: "new@example.com", IsAdmin: true}, PasswordHash: "h"}
	look("CreateUser")(s.CreateUser(ctx, "w", "new@example.com", administrator))
	look("Join")(s.Join(ctx, account.StoredUser{PasswordHash: "h"}, func(context.Context, *db.WriteTx) (string, httpapi.Role, error) {
		return "joined@example.com", httpapi.Editor, nil
	}))
	look("ImportProducts")(s.ImportProducts(ctx, "w", importRows(3), catalog.ImportOptions{}))
	look("MoveProduct")(s.MoveProduct(ctx, "w", 5_000, catalog.MoveTarget{After: 4_000}))
	look("CountReaders")(s.CountReaders(ctx, ""))
	look("CountReaders")(s.CountReaders(ctx, "reader 7"))
	look("Readers by a search")(s.Readers(ctx, account.ReaderQuery{Search: "reader 7", Limit: 50}))
	for _, query := range []account.ReaderQuery{
		{Limit: 50},
		{Sort: account.SortEmail, After: &account.ReaderPosition{EmailKey: "reader 7"}, Limit: 50},
		{Sort: account.SortSeen, After: &account.ReaderPosition{ID: 9}, Limit: 50},
		{Filter: account.UnverifiedReaders, Limit: 50},
		{Filter: account.DisabledReaders, Search: "reader 7", Limit: 50},
	} {
		look("Readers")(s.Readers(ctx, query))
	}
	look("Submissions")(s.Submissions(ctx, inbox.Query{Status: inbox.Pending, Limit: 10}))
	look("CountWaiting")(s.CountWaiting(ctx))
	look("CountUnsent")(s.CountUnsent(ctx, time.Unix(1, 0)))
	look("CountFailedLogins")(s.CountFailedLogins(ctx, time.Unix(1, 0)))
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
	{"MergeCategory", "newsletter_links"}:  "and in those of each link",
	{"EachSubscriber", "newsletters"}:      "it reads them all",
	{"ReaderNumbers", "newsletters"}:       "those of each cadence are counted",
	{"Subscribers", "newsletters"}:         "those of each status are counted",
	{"CountReaders", "users"}:              "those of each status are counted",
	{"Readers by a search", "users"}:       "words are looked for in the middle of names and emails",
	{"Submissions", "product_submissions"}: "those of each status are counted",
	{"Status", "import_images"}:            "those that are left are counted",
	{"Status", "products"}:                 "but for those of products in the trash",
	{"Retry", "import_images"}:             "it changes all that failed",
	{"Forget", "import_images"}:            "it deletes them all",
	{"Start", "link_checks"}:               "what was read within a day is not read again",
	{"Vain", "vain_search_words"}:          "those with most searches are found among all",
	{"PruneVain", "vain_search_words"}:     "each is deleted or stays by how often it was asked",
	{"PruneVain", "vain_searches"}:         "how often is counted of each",
}

// wholeDatabase are the store's methods that read all products, or everything, because that is what they are for.
var wholeDatabase = []string{"Check", "Content", "Dump", "RemoveOrphans", "ReplaceContent", "All", "Uploads", "LogoRun", "LinkRun", "ChangeListed", "SpreadOrder"}

// withoutTables are the store's methods that ask no table that grows.
var withoutTables = []string{"AfterCommit", "Close", "Follow", "WithLock", "Ping", "Identity", "SettingsVersion", "Version", "LogoSearchActive", "LogoStarter", "PauseLogos", "ResumeLogos",
	"Durability", "Exec", "Logger", "Now", "OnQuery", "Postgres", "Read", "ReadOne", "Reader", "Skew", "SharedTime", "SumUp", "Upgrade", "Write", "WriteSettings", "WriteUnversioned", "WriteUnlocked", "Writer"}
