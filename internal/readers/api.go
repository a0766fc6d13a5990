// Package readers is the calls of readers' accounts: sign up, the account with what is saved, and what administrators see of
// readers.
package readers

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/inbox"
)

// API is the calls of readers' accounts.
type API struct {
	Accounts      *account.Accounts
	Inbox         *inbox.Inbox
	HasNewsletter bool
	DB            *db.DB // of the site; has the subscriptions
	Favorites     account.FavoriteQueries
	Catalogue     *browse.Live
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name:  "readers",
		IsOff: a.Accounts == nil || !a.Accounts.AreOpen(),
		Routes: []httpapi.Route{
			httpapi.Post("/api/users", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.signUp),
				httpapi.Done("signUp", "Request an account; a code is sent by email. The answer is the same for an email address that has an account")),
			httpapi.Post("/api/users/verify", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.verify),
				httpapi.Answers[account.SignedIn]("verify", "Confirm the email of a new account with its code, and sign in")),
			httpapi.Post("/api/users/resend", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.resendCode),
				httpapi.Done("resendCode", "Request a new code for an unverified account")),
			httpapi.Post("/api/auth/forgot", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.forgotPassword),
				httpapi.Done("forgotPassword", "Request a code to reset a password")),
			httpapi.Post("/api/auth/reset", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.resetPassword),
				httpapi.Answers[account.SignedIn]("resetPassword", "Set a new password with a code, and sign in; all other sessions end")),
			httpapi.Get("/api/account", httpapi.Reader, httpapi.Fetch(a.getAccount),
				httpapi.Answers[Account]("account", "Get your account")),
			httpapi.Patch("/api/account", httpapi.Reader, httpapi.Write(httpapi.MaxSmallBody, a.changeAccount),
				httpapi.Answers[Account]("changeAccount", "Change your name")),
			httpapi.Delete("/api/account", httpapi.Reader, httpapi.Write(httpapi.MaxSmallBody, a.deleteAccount),
				httpapi.Done("deleteAccount", "Delete your account and everything stored with it")),
			httpapi.Post("/api/account/email", httpapi.Reader, httpapi.Write(httpapi.MaxSmallBody, a.changeEmail),
				httpapi.Answers[Account]("changeEmail", "Request a change of your email address; codes are sent to both email addresses")),
			httpapi.Post("/api/account/email/confirm", httpapi.Reader, httpapi.Write(httpapi.MaxSmallBody, a.confirmEmail),
				httpapi.Answers[Account]("confirmEmail", "Confirm the change of your email address with both codes")),
			httpapi.Delete("/api/account/email", httpapi.Reader, httpapi.Bare(a.cancelEmailChange),
				httpapi.Answers[Account]("cancelEmailChange", "Cancel the change of your email address")),
			httpapi.Delete("/api/account/sessions", httpapi.Reader, httpapi.Bare(a.endOtherSessions),
				httpapi.Done("endOtherSessions", "Sign out everywhere else")),
			httpapi.Get("/api/account/export", httpapi.Reader, httpapi.Fetch(a.exportAccount),
				httpapi.Answers[AccountExport]("exportAccount", "Download what is stored about you")),
			httpapi.Get("/api/favorites", httpapi.Reader, httpapi.Fetch(a.favorites),
				httpapi.Answers[[]account.Favorite]("listFavorites", "List the products that you have saved, oldest first")),
			httpapi.Post("/api/favorites/merge", httpapi.Reader, httpapi.Write(httpapi.MaxBody, a.mergeFavorites),
				httpapi.Answers[[]account.Favorite]("mergeFavorites", "Save products that are not saved yet, and list all")),
			httpapi.Put("/api/favorites/{id}", httpapi.Reader, httpapi.Bare(httpapi.ByID(catalog.NoProduct, a.saveFavorite)),
				httpapi.Done("saveFavorite", "Save a product")),
			httpapi.Delete("/api/favorites/{id}", httpapi.Reader, httpapi.Remove(catalog.NoProduct, a.removeFavorite),
				httpapi.Done("removeFavorite", "Remove a saved product")),
			httpapi.Get("/api/admin/users", httpapi.Audience.Records(), httpapi.Fetch(a.listReaders),
				httpapi.Answers[account.ReaderPage]("listReaders", "List readers (users who are not administrators), a page at a time", readerKeys()...)),
			httpapi.Patch("/api/admin/users/{id}", httpapi.Audience.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(account.NoReader, a.changeReader)),
				httpapi.Done("changeReader", "Disable a reader and end their sessions, or enable them again")),
			httpapi.Delete("/api/admin/users/{id}", httpapi.Audience.Change(), httpapi.Remove(account.NoReader, a.deleteReader),
				httpapi.Done("deleteReader", "Delete a reader's account and all their data")),
			httpapi.Post("/api/admin/users/{id}/resend", httpapi.Audience.Change(), httpapi.Bare(httpapi.ByID(account.NoReader, a.resendReaderCode)),
				httpapi.Done("resendReaderCode", "Send an unverified reader a new code")),
		},
	}
}

