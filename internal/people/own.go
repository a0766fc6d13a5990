package people

import (
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
)

const noToken = "There is no such token. It may have been revoked or have expired."

// OwnAccount is what administrators see of their account.
type OwnAccount struct {
	User         account.Person   `json:"user"`
	Role         httpapi.Role     `json:"role" enum:"owner,editor,viewer"`
	PendingEmail string           `json:"pendingEmail" doc:"A new email address that awaits confirmation; else empty"`
	SendsEmail   bool             `json:"sendsEmail" doc:"The email address can be changed: codes confirm it"`
	Sessions     []OwnSession     `json:"sessions" nullable:"false" doc:"The latest used first"`
	Tokens       []OwnToken       `json:"tokens" nullable:"false" doc:"By name"`
	TwoFactor    twofactor.Status `json:"twoFactor"`
}

// OwnSession is a browser in which the administrator is signed in.
type OwnSession struct {
	ID         string    `json:"id"`
	Device     string    `json:"device" doc:"As Firefox on Linux; empty if it is unknown"`
	StartedAt  time.Time `json:"startedAt"`
	LastUsedAt time.Time `json:"lastUsedAt"`
	IsCurrent  bool      `json:"isCurrent" doc:"The session of this request"`
}

// OwnToken is a token of the administrator.
type OwnToken struct {
	ID         int64     `json:"id"`
	Name       string    `json:"name"`
	Scope      string    `json:"scope" enum:"read,read-all,admin"`
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt" doc:"To the minute; of the year 1 if it was never used"`
	ExpiresAt  time.Time `json:"expiresAt" doc:"Of the year 1 if it never expires"`
}

// NameChange is the administrator's new name.
type NameChange struct {
	Name string `json:"name" doc:"At most 200 characters"`
}

// ProofInput is what confirms that it is the administrator: a code if they have two-factor authentication, else the password.
type ProofInput struct {
	Password string `json:"password,omitempty"`
	Code     string `json:"code,omitempty" doc:"The 6 digits that the authenticator app shows, or a recovery code"`
}

// OwnEmail is another email for the account.
type OwnEmail struct {
	Email           string `json:"email"`
	CurrentPassword string `json:"currentPassword"`
}

// OwnEmailCodes are the codes that were sent to both addresses.
type OwnEmailCodes struct {
	CurrentCode string `json:"currentCode" doc:"Sent to the current email address"`
	NewCode     string `json:"newCode" doc:"Sent to the new email address"`
}

// NewTokenInput describes a token to create.
type NewTokenInput struct {
	Name  string `json:"name" doc:"What uses it: unique among your tokens"`
	Scope string `json:"scope" enum:"read,read-all,admin" doc:"read: the content; read-all: everything you can read; admin: everything you can do"`
	Days  int    `json:"days" doc:"Until it expires, at most 3650. 0: never, until it is revoked or your password changes"`
}

// maxTokenDays is also the command line's.
const maxTokenDays = 3650

// NewToken is a token that was created.
type NewToken struct {
	Token string `json:"token" doc:"To send as Authorization: Bearer. It is stored nowhere"`
}

// FactorCode is a code of the second factor.
type FactorCode struct {
	Code string `json:"code" doc:"The 6 digits that the authenticator app shows; where two-factor authentication is on, also a recovery code"`
}

// RecoveryCodes are codes for when the authenticator app is lost.
type RecoveryCodes struct {
	Codes []string `json:"codes" nullable:"false" doc:"Each works once. They are shown only once"`
}

func (a API) own(c *httpapi.Call) (any, error) {
	who := account.IdentityOf(c)
	profile, err := a.Accounts.Profiles.Users.Profile(c.Ctx(), who.User.ID)
	if err != nil {
		return nil, err
	}
	shown := OwnAccount{
		User: account.PersonOf(profile.User), Role: profile.User.Role, PendingEmail: profile.PendingEmail, SendsEmail: a.Accounts.SendsEmail(),
		Sessions: []OwnSession{}, Tokens: []OwnToken{},
	}
	for _, s := range profile.Sessions {
		shown.Sessions = append(shown.Sessions, OwnSession{s.ID(), s.Device, s.CreatedAt, s.LastUsedAt, s.Hash == who.Session})
	}
	tokens, err := a.Accounts.Administrators.TokensOf(c.Ctx(), who.User.ID)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		shown.Tokens = append(shown.Tokens, OwnToken{t.ID, t.Name, t.Scope, t.CreatedAt, t.LastUsedAt, t.ExpiresAt})
	}
	shown.TwoFactor, err = a.Accounts.TwoFactor.Status(c.Ctx(), who.User.ID)
	return shown, err
}

