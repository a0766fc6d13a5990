// Package people is who administers the site: administrators with their roles, invitations, and what an administrator changes of
// their own account.
//
// # To change
//
//   - what owners see of administrators and do with them: people.go; what a role may do: httpapi/roles.go
//   - who is invited, and how they accept: invitation.go, queries.go
//   - an administrator's own account, its sessions, tokens and two-factor authentication: own.go
//   - go test ./internal/people, and -run 'People|Own' in internal/app; the screens are in web/src/admin/people and
//     web/src/admin/account
package people

import (
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
)

// API is the calls about administrators.
type API struct {
	Accounts    *account.Accounts
	Invitations *Invitations
	SiteName    func() string
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name:  "people",
		IsOff: a.Accounts == nil,
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/people", httpapi.People.Records(), httpapi.Fetch(a.list),
				httpapi.Answers[List]("listPeople", "List administrators and invitations")),
			httpapi.Patch("/api/admin/people/{id}", httpapi.People.Change(), httpapi.Write(httpapi.MaxSmallBody, httpapi.WithID(account.NoAdministrator, a.change)),
				httpapi.Done("changePerson", "Give an administrator another role, or disable them; this ends their sessions and revokes their tokens. One owner always remains")),
			httpapi.Post("/api/admin/invitations", httpapi.People.Change(), httpapi.Save(httpapi.MaxSmallBody, a.invite),
				httpapi.Answers[Invited]("invite", "Invite somebody to administer the site, in place of an earlier invitation of theirs")),
			httpapi.Delete("/api/admin/invitations/{id}", httpapi.People.Change(), httpapi.Remove(noInvitation, a.revoke),
				httpapi.Done("revokeInvitation", "Revoke an invitation")),
			httpapi.Post("/api/invitations/open", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.open),
				httpapi.Answers[Opened]("openInvitation", "Read the invitation of a link")),
			httpapi.Post("/api/invitations/accept", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.accept),
				httpapi.Answers[account.SignedIn]("acceptInvitation", "Accept the invitation of a link, and sign in; the link works once")),
			httpapi.Get("/api/admin/account", httpapi.Own.Records(), httpapi.Fetch(a.own),
				httpapi.Answers[OwnAccount]("ownAccount", "Get your account as an administrator, with its sessions and tokens")),
			httpapi.Patch("/api/admin/account", httpapi.Own.Change(), httpapi.Write(httpapi.MaxSmallBody, a.rename),
				httpapi.Done("renameYourself", "Change your name")),
			httpapi.Post("/api/admin/account/confirm", httpapi.Own.Change(), httpapi.Write(httpapi.MaxSmallBody, a.confirm),
				httpapi.Done("confirmYourself", "Confirm that it's you, which some calls need within the last ten minutes: with a code if you have two-factor authentication, else with your password")),
			httpapi.Post("/api/admin/account/email", httpapi.Own.Change(), httpapi.Write(httpapi.MaxSmallBody, a.changeEmail),
				httpapi.Done("changeYourEmail", "Request a change of your email address; codes are sent to both email addresses")),
			httpapi.Post("/api/admin/account/email/confirm", httpapi.Own.Change(), httpapi.Write(httpapi.MaxSmallBody, a.confirmEmail),
				httpapi.Done("confirmYourEmail", "Confirm the change of your email address with both codes; your other sessions end")),
			httpapi.Delete("/api/admin/account/email", httpapi.Own.Change(), httpapi.Bare(a.cancelEmail),
				httpapi.Done("keepYourEmail", "Cancel the change of your email address")),
			httpapi.Delete("/api/admin/account/sessions", httpapi.Own.Change(), httpapi.Bare(a.endOthers),
				httpapi.Done("endYourOtherSessions", "Sign out everywhere else")),
			httpapi.Delete("/api/admin/account/sessions/{session}", httpapi.Own.Change(), httpapi.Bare(a.endOne),
				httpapi.Done("endYourSession", "Sign out one of your sessions")),
			httpapi.Post("/api/admin/account/tokens", httpapi.Own.Change(), httpapi.Save(httpapi.MaxSmallBody, a.createToken),
				httpapi.Answers[NewToken]("createToken", "Create a token that may do at most what you may; it is shown only once")),
			httpapi.Delete("/api/admin/account/tokens/{id}", httpapi.Own.Change(), httpapi.Remove(noToken, a.revokeToken),
				httpapi.Done("revokeToken", "Revoke a token of yours")),
			httpapi.Post("/api/admin/account/two-factor", httpapi.Own.Change(), httpapi.Bare(a.startFactor),
				httpapi.Answers[twofactor.SetUp]("startTwoFactor", "Start two-factor authentication: get what an authenticator app reads")),
			httpapi.Post("/api/admin/account/two-factor/confirm", httpapi.Own.Change(), httpapi.Write(httpapi.MaxSmallBody, a.confirmFactor),
				httpapi.Answers[RecoveryCodes]("confirmTwoFactor", "Turn two-factor authentication on with a code of the app; your other sessions end")),
			httpapi.Post("/api/admin/account/two-factor/recovery-codes", httpapi.Own.Change(), httpapi.Write(httpapi.MaxSmallBody, a.newCodes),
				httpapi.Answers[RecoveryCodes]("newRecoveryCodes", "Replace your recovery codes")),
			httpapi.Post("/api/admin/account/two-factor/off", httpapi.Own.Change(), httpapi.Write(httpapi.MaxSmallBody, a.stopFactor),
				httpapi.Done("stopTwoFactor", "Turn two-factor authentication off")),
		},
		Params: []*huma.Param{httpapi.PathParam("session", "ID of the session", &huma.Schema{Type: huma.TypeString})},
		Names: map[reflect.Type]string{
			reflect.TypeFor[List]():             "PeopleList",
			reflect.TypeFor[Opened]():           "OpenedInvitation",
			reflect.TypeFor[twofactor.SetUp]():  "TwoFactorSetUp",
			reflect.TypeFor[twofactor.Status](): "TwoFactorStatus",
		},
	}
}

