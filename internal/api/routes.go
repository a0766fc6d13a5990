package api

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/indexnow"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// route is one method of one URL.
type route struct {
	method, pattern string
	access          access
	handler         handler
	about           about
}

const (
	productList  = "/api/products"
	oneProduct   = "/api/products/{x}"
	productPicks = "/api/admin/products/{x}/picks"
	submissions  = "/api/submissions"

	oneAccount   = "/api/account"
	accountEmail = "/api/account/email"
	oneFavorite  = "/api/favorites/{id}"
	oneReader    = "/api/admin/users/{id}"
	oneDraft     = "/api/admin/newsletter/drafts/{cadence}"
	oneIssue     = "/api/admin/newsletter/issues/{id}"
	oneVerdict   = comparisonPath + "/{ids}/verdict"
	siteValues   = "/api/admin/settings"
	onLogos      = "/api/admin/logo-search"
	proposals    = "/api/admin/logo-proposals"

	oneCollection = "/api/admin/collections/{id}"
)

// routes returns the route table: every route with its access.
func routes() []route {
	list := append(filters(), paging("Products in a page; without it, every match")...)
	sections := append(filters(), paging("Products of each section; 12 without it")...)
	return []route{
		{"GET", productList, public, read(products), about{"listProducts", "List products, a page at a time", typeOf[[]catalog.Product](), list, listHeaders()}},
		{"GET", oneProduct, public, read(product), about{"product", "Get a product", typeOf[catalog.Product](), nil, nil}},
		{"GET", "/api/products/{x}/similar", public, read(similar), about{"similarProducts", "List up to 8 similar products", typeOf[[]SimilarProduct](), nil, nil}},
		{"GET", "/api/products/{x}/alternatives", public, read(alternatives), about{"alternatives", "List up to 20 alternatives to a product, each compared with it", typeOf[Alternatives](), nil, nil}},
		{"GET", "/api/products/{x}/comparisons", public, read(comparisons), about{"listComparisons", "List the comparisons that the page of a product links", typeOf[[]ComparisonLink](), nil, nil}},
		{"GET", comparisonPath, public, read(comparison), about{"comparison", "Compare two to four products", typeOf[Comparison](), comparisonKeys(), nil}},
		{"GET", "/api/products/{x}/tags", public, read(tags), about{"productTags", "List the tags of a product that have a page", typeOf[[]browse.Tag](), nil, nil}},
		{"GET", "/api/product-cards", public, fetch(productCards), about{"listProductCards", "List the products with these ids, in that order; unknown ids are left out", typeOf[[]ProductCard](), cardKeys(), nil}},
		{"GET", "/api/catalog", public, read(screen), about{"catalog", "Get a screen of the directory: a page of each section, and the matches behind each filter", typeOf[Catalog](), sections, nil}},
		{"GET", "/api/categories", public, read(categories), about{"listCategories", "List categories by name", typeOf[[]catalog.Category](), nil, nil}},
		{"GET", "/api/category-overview", public, read(categoryOverview), about{"categoryOverview", "Get all categories by name, each with its number of products, their prices and three of them, and the most used tags", typeOf[CategoryOverview](), nil, nil}},
		{"GET", "/api/collections", public, read(collections), about{"listCollections", "List the collections, the latest first", typeOf[[]CollectionSummary](), nil, nil}},
		{"GET", "/api/collections/{slug}", public, read(collection), about{"collection", "Get a collection with its tools", typeOf[ShownCollection](), nil, nil}},
		{"GET", "/api/home-rows", public, read(homeRows), about{"homeRows", "Get the rows of the home page and the largest categories", typeOf[HomeRows](), nil, nil}},
		{"GET", "/api/site", public, read(frame), about{"site", "Get what the frame of every page needs", typeOf[Site](), nil, nil}},
		{"GET", "/api/social-media", public, listSocialLinks(), about{"listSocialLinks", "List active social links in their order; administrators get all of them", typeOf[[]site.SocialLink](), nil, nil}},
		{"GET", "/api/logo-settings", public, readSettings(logoSettings), about{"listLogoSettings", "List site logos, with their files as data URLs", typeOf[[]site.Logo](), nil, nil}},
		{"GET", "/api/legal-pages", public, readSettings(legalPages), about{"listLegalPages", "List legal pages", typeOf[[]site.LegalPage](), nil, nil}},
		{"GET", "/api/legal-pages/{type}", public, readSettings(legalPage), about{"legalPage", "Get a legal page, with what visitors see", typeOf[site.ShownPage](), nil, nil}},
		{"GET", "/logos/{type}", public, readSettings(logo), about{}},

		{"POST", "/api/auth/login", public, write(maxLoginBody, login), about{"login", "Sign in; the response sets the session cookie", typeOf[SignedIn](), nil, nil}},
		{"POST", "/api/auth/logout", signedIn, bare(logout), about{"logout", "Sign out", typeOf[nothing](), nil, nil}},
		{"GET", "/api/auth/me", signedIn, fetch(me), about{"me", "Get who is signed in, and for how long", typeOf[Session](), nil, nil}},
		{"POST", "/api/auth/password", signedIn, write(maxLoginBody, changePassword), about{"changePassword", "Change your password; this ends all other sessions and revokes all tokens", typeOf[SignedIn](), nil, nil}},

		{"POST", "/api/users", visitor, write(maxLoginBody, signUp), about{"signUp", "Request an account; a code is sent by email. The answer is the same for an address that has an account", typeOf[nothing](), nil, nil}},
		{"POST", "/api/users/verify", visitor, write(maxLoginBody, verify), about{"verify", "Confirm the email of a new account with its code, and sign in", typeOf[SignedIn](), nil, nil}},
		{"POST", "/api/users/resend", visitor, write(maxLoginBody, resendCode), about{"resendCode", "Request a new code for an account that is not verified", typeOf[nothing](), nil, nil}},
		{"POST", "/api/auth/forgot", visitor, write(maxLoginBody, forgotPassword), about{"forgotPassword", "Request a code to reset a password", typeOf[nothing](), nil, nil}},
		{"POST", "/api/auth/reset", visitor, write(maxLoginBody, resetPassword), about{"resetPassword", "Set a new password with a code, and sign in; all other sessions end", typeOf[SignedIn](), nil, nil}},
		{"GET", oneAccount, reader, fetch(getAccount), about{"account", "Get your account", typeOf[Account](), nil, nil}},
		{"PATCH", oneAccount, reader, write(maxLoginBody, changeAccount), about{"changeAccount", "Change your name", typeOf[Account](), nil, nil}},
		{"DELETE", oneAccount, reader, write(maxLoginBody, deleteAccount), about{"deleteAccount", "Delete your account and everything stored with it", typeOf[nothing](), nil, nil}},
		{"POST", accountEmail, reader, write(maxLoginBody, changeEmail), about{"changeEmail", "Request another email for your account; codes are sent to both addresses", typeOf[Account](), nil, nil}},
		{"POST", "/api/account/email/confirm", reader, write(maxLoginBody, confirmEmail), about{"confirmEmail", "Change your email with both codes", typeOf[Account](), nil, nil}},
		{"DELETE", accountEmail, reader, bare(cancelEmailChange), about{"cancelEmailChange", "Cancel the change of your email", typeOf[Account](), nil, nil}},
		{"DELETE", "/api/account/sessions", reader, bare(endOtherSessions), about{"endOtherSessions", "Sign out everywhere else", typeOf[nothing](), nil, nil}},
		{"GET", "/api/account/export", reader, fetch(exportAccount), about{"exportAccount", "Download what is stored about you", typeOf[AccountExport](), nil, nil}},
		{"GET", "/api/favorites", reader, fetch(favorites), about{"listFavorites", "List the tools that you have saved, oldest first", typeOf[[]account.Favorite](), nil, nil}},
		{"POST", "/api/favorites/merge", reader, write(maxBody, mergeFavorites), about{"mergeFavorites", "Save tools that are not saved yet, and list all", typeOf[[]account.Favorite](), nil, nil}},
		{"PUT", oneFavorite, reader, bare(saveFavorite), about{"saveFavorite", "Save a tool", typeOf[nothing](), nil, nil}},
		{"DELETE", oneFavorite, reader, bare(removeFavorite), about{"removeFavorite", "Remove a tool from the saved ones", typeOf[nothing](), nil, nil}},

		{"GET", "/api/admin/users", records, ofReaders(fetch(listReaders)), about{"listReaders", "List readers (users who are not administrators), a page at a time", typeOf[account.ReaderPage](), readerKeys(), nil}},
		{"PATCH", oneReader, admin, ofReaders(write(maxBody, withID(account.NoReader, changeReader))), about{"changeReader", "Disable a reader, which ends their sessions, or enable them again", typeOf[nothing](), nil, nil}},
		{"DELETE", oneReader, admin, ofReaders(remove(account.NoReader, deleteReader)), about{"deleteReader", "Delete a reader's account with everything of theirs", typeOf[nothing](), nil, nil}},
		{"POST", "/api/admin/users/{id}/resend", admin, ofReaders(bare(resendReaderCode)), about{"resendReaderCode", "Send a reader who is not verified another code", typeOf[nothing](), nil, nil}},

		{"POST", "/api/newsletter", public, ofNewsletter(write(maxLoginBody, requestNewsletter)), about{"requestNewsletter", "Request the newsletter; an email with a link to confirm is sent. The answer is the same for an address that has it", typeOf[nothing](), nil, nil}},
		{"POST", "/api/newsletter/confirm", public, ofNewsletter(write(maxLoginBody, confirmNewsletter)), about{"confirmNewsletter", "Confirm a subscription with the token of its email", typeOf[newsletter.Subscription](), nil, nil}},
		{"POST", "/api/newsletter/leave", public, ofNewsletter(leaveNewsletter()), about{"leaveNewsletter", "Unsubscribe; mail programs post a form to this URL with the query token (RFC 8058)", typeOf[nothing](), nil, nil}},
		{"GET", "/api/newsletter/leave", public, ofNewsletter(fetch(openNewsletterSettings)), about{}}, // for a person
		{"GET", "/api/newsletter/settings", public, ofNewsletter(fetch(newsletterSettings)), about{"newsletterSettings", "Get the subscription of the header Newsletter-Token, or of the account that is signed in", typeOf[newsletter.Subscription](), nil, nil}},
		{"PUT", "/api/newsletter/settings", public, ofNewsletter(write(maxLoginBody, changeNewsletter)), about{"changeNewsletter", "Change topics and cadence; an account that is signed in gets a subscription", typeOf[newsletter.Subscription](), nil, nil}},
		{"GET", "/api/newsletter/issues", public, ofNewsletter(readSettings(issues)), about{"listIssues", "List past issues, the newest first", typeOf[[]site.IssueSummary](), nil, nil}},
		{"GET", "/api/newsletter/issues/{number}", public, ofNewsletter(read(issue)), about{"issue", "Get a past issue", typeOf[site.Issue](), nil, nil}},

		{"GET", "/api/admin/subscribers", records, ofNewsletter(fetch(listSubscribers)), about{"listSubscribers", "List subscribers of the newsletter, the newest first, a page at a time", typeOf[newsletter.SubscriberPage](), subscriberKeys(), nil}},
		{"DELETE", "/api/admin/subscribers/{id}", admin, ofNewsletter(remove(newsletter.NoSubscriber, removeSubscriber)), about{"removeSubscriber", "Delete a subscriber and everything that names the email address", typeOf[nothing](), nil, nil}},
		{"POST", "/api/admin/subscribers/import", admin, ofNewsletter(write(maxImportBody, importSubscribers)), about{"importSubscribers", "Add subscribers from another service as confirmed, with proof of their consent", typeOf[newsletter.ImportResult](), nil, nil}},
		{"GET", "/api/admin/subscribers/export", records, ofNewsletter(fetch(exportSubscribers)), about{"exportSubscribers", "Download the confirmed subscribers as CSV", nil, nil, nil}},
		{"GET", "/api/admin/reader-numbers", records, ofNewsletter(fetch(readerNumbers)), about{"readerNumbers", "Get how many readers there are, and what happened in the last 26 weeks", typeOf[newsletter.Numbers](), nil, nil}},
		{"GET", oneDraft, records, ofNewsletter(fetch(getDraft)), about{"draft", "Get the next issue of a cadence, made from what is new unless an administrator has changed it", typeOf[newsletter.Draft](), nil, nil}},
		{"PUT", oneDraft, admin, ofNewsletter(write(maxBody, saveDraft)), about{"saveDraft", "Change the next issue of a cadence", typeOf[newsletter.Draft](), nil, nil}},
		{"DELETE", oneDraft, admin, ofNewsletter(bare(discardDraft)), about{"discardDraft", "Discard the changes to the next issue, which is then made from new tools again", typeOf[nothing](), nil, nil}},
		{"POST", oneDraft + "/preview", admin, ofNewsletter(write(maxBody, previewDraft)), about{"previewDraft", "Compose the email of a draft; nothing is stored", typeOf[EmailPreview](), nil, nil}},
		{"POST", oneDraft + "/test", admin, ofNewsletter(write(maxBody, testDraft)), about{"testDraft", "Send the email of a draft to yourself", typeOf[nothing](), nil, nil}},
		{"POST", oneDraft + "/send", admin, ofNewsletter(create(maxBody, sendIssue)), about{"sendIssue", "Send a draft to its subscribers, now or at a time", typeOf[newsletter.IssueReport](), nil, nil}},
		{"GET", "/api/admin/newsletter/issues", records, ofNewsletter(fetch(listIssues)), about{"listIssueReports", "List the latest 100 issues with their results, the newest first", typeOf[[]newsletter.IssueReport](), nil, nil}},
		{"GET", oneIssue, records, ofNewsletter(fetch(getIssue)), about{"issueDetail", "Get an issue with its results", typeOf[newsletter.IssueDetail](), nil, nil}},
		{"POST", oneIssue + "/pause", admin, ofNewsletter(onIssue((*newsletter.Newsletter).Pause)), about{"pauseIssue", "Pause an issue that is being sent", typeOf[newsletter.IssueReport](), nil, nil}},
		{"POST", oneIssue + "/resume", admin, ofNewsletter(onIssue((*newsletter.Newsletter).Resume)), about{"resumeIssue", "Continue an issue that is paused", typeOf[newsletter.IssueReport](), nil, nil}},
		{"POST", oneIssue + "/stop", admin, ofNewsletter(onIssue((*newsletter.Newsletter).Stop)), about{"stopIssue", "Stop sending an issue; the remaining subscribers don't get it", typeOf[newsletter.IssueReport](), nil, nil}},
		{"POST", oneIssue + "/unschedule", admin, ofNewsletter(onIssue((*newsletter.Newsletter).Unschedule)), about{"unscheduleIssue", "Make a scheduled issue a draft again", typeOf[newsletter.IssueReport](), nil, nil}},

		{"GET", "/api/admin/products", content, fetch(rows), about{"listProductRows", "List all products in the administrator's order", typeOf[[]ProductRow](), nil, nil}},
		{"GET", productPicks, content, fetch(getPicks), about{"alternativePicks", "Get the picks of alternatives to a product", typeOf[ShownPicks](), nil, nil}},
		{"PUT", productPicks, admin, write(maxBody, withID(noSuchProduct, setPicks)), about{"setAlternativePicks", "Pin alternatives to a product, and hide others", typeOf[AlternativePicks](), nil, nil}},
		{"GET", "/api/admin/categories", content, fetch(categoryCounts), about{"listCategoryCounts", "List all categories with the number of products in each", typeOf[[]CategoryFacet](), nil, nil}},
		{"POST", productList, admin, create(maxBody, createProduct), about{"createProduct", "Create a product", typeOf[catalog.Product](), nil, nil}},
		{"PUT", oneProduct, admin, write(maxBody, withID(noSuchProduct, updateProduct)), about{"updateProduct", "Update a product", typeOf[catalog.Product](), nil, nil}},
		{"DELETE", oneProduct, admin, remove(noSuchProduct, deleteProduct), about{"deleteProduct", "Delete a product; it stays in the trash for a while", typeOf[nothing](), nil, nil}},
		{"PATCH", "/api/products/reorder", admin, write(maxBody, reorderProducts), about{"reorderProducts", "Reorder products: all that are named, or none", typeOf[Reordered](), nil, nil}},
		{"GET", "/api/products/reorder", public, read(product), about{}}, // a product may have this slug
		{"POST", "/api/products/bulk", admin, write(maxBody, changeProducts), about{"changeProducts", "Update or delete many products: all of them, or none", typeOf[BulkChanged](), nil, nil}},
		{"GET", "/api/products/bulk", public, read(product), about{}},
		{"POST", "/api/products/{x}/restore", admin, write(maxBody, withID(noSuchProduct, restoreProduct)), about{"restoreProduct", "Restore a product from the trash or to an earlier state", typeOf[catalog.Product](), nil, nil}},
		{"POST", "/api/undo", admin, write(maxBody, undo), about{"undo", "Undo a change of products, merged categories, alternatives, collections, verdicts, settings or legal pages: all of it, or nothing, or what has not changed since", typeOf[audit.UndoResult](), nil, nil}},
		{"GET", "/api/undo/{version}", records, fetch(previewUndo), about{"previewUndo", "List the products that have changed since a change, a page at a time", typeOf[audit.UndoPreview](), previewKeys(), nil}},
		{"GET", "/api/trash", records, fetch(trash), about{"listTrash", "List deleted products that can be restored, the latest first", typeOf[[]catalog.Deleted](), nil, nil}},
		{"POST", "/api/trash/restore", admin, write(maxBody, restoreProducts), about{"restoreProducts", "Restore products from the trash: all that are named, or none", typeOf[BulkChanged](), nil, nil}},
		{"GET", "/api/audit", records, fetch(readAudit), about{"readAudit", "List who changed what, the newest first", typeOf[AuditPage](), auditKeys(), nil}},
		{"PUT", "/api/categories/{id}", admin, write(maxBody, withID(noSuchCategory, renameCategory)), about{"renameCategory", "Rename a category; the old name redirects to it", typeOf[catalog.Category](), nil, nil}},
		{"POST", "/api/categories/{id}/merge", admin, write(maxBody, withID(noSuchCategory, mergeCategory)), about{"mergeCategory", "Move the products of a category to another one, and delete it", typeOf[catalog.Category](), nil, nil}},
		{"DELETE", "/api/categories/{id}", admin, remove(noSuchCategory, deleteCategory), about{"deleteCategory", "Delete a category without products", typeOf[nothing](), nil, nil}},
		{"POST", "/api/visits", public, write(maxVisitBody, countVisit), about{"countVisit", "Count a view of a product or of another page, or a visit to a product's website, once an hour for each address; only the number is stored", typeOf[nothing](), nil, nil}},
		{"GET", "/api/admin/visits", records, fetch(allVisits), about{"visits", "Get how often products were viewed and visited, which the most, and the most viewed other pages", typeOf[Visits](), timeSpan(), nil}},
		{"GET", "/api/admin/visits/products", records, fetch(visitCourses), about{"visitCourses", "Get the daily visits of each product that was visited", typeOf[[]VisitCourse](), timeSpan(), nil}},
		{"GET", "/api/products/{x}/visits", records, fetch(productVisits), about{"productVisits", "Get how often a product was viewed and visited", typeOf[ProductVisits](), timeSpan(), nil}},
		{"GET", "/api/submit-form", public, read(submitForm), about{"submitForm", "Get where visitors submit a tool", typeOf[SubmitForm](), nil, nil}},
		{"GET", "/api/submissions/check", public, fetch(checkAddress), about{"checkAddress", "Report whether a tool's website is already listed or submitted, however its URL is spelled", typeOf[AddressCheck](), addressKeys(), nil}},
		{"POST", submissions, public, create(maxSubmissionBody, submitProduct), about{"submitProduct", "Submit a tool; an administrator decides", typeOf[Submitted](), nil, nil}},
		{"GET", "/api/submission-status/{key}", public, fetch(submissionStatus), about{"submissionStatus", "Get the status of a submission, for its submitter", typeOf[SubmissionStatus](), nil, nil}},
		{"GET", submissions, records, fetch(listSubmissions), about{"listSubmissions", "List submissions, the newest first", typeOf[Queue](), queueKeys(), nil}},
		{"POST", "/api/submissions/{id}/approve", admin, create(maxBody, withID(noSuchSubmission, approveSubmission)), about{"approveSubmission", "Approve a submission, and create its product", typeOf[catalog.Product](), nil, nil}},
		{"POST", "/api/submissions/{id}/reject", admin, write(maxBody, withID(noSuchSubmission, rejectSubmission)), about{"rejectSubmission", "Reject a submission, with a reason", typeOf[inbox.Submission](), nil, nil}},
		{"DELETE", "/api/submissions/{id}", admin, remove(noSuchSubmission, deleteSubmission), about{"deleteSubmission", "Delete a submission without notifying its submitter", typeOf[nothing](), nil, nil}},
		{"POST", "/api/upload", admin, withTooLarge(media.TooLarge, write(maxUploadBody, upload)), about{"uploadImage", "Store an image as a square JPEG", typeOf[media.Added](), nil, nil}},
		{"POST", "/api/legal-pages", admin, save(maxBody, saveLegalPage), about{"saveLegalPage", "Save the text of a legal page", typeOf[site.LegalPage](), nil, nil}},
		{"POST", "/api/legal-pages/preview", admin, write(maxBody, previewLegalPage), about{"previewLegalPage", "Render a text as a legal page; nothing is stored", typeOf[site.Rendered](), nil, nil}},
		{"GET", "/api/admin/verdicts", content, fetch(listVerdicts), about{"listVerdicts", "List the verdicts on comparisons, the latest change first", typeOf[[]VerdictRow](), nil, nil}},
		{"PUT", oneVerdict, admin, save(maxBody, saveVerdict), about{"saveVerdict", "Save a verdict on two to four products", typeOf[site.Verdict](), nil, nil}},
		{"DELETE", oneVerdict, admin, bare(deleteVerdict), about{"deleteVerdict", "Delete a verdict", typeOf[nothing](), nil, nil}},
		{"GET", "/api/admin/collections", content, fetch(listCollectionRows), about{"listCollectionRows", "List all collections and drafts, the most recently changed first", typeOf[[]CollectionRow](), nil, nil}},
		{"POST", "/api/admin/collections", admin, create(maxBody, createCollection), about{"createCollection", "Create a collection", typeOf[catalog.Collection](), nil, nil}},
		{"GET", oneCollection, content, fetch(getCollection), about{"collectionFields", "Get a collection or a draft as it was written", typeOf[catalog.Collection](), nil, nil}},
		{"PUT", oneCollection, admin, write(maxBody, withID(noSuchCollection, updateCollection)), about{"updateCollection", "Update a collection", typeOf[catalog.Collection](), nil, nil}},
		{"DELETE", oneCollection, admin, remove(noSuchCollection, deleteCollection), about{"deleteCollection", "Delete a collection; an undo of the change brings it back", typeOf[nothing](), nil, nil}},
		{"POST", "/api/admin/collection-preview", admin, write(maxBody, previewCollection), about{"previewCollection", "Show a collection as visitors would see it; nothing is stored", typeOf[ShownCollection](), nil, nil}},
		{"POST", "/api/social-media", admin, create(maxBody, addSocialLink), about{"addSocialLink", "Add a social link", typeOf[site.SocialLink](), nil, nil}},
		{"PUT", "/api/social-media/{id}", admin, write(maxBody, withID(noSuchLink, changeSocialLink)), about{"changeSocialLink", "Update a social link: only the fields that are sent", typeOf[site.SocialLink](), nil, nil}},
		{"DELETE", "/api/social-media/{id}", admin, remove(noSuchLink, deleteSocialLink), about{"deleteSocialLink", "Delete a social link", typeOf[nothing](), nil, nil}},
		{"PATCH", "/api/social-media/reorder", admin, write(maxBody, reorderSocialLinks), about{"reorderSocialLinks", "Reorder social links: all that are named, or none", typeOf[[]site.SocialLink](), nil, nil}},
		{"POST", "/api/logo-settings", admin, withTooLarge(site.LogoTooLarge, save(maxLogoBody, saveLogo)), about{"saveLogo", "Save a site logo; it replaces the one of its type", typeOf[site.Logo](), nil, nil}},
		{"DELETE", "/api/logo-settings/{id}", admin, remove(noSuchLogo, deleteLogo), about{"deleteLogo", "Delete a site logo", typeOf[nothing](), nil, nil}},
		{"GET", siteValues, content, fetch(siteSettings), about{"siteSettings", "Get the settings that have a default", typeOf[SiteSettings](), nil, nil}},
		{"PATCH", siteValues, admin, write(maxBody, changeSiteSettings), about{"changeSiteSettings", "Change settings: only the fields that are sent", typeOf[SiteSettings](), nil, nil}},
		{"POST", siteValues + "/theme-preview", admin, write(maxBody, previewTheme), about{"previewTheme", "Show the colours and contrasts of a theme; nothing is stored", typeOf[ThemePreview](), nil, nil}},
		{"GET", "/api/admin/indexnow", content, fetch(indexNowCalls), about{"indexNowCalls", "List the latest calls of IndexNow, newest first", typeOf[[]indexnow.Call](), nil, nil}},
		{"GET", onLogos, records, fetch(logoSearch), about{"logoSearch", "Get the latest search for missing logos", typeOf[logos.Run](), nil, nil}},
		{"POST", onLogos + "/start", admin, onLogoSearch(LogoSearchStore.StartLogos), about{"startLogoSearch", "Start a search for missing logos on the tools' websites", typeOf[logos.Run](), nil, nil}},
		{"POST", onLogos + "/pause", admin, onLogoSearch(LogoSearchStore.PauseLogos), about{"pauseLogoSearch", "Pause the search for logos", typeOf[logos.Run](), nil, nil}},
		{"POST", onLogos + "/resume", admin, onLogoSearch(LogoSearchStore.ResumeLogos), about{"resumeLogoSearch", "Resume the search for logos", typeOf[logos.Run](), nil, nil}},
		{"GET", proposals, records, fetch(logoProposals), about{"listLogoProposals", "List the logos that were found for tools without one, or why none was found, a page at a time", typeOf[logos.Page](), proposalKeys(), nil}},
		{"POST", proposals + "/accept", admin, write(maxBody, acceptLogos), about{"acceptLogos", "Accept logos that were found: all that are named, or none", typeOf[BulkChanged](), nil, nil}},
		{"POST", proposals + "/dismiss", admin, write(maxBody, dismissLogos), about{"dismissLogos", "Dismiss logos that were found, or restore them", typeOf[nothing](), nil, nil}},
		{"GET", "/api/admin/reach", content, fetch(getReach), about{"reach", "Get which pages search engines may index, why others are excluded, and how links reach them", typeOf[reach.Report](), nil, nil}},
		{"GET", "/api/admin/reach/pages", content, fetch(reachPages), about{"reachPages", "List the pages of a finding about reach", typeOf[ReachPages](), reachKeys(), nil}},
		{"GET", "/api/drafting", records, fetch(drafting), about{"drafting", "Report whether drafting is available", typeOf[assist.Status](), nil, nil}},
		{"GET", "/api/verify-logos", content, fetch(verifyLogos), about{"verifyLogos", "Report for each product whether its logo exists here and, if known, in production", typeOf[[]mirror.LogoEntry](), nil, nil}},
		{"POST", "/api/sync-logos", admin, bare(syncLogos), about{"syncLogos", "Download the images from production that are named here and missing", typeOf[mirror.LogosSynced](), nil, nil}},
		{"GET", "/api/sync", records, fetch(syncState), about{"syncState", "Get the status of the sync with production", typeOf[SyncState](), nil, nil}},
		{"POST", "/api/sync/preview", admin, bare(previewSync), about{"previewSync", "Preview what a sync would change; nothing is changed", typeOf[mirror.Difference](), nil, nil}},
		{"POST", "/api/sync/manual", admin, bare(startSync), about{"syncNow", "Copy production's content to this site: all of it, or nothing; responds when that is done", typeOf[mirror.Run](), nil, nil}},
		{"POST", "/api/sync/webhook", signed, syncWebhook(), about{"syncWebhook", "Request a sync, with a signature as Standard Webhooks has it", typeOf[Accepted](), nil, nil}},
		{"GET", mirror.ContentPath, content, fetch(syncContent), about{"syncContent", "Export all content as JSON lines, for a site that copies this one", nil, nil, nil}},
		{"POST", "/api/fill-from-website", admin, write(maxBody, fillFromWebsite), about{"fillFromWebsite", "Suggest a tool's fields from its website", typeOf[assist.Suggestion](), nil, nil}},
		{"POST", "/api/generate-description", admin, write(maxDraftBody, generateDescription), about{"generateDescription", "Draft a description", typeOf[DescriptionDraft](), nil, nil}},
		{"POST", "/api/enhance-description", admin, write(maxDraftBody, enhanceDescription), about{"enhanceDescription", "Draft a better description", typeOf[DescriptionDraft](), nil, nil}},
		{"POST", "/api/ai/generate-usecases", admin, write(maxDraftBody, generateUseCases), about{"generateUseCases", "Draft use cases", typeOf[UseCasesDraft](), nil, nil}},
		{"POST", "/api/ai/generate-collection-introduction", admin, write(maxDraftBody, generateIntroduction), about{"generateCollectionIntroduction", "Draft the introduction of a collection", typeOf[IntroductionDraft](), nil, nil}},
		{"POST", "/api/ai/generate-collection-note", admin, write(maxDraftBody, generateToolNote), about{"generateCollectionNote", "Draft a note on a tool of a collection", typeOf[ToolNoteDraft](), nil, nil}},
		{"POST", "/api/ai/generate-legal-content", admin, write(maxDraftBody, generateLegalContent), about{"generateLegalContent", "Draft the text of a legal page", typeOf[LegalContentDraft](), nil, nil}},
	}
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// register adds the table to the mux: one resource for each pattern.
func (a *API) register(table []route) {
	resources := map[string]*resource{}
	for _, rt := range table {
		rt.check()
		if rt.needsAccounts() && !a.areAccountsOpen() || rt.handler.ofNewsletter && a.options.Newsletter == nil {
			continue
		}
		found := resources[rt.pattern]
		if found == nil {
			found = &resource{api: a, routes: map[string]*route{}}
			resources[rt.pattern] = found
			a.mux.Handle(rt.pattern, found)
		}
		found.routes[rt.method] = &rt
	}
	a.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		a.fail(w, r, fault.New(fault.NotFound, "There is nothing at this URL."))
	})
}

