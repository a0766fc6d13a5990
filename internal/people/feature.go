package people

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Feature is what the program is told of administrators.
var Feature = feature.Feature{
	Name: "people", Kinds: kinds(),
	Screens: map[string]string{"/admin/people": "People", "/admin/account": "Your account", acceptPath: "Invitation"},
	Open:    open,
}

func open(k *feature.Kits) (feature.Parts, error) {
	invitations := &Invitations{queries{k.DB}, k.Emails, k.Mail, k.Origin}
	api := API{Accounts: k.Accounts, Invitations: invitations, SiteName: func() string { return k.Site.Settings().ShownTexts.Name }}
	return feature.Parts{
		Calls:    api.Group(),
		Composes: map[mail.Kind]mail.Composer{invitationEmail: invitations.compose},
		Jobs: []jobs.Job{{Name: "invitations", Title: "Delete expired invitations", Every: time.Hour, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
			return "expired invitations deleted", invitations.tidy(ctx)
		}}},
	}, nil
}

// kinds is the invitations, for the history.
func kinds() records.Kinds {
	return records.Kinds{{
		Table: "invitations", Label: "invitation", Many: "Invitations", Area: httpapi.People,
		NoUndo: "its link may be on its way", NotArchived: "personal; they belong to the site where they signed up",
	}}
}