// SignUpInput is what a visitor signs up with.
type SignUpInput struct {
	Email    string `json:"email"`
	Name     string `json:"name,omitempty" doc:"At most 200 characters"`
	Password string `json:"password" doc:"12 to 128 characters"`
}

// Verification is what confirms the email of a new account.
type Verification struct {
	Email    string `json:"email"`
	Code     string `json:"code" doc:"The 6 characters of the email; case, spaces and hyphens are ignored"`
	Password string `json:"password" doc:"The account's password"`
}

// PasswordReset is a new password, and the code that allows it.
type PasswordReset struct {
	Email    string `json:"email"`
	Code     string `json:"code" doc:"The 6 characters of the email; case, spaces and hyphens are ignored"`
	Password string `json:"password" doc:"12 to 128 characters"`
}

// EmailAddress is where an email is requested.
type EmailAddress struct {
	Email string `json:"email"`
}

// Account is what a user sees about their account.
type Account struct {
	User         account.Person   `json:"user"`
	CreatedAt    time.Time        `json:"createdAt"`
	PendingEmail string           `json:"pendingEmail" doc:"A new email address that awaits confirmation; else empty"`
	Sessions     []AccountSession `json:"sessions" nullable:"false" doc:"The latest used first"`
	Submissions  []OwnSubmission  `json:"submissions" nullable:"false" doc:"The newest first"`
}

// AccountSession is a browser in which the user is signed in.
type AccountSession struct {
	StartedAt  time.Time `json:"startedAt"`
	LastUsedAt time.Time `json:"lastUsedAt"`
	IsCurrent  bool      `json:"isCurrent" doc:"The session of this request"`
}

// OwnSubmission is a tool that the user has submitted.
type OwnSubmission struct {
	inbox.Draft
	Status      inbox.Status `json:"status" enum:"pending,approved,rejected"`
	Reason      string       `json:"reason" doc:"Why it was rejected"`
	ProductSlug string       `json:"productSlug" doc:"Of the product created from it, while that is in the directory; else empty"`
	CreatedAt   time.Time    `json:"createdAt"`
	StatusPath  string       `json:"statusPath" doc:"Path of its status page"`
}

// AccountChange is the user's new name.
type AccountChange struct {
	Name string `json:"name" doc:"At most 200 characters"`
}

// EmailRequest is another email for the account.
type EmailRequest struct {
	Email           string `json:"email"`
	CurrentPassword string `json:"currentPassword"`
}

// EmailCodes are the codes that were sent to both addresses.
type EmailCodes struct {
	CurrentCode string `json:"currentCode" doc:"Sent to the current email address"`
	NewCode     string `json:"newCode" doc:"Sent to the new email address"`
}

// PasswordProof is the user's password, for what cannot be undone.
type PasswordProof struct {
	Password string `json:"password"`
}

// AccountExport is everything that is stored about a user.
type AccountExport struct {
	Account
	Favorites []SavedProduct `json:"favorites" nullable:"false" doc:"Oldest first"`
	NewsletterExport
}

// SavedProduct is a saved tool in an export.
type SavedProduct struct {
	account.Favorite
	Product *catalog.Product `json:"product" doc:"The product as the directory shows it; null if it is not listed"`
}

// FavoriteList lists products to save.
type FavoriteList struct {
	ProductIDs []int64 `json:"productIds" nullable:"false" doc:"In the order in which they were saved; at most 500"`
}

func (a API) signUp(c *httpapi.Call, in SignUpInput) (any, error) {
	ctx, cookies := a.Accounts.Sessions.WithNewDevice(c.Request)
	c.SetCookies = cookies
	return nil, a.Accounts.SignUp(ctx, c.Client(), in.Email, in.Name, in.Password)
}

func (a API) verify(c *httpapi.Call, in Verification) (any, error) {
	sessions := a.Accounts.Sessions
	grant, err := a.Accounts.Verify(sessions.WithDevice(c.Request), c.Client(), in.Email, in.Code, in.Password, sessions.PresentedSessions(c.Request)...)
	return account.API{Accounts: a.Accounts}.Granted(c, grant, err)
}