// check panics if a route has no access, or if the answer of a restricted route would be cached for everyone.
func (rt *route) check() {
	switch {
	case !slices.Contains([]access{public, signed, signedIn, visitor, reader, admin, content, records}, rt.access):
		panic(fmt.Sprintf("api: %s %s does not say who may call it", rt.method, rt.pattern))
	case rt.access == admin && rt.method == http.MethodGet, (rt.access == content || rt.access == records) && rt.method != http.MethodGet:
		panic(fmt.Sprintf("api: %s %s: what administrators read is content or records, what they change is admin", rt.method, rt.pattern))
	case rt.access != public && rt.handler.answer != nil:
		panic(fmt.Sprintf("api: %s %s is restricted, but its answers would be cached for everyone", rt.method, rt.pattern))
	case rt.method != http.MethodGet && rt.handler.answer != nil:
		panic(fmt.Sprintf("api: %s %s changes nothing", rt.method, rt.pattern))
	case rt.handler.answer == nil && rt.handler.do == nil:
		panic(fmt.Sprintf("api: %s %s does nothing", rt.method, rt.pattern))
	}
}

// resource is one pattern with its routes by method.
type resource struct {
	api    *API
	routes map[string]*route
}

// ServeHTTP dispatches by method. It answers HEAD like GET; OPTIONS lists the methods and grants nothing to other
// origins.
func (s *resource) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	rt, found := s.routes[method]
	switch {
	case found:
		s.api.call(w, r, rt)
	case method == http.MethodOptions:
		w.Header().Set("Allow", s.allowHeader())
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Allow", s.allowHeader())
		s.api.fail(w, r, fault.New(fault.MethodNotAllowed, "Method not allowed. Allowed here: "+s.allowHeader()+"."))
	}
}

// allowHeader returns the value of the Allow header.
func (s *resource) allowHeader() string {
	methods := []string{http.MethodOptions}
	for method := range s.routes {
		methods = append(methods, method)
	}
	if s.routes[http.MethodGet] != nil {
		methods = append(methods, http.MethodHead)
	}
	slices.Sort(methods)
	return strings.Join(methods, ", ")
}

func (a *API) call(w http.ResponseWriter, r *http.Request, rt *route) {
	who, err := a.guard(w, r, rt)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if rt.handler.do != nil {
		a.perform(w, r, rt, who, rt.handler.do)
		return
	}
	if rt.handler.forAdmin != nil {
		if who, is := a.administrator(w, r); is {
			a.perform(w, r, rt, who, rt.handler.forAdmin)
			return
		}
	}
	q, err := rt.parse(r)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	a.respond(w, r, q, rt.handler.forAdmin != nil) // not cached as a question: the answer depends on the user
}