// Administrator is an administrator, as owners see them.
type Administrator struct {
	ID           int64        `json:"id" db:"id"`
	Email        string       `json:"email" db:"email"`
	Name         string       `json:"name" db:"name"`
	Role         httpapi.Role `json:"role" db:"role" enum:"owner,editor,viewer"`
	IsDisabled   bool         `json:"isDisabled" db:"is_disabled" doc:"They cannot sign in"`
	HasTwoFactor bool         `json:"hasTwoFactor" db:"has_two_factor" doc:"They are asked for a code after the password"`
	CreatedAt    time.Time    `json:"createdAt" db:"created_at"`
	LastSeenAt   time.Time    `json:"lastSeenAt" db:"last_seen_at,null" doc:"Within a minute or so; of the year 1 if they have never signed in"`
}

// List is the administrators and the invitations.
type List struct {
	People      []Administrator `json:"people" nullable:"false" doc:"By when they were created"`
	Invitations []Invitation    `json:"invitations" nullable:"false" doc:"Those that can be accepted, the newest first"`
	SendsEmail  bool            `json:"sendsEmail" doc:"Invitations are sent by email; otherwise a link is shown once"`
}

// PersonChangeInput is a change of what an administrator may do: at least one of both.
type PersonChangeInput struct {
	Role       *httpapi.Role `json:"role,omitempty" nullable:"false" enum:"owner,editor,viewer"`
	IsDisabled *bool         `json:"isDisabled,omitempty" nullable:"false" doc:"Whether they cannot sign in"`
}

func (a API) list(c *httpapi.Call) (any, error) {
	list, err := a.Invitations.list(c.Ctx())
	list.SendsEmail = a.Invitations.Mail != nil
	return list, err
}

func (a API) change(c *httpapi.Call, id int64, in PersonChangeInput) (any, error) {
	var wrong []fault.Field
	if in.Role == nil && in.IsDisabled == nil {
		wrong = append(wrong, fault.Field{Field: "isDisabled", Message: "Please send true or false here, or a role"})
	}
	if in.Role != nil && !slices.Contains(httpapi.Roles(), *in.Role) {
		wrong = append(wrong, fault.Field{Field: "role", Message: "Please choose owner, editor or viewer"})
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	if err := a.Accounts.CheckConfirmed(account.IdentityOf(c)); err != nil {
		return nil, err
	}
	return nil, a.Accounts.Administrators.Change(c.Ctx(), c.By, id, in.Role, in.IsDisabled)
}