func (a API) resendCode(c *httpapi.Call, in EmailAddress) (any, error) {
	return nil, a.Accounts.ResendCode(a.Accounts.Sessions.WithDevice(c.Request), c.Client(), in.Email)
}

func (a API) forgotPassword(c *httpapi.Call, in EmailAddress) (any, error) {
	return nil, a.Accounts.ForgotPassword(c.Ctx(), c.Client(), in.Email)
}

func (a API) resetPassword(c *httpapi.Call, in PasswordReset) (any, error) {
	grant, err := a.Accounts.ResetPassword(a.Accounts.Sessions.WithDevice(c.Request), c.Client(), in.Email, in.Code, in.Password)
	return account.API{Accounts: a.Accounts}.Granted(c, grant, err)
}

// getAccount answers with the user's account.
func (a API) getAccount(c *httpapi.Call) (any, error) { return a.account(c) }

func (a API) account(c *httpapi.Call) (Account, error) {
	profile, err := a.Accounts.Profiles.Users.Profile(c.Ctx(), account.IdentityOf(c).User.ID)
	if err != nil {
		return Account{}, err
	}
	shown := Account{
		User: account.PersonOf(profile.User), CreatedAt: profile.User.CreatedAt, PendingEmail: profile.PendingEmail,
		Sessions: []AccountSession{}, Submissions: []OwnSubmission{},
	}
	for _, session := range profile.Sessions {
		shown.Sessions = append(shown.Sessions, AccountSession{session.CreatedAt, session.LastUsedAt, session.Hash == account.IdentityOf(c).Session})
	}
	sent, err := a.Inbox.Queries.SubmissionsOf(c.Ctx(), account.IdentityOf(c).User.ID)
	for _, submission := range sent {
		shown.Submissions = append(shown.Submissions, OwnSubmission{
			submission.Draft, submission.Status, submission.Reason, submission.ProductSlug, submission.CreatedAt, submission.StatusPath(),
		})
	}
	return shown, err
}

func (a API) changeAccount(c *httpapi.Call, in AccountChange) (any, error) {
	if err := a.Accounts.Profiles.Rename(c.Ctx(), account.IdentityOf(c).User, in.Name); err != nil {
		return nil, err
	}
	return a.account(c)
}

func (a API) changeEmail(c *httpapi.Call, in EmailRequest) (any, error) {
	if err := a.Accounts.Profiles.ChangeEmail(c.Ctx(), account.IdentityOf(c).User, in.Email, in.CurrentPassword); err != nil {
		return nil, err
	}
	return a.account(c)
}

func (a API) confirmEmail(c *httpapi.Call, in EmailCodes) (any, error) {
	if err := a.Accounts.Profiles.ConfirmEmail(c.Ctx(), account.IdentityOf(c), in.CurrentCode, in.NewCode); err != nil {
		return nil, err
	}
	return a.account(c)
}

func (a API) cancelEmailChange(c *httpapi.Call) (any, error) {
	if err := a.Accounts.Profiles.Codes.CancelEmailChange(c.Ctx(), account.IdentityOf(c).User.ID); err != nil {
		return nil, err
	}
	return a.account(c)
}

func (a API) endOtherSessions(c *httpapi.Call) (any, error) {
	return nil, a.Accounts.Sessions.EndOtherSessions(c.Ctx(), account.IdentityOf(c))
}

func (a API) deleteAccount(c *httpapi.Call, in PasswordProof) (any, error) {
	if err := a.Accounts.Profiles.Delete(c.Ctx(), account.IdentityOf(c).User, in.Password); err != nil {
		return nil, err
	}
	c.SetCookies = a.Accounts.Sessions.ClearedCookies()
	return nil, nil
}

// exportAccount answers with everything about the user, as a file.
func (a API) exportAccount(c *httpapi.Call) (any, error) {
	shown, err := a.account(c)
	if err != nil {
		return nil, err
	}
	listed, err := a.Favorites.Favorites(c.Ctx(), account.IdentityOf(c).User.ID)
	if err != nil {
		return nil, err
	}
	export := AccountExport{Account: shown, Favorites: []SavedProduct{}}
	snapshot := a.Catalogue.Snapshot()
	for _, favorite := range listed {
		saved := SavedProduct{Favorite: favorite}
		if item, found := snapshot.Product(strconv.FormatInt(favorite.ProductID, 10)); found {
			product := item.Product()
			saved.Product = &product
		}
		export.Favorites = append(export.Favorites, saved)
	}
	export.NewsletterExport, err = newsletterOf(c, a)
	if err != nil {
		return nil, err
	}
	c.Writer.Header().Set("Content-Disposition", `attachment; filename="account.json"`)
	return export, nil
}

