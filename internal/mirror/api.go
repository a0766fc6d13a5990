package mirror

import (
	"bytes"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about the sync with production.
type API struct {
	Mirror       *Mirror
	Store        *Queries
	Catalogue    *browse.Live
	CommandFlags string // the options with which commands find this site's data
	Program      string // this site's program version, for sites that copy it
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "mirror",
		Routes: []httpapi.Route{
			httpapi.Get("/api/verify-logos", httpapi.Catalog.Content(), httpapi.Fetch(a.verifyLogos),
				httpapi.Answers[[]LogoEntry]("verifyLogos", "Report for each product whether its logo exists here and, if known, in production")),
			httpapi.Post("/api/sync-logos", httpapi.Catalog.Change(), httpapi.Bare(a.syncLogos),
				httpapi.Answers[LogosSynced]("syncLogos", "Download missing images from production")),
			httpapi.Get("/api/sync", httpapi.Settings.Records(), httpapi.Fetch(a.syncState),
				httpapi.Answers[SyncState]("syncState", "Get the status of the sync with production")),
			httpapi.Post("/api/sync/preview", httpapi.Settings.Change(), httpapi.Bare(a.previewSync),
				httpapi.Answers[archive.Difference]("previewSync", "Preview what a sync would change; nothing is changed")),
			httpapi.Post("/api/sync/manual", httpapi.Settings.Change(), httpapi.Bare(a.startSync),
				httpapi.Answers[Run]("syncNow", "Copy production's content to this site: all of it, or nothing; responds when that is done")),
			httpapi.Post("/api/sync/webhook", httpapi.Signed, httpapi.Receive(maxWebhookBody, a.syncWebhook),
				httpapi.Answers[Accepted]("syncWebhook", "Request a sync; signed as in Standard Webhooks")),
			httpapi.Get(ContentPath, httpapi.Settings.Content(), httpapi.Fetch(a.syncContent),
				httpapi.Undescribed()),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[archive.Progress]():        "SyncProgress",
			reflect.TypeFor[Run]():                     "SyncRun",
			reflect.TypeFor[archive.Count]():           "SyncCount",
			reflect.TypeFor[archive.Difference]():      "SyncDifference",
			reflect.TypeFor[archive.KindDifference]():  "SyncKind",
			reflect.TypeFor[archive.RowDifference]():   "SyncRow",
			reflect.TypeFor[LogoEntry]():               "LogoVerification",
			reflect.TypeFor[archive.FieldDifference](): "SyncField",
		},
		Enums: map[string][]string{"SyncKind.kind": archive.KindNames(a.Store.Kinds)},
	}
}

const maxWebhookBody = 64 << 10

// syncWait is the timeout for the answer of a sync, longer than a run may take.
const syncWait = 11 * time.Minute

// syncFailed begins every message about a failed sync: product.md, section 7.
const syncFailed = "Failed to sync database. Please try again."

// verifyLogos answers, for each product in the admin's order, whether its logo exists.
func (a API) verifyLogos(c *httpapi.Call) (any, error) {
	c.WaitFor(syncWait)
	snapshot := a.Catalogue.Snapshot()
	entries := make([]LogoEntry, 0, snapshot.Len())
	for item := range snapshot.All() {
		entries = append(entries, LogoEntry{ID: item.ID(), Name: item.Name(), Logo: item.Product().Logo})
	}
	err := a.Mirror.VerifyLogos(c.Ctx(), entries)
	return entries, err
}

// syncLogos downloads the images missing here.
func (a API) syncLogos(c *httpapi.Call) (any, error) {
	c.WaitFor(syncWait)
	return a.Mirror.SyncLogos(c.Ctx(), c.By)
}

// SyncState is the status of the sync, plus the command flags for this site.
type SyncState struct {
	State
	CommandFlags string `json:"commandFlags" doc:"Options with which commands on the server find this site's data"`
}

// syncState answers with the status of the sync.
func (a API) syncState(c *httpapi.Call) (any, error) {
	state, err := a.Mirror.State(c.Ctx())
	return SyncState{state, a.CommandFlags}, err
}

// previewSync answers with what a sync would change.
func (a API) previewSync(c *httpapi.Call) (any, error) {
	c.WaitFor(syncWait)
	difference, err := a.Mirror.Preview(c.Ctx())
	return difference, failedToSync(err)
}

// startSync runs a sync and answers when it is done.
func (a API) startSync(c *httpapi.Call) (any, error) {
	c.WaitFor(syncWait)
	run, err := a.Mirror.Sync(c.Ctx(), c.By, Manual)
	return run, failedToSync(err)
}

// failedToSync puts the contract's message before the reason.
func failedToSync(err error) error {
	if err == nil {
		return nil
	}
	f := *fault.From(err)
	reason := f.Message
	if f.Kind == fault.Internal {
		reason = ""
	}
	f.Message, f.Cause = strings.TrimSpace(syncFailed+" "+reason), err
	return &f
}

// Accepted is the answer to a webhook delivery.
type Accepted struct {
	Accepted bool `json:"accepted" doc:"Always true: the sync runs in the background"`
}

// syncWebhook accepts a webhook delivery from production.
func (a API) syncWebhook(c *httpapi.Call) (any, error) {
	if err := CheckHeader(c.Request.Header); err != nil { // before reading the body
		return nil, err
	}
	body, err := c.ReadAll(maxWebhookBody)
	if err != nil {
		return nil, err
	}
	return Accepted{true}, a.Mirror.Take(c.Ctx(), c.Request.Header, body)
}

// syncContent writes all content as JSON lines, for a site that copies this one.
func (a API) syncContent(c *httpapi.Call) (any, error) {
	ctx := c.Ctx()
	identity, err := a.Store.Identity(ctx)
	if err != nil {
		return nil, err
	}
	content, err := a.Mirror.copier.Store.Content(ctx)
	if err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	if err := archive.Write(&lines, content); err != nil {
		return nil, err
	}
	c.WaitFor(syncWait)
	h := c.Writer.Header()
	c.NoStore()
	h["Content-Type"] = []string{"application/jsonl"}
	h.Set(IdentityHeader, identity)
	h.Set(archive.ProgramHeader, a.Program)
	h.Set("Content-Length", strconv.Itoa(lines.Len()))
	if c.Request.Method != http.MethodHead {
		_, _ = lines.WriteTo(c.Writer) // the client may have disconnected
	}
	c.Sent = true
	return nil, nil
}
