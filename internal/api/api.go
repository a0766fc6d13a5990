// Package api is the calls of the features that have no file of their own yet.
package api

import (
	"log/slog"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// Options are the parts of the API.
type Options struct {
	Catalogue  *browse.Live
	Site       *site.Live
	Accounts   *account.Accounts      // nil: sign-in is disabled
	Store      *store.Store           // required if Accounts is set
	Images     Images                 // stores uploads; required if Accounts is set
	Visits     Counter                // of visitors; required
	Assistant  *assist.Assistant      // drafts texts; required if Accounts is set
	Mirror     Mirror                 // copies production to this site; required if Accounts is set
	LogoSearch LogoSearch             // nil: nobody waits for a search
	Inbox      Inbox                  // required if visitors can submit tools
	Newsletter *newsletter.Newsletter // nil: there is none
	SendsMail  bool                   // whether submitters are notified by email
	SubmitForm SubmitForm             // the configured form; zero: the site's own
	// CommandFlags are the command-line flags for this site's data, as an admin would type them.
	CommandFlags string
	Program      string       // this site's program version, for sites that copy it
	Logger       *slog.Logger // of internal errors; required
	Memory       int64        // bytes of cached answers; zero means 32 MB
	Workers      int          // answers generated concurrently; zero means 16 for each processor

	Reach *reach.Reporter // app sets it
}

// Groups returns the calls of each feature. Without parts, they can be described but not made.
func Groups(o Options) []httpapi.Group {
	return []httpapi.Group{
		o.siteCalls(),
		o.accountCalls(),
		o.readersCalls(),
		o.visitsCalls(),
		o.inboxCalls(),
		o.mediaCalls(),
		o.indexnowCalls(),
		o.logosCalls(),
		o.reachCalls(),
		o.assistCalls(),
		o.mirrorCalls(),
	}
}