func (a API) favorites(c *httpapi.Call) (any, error) {
	return a.Favorites.Favorites(c.Ctx(), account.IdentityOf(c).User.ID)
}

func (a API) mergeFavorites(c *httpapi.Call, in FavoriteList) (any, error) {
	return a.Favorites.MergeFavorites(c.Ctx(), account.IdentityOf(c).User.ID, in.ProductIDs, account.MaxFavorites)
}

func (a API) saveFavorite(c *httpapi.Call, id int64) (any, error) {
	if _, shown := a.Catalogue.Snapshot().Product(strconv.FormatInt(id, 10)); !shown {
		return nil, fault.New(fault.NotFound, "There is no such product.")
	}
	return nil, a.Favorites.SaveFavorite(c.Ctx(), account.IdentityOf(c).User.ID, id, account.MaxFavorites)
}

func (a API) removeFavorite(c *httpapi.Call, id int64) error {
	return a.Favorites.RemoveFavorite(c.Ctx(), account.IdentityOf(c).User.ID, id)
}

const (
	defaultReaderPage = 50
	maxReaderPage     = 100
)

// ReaderChangeInput is a change of a reader's account.
type ReaderChangeInput struct {
	IsDisabled *bool `json:"isDisabled" nullable:"false" doc:"Whether they cannot sign in"`
}

func (a API) listReaders(c *httpapi.Call) (any, error) {
	q, err := readerQuery(c.Request)
	if err != nil {
		return nil, err
	}
	return a.Accounts.Readers.List(c.Ctx(), q)
}

func (a API) changeReader(c *httpapi.Call, id int64, in ReaderChangeInput) (any, error) {
	if in.IsDisabled == nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "isDisabled", Message: "Please send true or false here"}})
	}
	return nil, a.Accounts.Readers.SetDisabled(c.Ctx(), c.By, id, *in.IsDisabled)
}

func (a API) deleteReader(c *httpapi.Call, id int64) error {
	return a.Accounts.Readers.Delete(c.Ctx(), c.By, id)
}

func (a API) resendReaderCode(c *httpapi.Call, id int64) (any, error) {
	return nil, a.Accounts.Readers.ResendCode(c.Ctx(), c.By, id)
}

// readerQuery parses the query. It skips empty values and ignores unknown keys.
func readerQuery(r *http.Request) (q account.ReaderQuery, err error) {
	values, err := httpapi.QueryOf(r)
	if err != nil {
		return q, err
	}
	q = account.ReaderQuery{Sort: account.SortNewest, Filter: account.AllReaders}
	if q.Search, err = httpapi.SearchOf(values); err != nil {
		return q, err
	}
	if sort := account.ReaderSort(values.Get("sort")); sort != "" {
		q.Sort = sort
	}
	if !slices.Contains(account.ReaderSorts(), q.Sort) {
		return q, fault.New(fault.BadRequest, "The key sort takes newest, seen or email.")
	}
	if filter := account.ReaderFilter(values.Get("filter")); filter != "" {
		q.Filter = filter
	}
	if !slices.Contains(account.ReaderFilters(), q.Filter) {
		return q, fault.New(fault.BadRequest, "The key filter takes all, unverified or disabled.")
	}
	if cursor := values.Get("cursor"); cursor != "" {
		if q.After, err = account.PositionAt(cursor, q.Sort); err != nil {
			return q, err
		}
	}
	limit, err := httpapi.WholeNumber("limit", values.Get("limit"), defaultReaderPage, maxReaderPage)
	q.Limit = int(limit)
	return q, err
}

// readerKeys describes the query of the readers.
func readerKeys() []*huma.Param {
	text := &huma.Schema{Type: huma.TypeString}
	return []*huma.Param{
		httpapi.Param("search", fmt.Sprintf("Words, each a part of the name or the email, in any case; at most %d characters", httpapi.MaxSearch), text),
		httpapi.Param("sort", "Order: newest without it; seen: who was seen last first", httpapi.Enum(account.ReaderSorts()...)),
		httpapi.Param("filter", "Only those of this status; all without it", httpapi.Enum(account.ReaderFilters()...)),
		httpapi.Param("cursor", "Where the page begins: next of the page before", text),
		httpapi.Param("limit", fmt.Sprintf("Readers in a page, at most %d; %d without it", maxReaderPage, defaultReaderPage), &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
	}
}