func (a API) rename(c *httpapi.Call, in NameChange) (any, error) {
	return nil, a.Accounts.Profiles.Rename(c.Ctx(), account.IdentityOf(c).User, in.Name)
}

func (a API) confirm(c *httpapi.Call, in ProofInput) (any, error) {
	return nil, a.Accounts.Confirm(a.Accounts.Sessions.WithDevice(c.Request), account.IdentityOf(c), in.Password, in.Code)
}

func (a API) changeEmail(c *httpapi.Call, in OwnEmail) (any, error) {
	if !a.Accounts.SendsEmail() {
		f := fault.New(fault.Unavailable, "This site sends no email, so an email address can't be confirmed. Set --smtp-url and --mail-from.")
		f.Code = "not_configured"
		return nil, f
	}
	return nil, a.Accounts.Profiles.ChangeEmail(c.Ctx(), account.IdentityOf(c).User, in.Email, in.CurrentPassword)
}

func (a API) confirmEmail(c *httpapi.Call, in OwnEmailCodes) (any, error) {
	return nil, a.Accounts.Profiles.ConfirmEmail(c.Ctx(), account.IdentityOf(c), in.CurrentCode, in.NewCode)
}

func (a API) cancelEmail(c *httpapi.Call) (any, error) {
	return nil, a.Accounts.Profiles.Codes.CancelEmailChange(c.Ctx(), account.IdentityOf(c).User.ID)
}

func (a API) endOthers(c *httpapi.Call) (any, error) {
	return nil, a.Accounts.Sessions.EndOtherSessions(c.Ctx(), account.IdentityOf(c))
}

func (a API) endOne(c *httpapi.Call) (any, error) {
	return nil, a.Accounts.Sessions.EndOne(c.Ctx(), account.IdentityOf(c), c.Request.PathValue("session"))
}

func (a API) createToken(c *httpapi.Call, in NewTokenInput) (any, error) {
	if in.Days < 0 || in.Days > maxTokenDays {
		return nil, fault.InvalidFields([]fault.Field{{Field: "days", Message: "Please enter 0 to 3650 days"}})
	}
	who := account.IdentityOf(c)
	if err := a.Accounts.CheckConfirmed(who); err != nil {
		return nil, err
	}
	text, err := a.Accounts.Administrators.CreateToken(c.Ctx(), c.By, who.User.ID, who.Epoch,
		account.TokenRequest{Name: in.Name, Scope: in.Scope, Lasting: time.Duration(in.Days) * 24 * time.Hour})
	c.Created = true
	return NewToken{text}, err
}

func (a API) revokeToken(c *httpapi.Call, id int64) error {
	who := account.IdentityOf(c)
	if err := a.Accounts.CheckConfirmed(who); err != nil {
		return err
	}
	return a.Accounts.Administrators.RevokeTokenOf(c.Ctx(), c.By, who.User.ID, id)
}

func (a API) startFactor(c *httpapi.Call) (any, error) {
	who := account.IdentityOf(c)
	if err := a.Accounts.CheckConfirmed(who); err != nil {
		return nil, err
	}
	secret, err := a.Accounts.TwoFactor.Start(c.Ctx(), who.User.ID)
	if err != nil {
		return nil, err
	}
	return twofactor.SetUpOf(secret, a.SiteName(), who.User.Email)
}

func (a API) confirmFactor(c *httpapi.Call, in FactorCode) (any, error) {
	who := account.IdentityOf(c)
	if err := a.Accounts.CheckConfirmed(who); err != nil {
		return nil, err
	}
	codes, err := a.Accounts.TwoFactor.Confirm(c.Ctx(), c.By, who.User.ID, in.Code, who.Session)
	return RecoveryCodes{codes}, err
}

func (a API) newCodes(c *httpapi.Call, in FactorCode) (any, error) {
	if err := a.useCode(c, in); err != nil {
		return nil, err
	}
	codes, err := a.Accounts.TwoFactor.NewCodes(c.Ctx(), c.By, account.IdentityOf(c).User.ID)
	return RecoveryCodes{codes}, err
}

func (a API) stopFactor(c *httpapi.Call, in FactorCode) (any, error) {
	if err := a.useCode(c, in); err != nil {
		return nil, err
	}
	return nil, a.Accounts.TwoFactor.TurnOff(c.Ctx(), c.By, account.IdentityOf(c).User.ID)
}

// useCode uses up a code, in a browser: a token is no proof of who sends it.
func (a API) useCode(c *httpapi.Call, in FactorCode) error {
	who := account.IdentityOf(c)
	if who.Session == "" {
		return account.InBrowser()
	}
	return a.Accounts.UseCode(a.Accounts.Sessions.WithDevice(c.Request), who.User, in.Code)
}
