package api

import (
	"bytes"
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/mirror"
)

// Mirror copies the content of production to this site.
type Mirror interface {
	// Sync copies the content and returns when it is done.
	Sync(ctx context.Context, by string, cause mirror.Cause) (mirror.Run, error)
	// Preview returns what a sync would change.
	Preview(ctx context.Context) (mirror.Difference, error)
	State(ctx context.Context) (mirror.State, error)
	// VerifyLogos sets, for each entry, where its logo exists.
	VerifyLogos(ctx context.Context, entries []mirror.LogoEntry) error
	// SyncLogos downloads the images missing here.
	SyncLogos(ctx context.Context, by string) (mirror.LogosSynced, error)
	// Take accepts a webhook delivery; an unsigned one is Unauthorized.
	Take(ctx context.Context, header http.Header, body []byte) error
}

// ContentStore reads the content for sites that copy this one.
type ContentStore interface {
	Content(ctx context.Context) (*mirror.Content, error)
	Identity(ctx context.Context) (string, error)
}

const maxWebhookBody = 64 << 10

// syncWait is the timeout for the answer of a sync, longer than a run may take.
const syncWait = 11 * time.Minute

// syncFailed begins every message about a failed sync: product.md, section 7.
const syncFailed = "Failed to sync database. Please try again."

// verifyLogos answers, for each product in the admin's order, whether its logo exists.
func (o *Options) verifyLogos(c *httpapi.Call) (any, error) {
	c.WaitFor(syncWait)
	snapshot := o.Catalogue.Snapshot()
	entries := make([]mirror.LogoEntry, 0, snapshot.Len())
	for item := range snapshot.All() {
		entries = append(entries, mirror.LogoEntry{ID: item.ID(), Name: item.Name(), Logo: item.Product().Logo})
	}
	err := o.Mirror.VerifyLogos(c.Ctx(), entries)
	return entries, err
}

// syncLogos downloads the images missing here.
func (o *Options) syncLogos(c *httpapi.Call) (any, error) {
	c.WaitFor(syncWait)
	return o.Mirror.SyncLogos(c.Ctx(), c.By)
}

// SyncState is the status of the sync, plus the command flags for this site.
type SyncState struct {
	mirror.State
	CommandFlags string `json:"commandFlags" doc:"Options with which commands on the server find this site's data"`
}

// syncState answers with the status of the sync.
func (o *Options) syncState(c *httpapi.Call) (any, error) {
	state, err := o.Mirror.State(c.Ctx())
	return SyncState{state, o.CommandFlags}, err
}

// previewSync answers with what a sync would change.
func (o *Options) previewSync(c *httpapi.Call) (any, error) {
	c.WaitFor(syncWait)
	difference, err := o.Mirror.Preview(c.Ctx())
	return difference, failedToSync(err)
}

// startSync runs a sync and answers when it is done.
func (o *Options) startSync(c *httpapi.Call) (any, error) {
	c.WaitFor(syncWait)
	run, err := o.Mirror.Sync(c.Ctx(), c.By, mirror.Manual)
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
func (o *Options) syncWebhook(c *httpapi.Call) (any, error) {
	if err := mirror.CheckHeader(c.Request.Header); err != nil { // before reading the body
		return nil, err
	}
	body, err := c.ReadAll(maxWebhookBody)
	if err != nil {
		return nil, err
	}
	return Accepted{true}, o.Mirror.Take(c.Ctx(), c.Request.Header, body)
}

// syncContent writes all content as JSON lines, for a site that copies this one.
func (o *Options) syncContent(c *httpapi.Call) (any, error) {
	ctx := c.Ctx()
	identity, err := o.Store.Identity(ctx)
	if err != nil {
		return nil, err
	}
	content, err := o.Store.Content(ctx)
	if err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	if err := mirror.Write(&lines, content); err != nil {
		return nil, err
	}
	c.WaitFor(syncWait)
	h := c.Writer.Header()
	c.NoStore()
	h["Content-Type"] = []string{"application/jsonl"}
	h.Set(mirror.IdentityHeader, identity)
	h.Set(mirror.ProgramHeader, o.Program)
	h.Set("Content-Length", strconv.Itoa(lines.Len()))
	if c.Request.Method != http.MethodHead {
		_, _ = lines.WriteTo(c.Writer) // the client may have disconnected
	}
	c.Sent = true
	return nil, nil
}

// mirrorCalls are the calls of mirror.
func (o *Options) mirrorCalls() httpapi.Group {
	return httpapi.Group{
		Name: "mirror",
		Routes: []httpapi.Route{
			httpapi.Get("/api/verify-logos", httpapi.Content, httpapi.Fetch(o.verifyLogos),
				httpapi.Answers[[]mirror.LogoEntry]("verifyLogos", "Report of each product whether its logo is here, and in production where that is known")),
			httpapi.Post("/api/sync-logos", httpapi.Admin, httpapi.Bare(o.syncLogos),
				httpapi.Answers[mirror.LogosSynced]("syncLogos", "Download the images from production that are named here and missing")),
			httpapi.Get("/api/sync", httpapi.Records, httpapi.Fetch(o.syncState),
				httpapi.Answers[SyncState]("syncState", "Get the status of the sync with production")),
			httpapi.Post("/api/sync/preview", httpapi.Admin, httpapi.Bare(o.previewSync),
				httpapi.Answers[mirror.Difference]("previewSync", "Preview what a sync would change; nothing is changed")),
			httpapi.Post("/api/sync/manual", httpapi.Admin, httpapi.Bare(o.startSync),
				httpapi.Answers[mirror.Run]("syncNow", "Copy production's content to this site: all of it, or nothing; responds when that is done")),
			httpapi.Post("/api/sync/webhook", httpapi.Signed, httpapi.Receive(maxWebhookBody, o.syncWebhook),
				httpapi.Answers[Accepted]("syncWebhook", "Request a sync, with a signature as Standard Webhooks has it")),
			httpapi.Get(mirror.ContentPath, httpapi.Content, httpapi.Fetch(o.syncContent),
				httpapi.Undescribed()),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[mirror.Progress]():        "SyncProgress",
			reflect.TypeFor[mirror.Run]():             "SyncRun",
			reflect.TypeFor[mirror.Count]():           "SyncCount",
			reflect.TypeFor[mirror.Difference]():      "SyncDifference",
			reflect.TypeFor[mirror.KindDifference]():  "SyncKind",
			reflect.TypeFor[mirror.RowDifference]():   "SyncRow",
			reflect.TypeFor[mirror.LogoEntry]():       "LogoVerification",
			reflect.TypeFor[mirror.FieldDifference](): "SyncField",
		},
	}
}
