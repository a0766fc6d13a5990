package api

import (
	"context"
	"net/netip"
	"strconv"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
)

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
	User         Person           `json:"user"`
	CreatedAt    time.Time        `json:"createdAt"`
	PendingEmail string           `json:"pendingEmail" doc:"An address that waits for its confirmation; else empty"`
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
	CurrentCode string `json:"currentCode" doc:"Sent to the current address"`
	NewCode     string `json:"newCode" doc:"Sent to the new address"`
}

// PasswordProof is the user's password, for what cannot be undone.
type PasswordProof struct {
	Password string `json:"password"`
}

// AccountExport is everything that is stored about a user.
type AccountExport struct {
	Account
	Favorites  []SavedProduct          `json:"favorites" nullable:"false" doc:"Oldest first"`
	Newsletter []newsletter.Subscriber `json:"newsletter" nullable:"false" doc:"The subscription of the account's address; empty without one"`
}

// SavedProduct is a saved tool in an export.
type SavedProduct struct {
	account.Favorite
	Product *catalog.Product `json:"product" doc:"The tool as the directory shows it; null if it is not listed"`
}

// FavoriteList lists products to save.
type FavoriteList struct {
	ProductIDs []int64 `json:"productIds" nullable:"false" doc:"In the order in which they were saved; at most 500"`
}

// areAccountsOpen reports whether visitors can sign up.
func (a *API) areAccountsOpen() bool {
	return a.options.Accounts != nil && a.options.Accounts.AreOpen()
}

// client returns the client's address. All clients without one (a Unix socket) count as one.
func (c *call) client() netip.Addr {
	client, _ := netip.ParseAddr(audit.From(c.ctx()).Address)
	return client
}

// user returns the user who makes a public call; nil: nobody is signed in.
func (c *call) user() *account.User {
	if !c.areAccountsOpen() || c.request.Header["Cookie"] == nil {
		return nil
	}
	who, err := c.options.Accounts.Identify(c.ctx(), c.request)
	if err != nil { // not signed in
		return nil
	}
	c.cookies = who.Cookies
	return &who.User
}

func signUp(c *call, in SignUpInput) (any, error) {
	ctx, cookies := c.options.Accounts.WithNewDevice(c.request)
	c.cookies = cookies
	return nil, c.options.Accounts.SignUp(ctx, c.client(), in.Email, in.Name, in.Password)
}

func verify(c *call, in Verification) (any, error) {
	accounts := c.options.Accounts
	return c.granted(accounts.Verify(accounts.WithDevice(c.request), c.client(), in.Email, in.Code, in.Password, accounts.PresentedSessions(c.request)...))
}

func resendCode(c *call, in EmailAddress) (any, error) {
	return nil, c.options.Accounts.ResendCode(c.options.Accounts.WithDevice(c.request), c.client(), in.Email)
}

func forgotPassword(c *call, in EmailAddress) (any, error) {
	return nil, c.options.Accounts.ForgotPassword(c.ctx(), c.client(), in.Email)
}

func resetPassword(c *call, in PasswordReset) (any, error) {
	accounts := c.options.Accounts
	return c.granted(accounts.ResetPassword(accounts.WithDevice(c.request), c.client(), in.Email, in.Code, in.Password))
}

// getAccount answers with the user's account.
func getAccount(c *call) (any, error) { return c.account() }

func (c *call) account() (Account, error) {
	profile, err := c.options.Accounts.Profile(c.ctx(), c.identity.User.ID)
	if err != nil {
		return Account{}, err
	}
	shown := Account{
		User: personOf(profile.User), CreatedAt: profile.User.CreatedAt, PendingEmail: profile.PendingEmail,
		Sessions: []AccountSession{}, Submissions: []OwnSubmission{},
	}
	for _, session := range profile.Sessions {
		shown.Sessions = append(shown.Sessions, AccountSession{session.CreatedAt, session.LastUsedAt, session.Hash == c.identity.Session})
	}
	sent, err := c.options.Inbox.SubmissionsOf(c.ctx(), c.identity.User.ID)
	for _, submission := range sent {
		shown.Submissions = append(shown.Submissions, OwnSubmission{
			submission.Draft, submission.Status, submission.Reason, submission.ProductSlug, submission.CreatedAt, submission.StatusPath(),
		})
	}
	return shown, err
}

func changeAccount(c *call, in AccountChange) (any, error) {
	if err := c.options.Accounts.Rename(c.ctx(), c.identity.User, in.Name); err != nil {
		return nil, err
	}
	return c.account()
}

func changeEmail(c *call, in EmailRequest) (any, error) {
	if err := c.options.Accounts.ChangeEmail(c.ctx(), c.identity.User, in.Email, in.CurrentPassword); err != nil {
		return nil, err
	}
	return c.account()
}

func confirmEmail(c *call, in EmailCodes) (any, error) {
	if err := c.options.Accounts.ConfirmEmail(c.ctx(), c.identity, in.CurrentCode, in.NewCode); err != nil {
		return nil, err
	}
	return c.account()
}

func cancelEmailChange(c *call) (any, error) {
	if err := c.options.Accounts.CancelEmailChange(c.ctx(), c.identity.User.ID); err != nil {
		return nil, err
	}
	return c.account()
}

func endOtherSessions(c *call) (any, error) {
	return nil, c.options.Accounts.EndOtherSessions(c.ctx(), c.identity)
}

func deleteAccount(c *call, in PasswordProof) (any, error) {
	if err := c.options.Accounts.Delete(c.ctx(), c.identity.User, in.Password); err != nil {
		return nil, err
	}
	c.cookies = c.options.Accounts.ClearedCookies()
	return nil, nil
}

// exportAccount answers with everything about the user, as a file.
func exportAccount(c *call) (any, error) {
	shown, err := c.account()
	if err != nil {
		return nil, err
	}
	listed, err := c.options.Accounts.Favorites(c.ctx(), c.identity.User.ID)
	if err != nil {
		return nil, err
	}
	export := AccountExport{Account: shown, Favorites: []SavedProduct{}, Newsletter: []newsletter.Subscriber{}}
	snapshot := c.options.Catalogue.Snapshot()
	for _, favorite := range listed {
		saved := SavedProduct{Favorite: favorite}
		if item, found := snapshot.Product(strconv.FormatInt(favorite.ProductID, 10)); found {
			product := item.Product()
			saved.Product = &product
		}
		export.Favorites = append(export.Favorites, saved)
	}
	if c.options.Newsletter != nil {
		if export.Newsletter, err = c.options.Newsletter.SubscriptionsOf(c.ctx(), c.identity.User); err != nil {
			return nil, err
		}
	}
	c.writer.Header().Set("Content-Disposition", `attachment; filename="account.json"`)
	return export, nil
}

func favorites(c *call) (any, error) {
	return c.options.Accounts.Favorites(c.ctx(), c.identity.User.ID)
}

func mergeFavorites(c *call, in FavoriteList) (any, error) {
	return c.options.Accounts.MergeFavorites(c.ctx(), c.identity.User.ID, in.ProductIDs)
}

func saveFavorite(c *call) (any, error) {
	return onFavorite(c, c.options.Accounts.SaveFavorite)
}

func removeFavorite(c *call) (any, error) {
	return onFavorite(c, c.options.Accounts.RemoveFavorite)
}

// onFavorite makes a change of the saved tools with the product of the URL.
func onFavorite(c *call, change func(ctx context.Context, userID, productID int64) error) (any, error) {
	return withID(noSuchProduct, func(c *call, id int64, _ nothing) (any, error) {
		return nil, change(c.ctx(), c.identity.User.ID, id)
	})(c, nothing{})
}
