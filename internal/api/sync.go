package api

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
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
func verifyLogos(c *call) (any, error) {
	c.waitFor(syncWait)
	snapshot := c.options.Catalogue.Snapshot()
	entries := make([]mirror.LogoEntry, 0, snapshot.Len())
	for item := range snapshot.All() {
		entries = append(entries, mirror.LogoEntry{ID: item.ID(), Name: item.Name(), Logo: item.Product().Logo})
	}
	err := c.options.Mirror.VerifyLogos(c.ctx(), entries)
	return entries, err
}

// syncLogos downloads the images missing here.
func syncLogos(c *call) (any, error) {
	c.waitFor(syncWait)
	return c.options.Mirror.SyncLogos(c.ctx(), c.by)
}

// SyncState is the status of the sync, plus the command flags for this site.
type SyncState struct {
	mirror.State
	CommandFlags string `json:"commandFlags" doc:"Options with which commands on the server find this site's data"`
}

// syncState answers with the status of the sync.
func syncState(c *call) (any, error) {
	state, err := c.options.Mirror.State(c.ctx())
	return SyncState{state, c.options.CommandFlags}, err
}

// previewSync answers with what a sync would change.
func previewSync(c *call) (any, error) {
	c.waitFor(syncWait)
	difference, err := c.options.Mirror.Preview(c.ctx())
	return difference, failedToSync(err)
}

// startSync runs a sync and answers when it is done.
func startSync(c *call) (any, error) {
	c.waitFor(syncWait)
	run, err := c.options.Mirror.Sync(c.ctx(), c.by, mirror.Manual)
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

// waitFor extends the deadline for writing the answer.
func (c *call) waitFor(longest time.Duration) {
	_ = http.NewResponseController(c.writer).SetWriteDeadline(time.Now().Add(longest)) // not every writer has one
}

// Accepted is the answer to a webhook delivery.
type Accepted struct {
	Accepted bool `json:"accepted" doc:"Always true: the sync runs in the background"`
}

// syncWebhook accepts a webhook delivery from production.
func syncWebhook() handler {
	return handler{
		do: func(c *call) (any, error) {
			if err := mirror.CheckHeader(c.request.Header); err != nil { // before reading the body
				return nil, err
			}
			body, err := c.readAll(maxWebhookBody)
			if err != nil {
				return nil, err
			}
			return Accepted{true}, c.options.Mirror.Take(c.ctx(), c.request.Header, body)
		},
		most: maxWebhookBody, status: http.StatusAccepted,
	}
}

// syncContent writes all content as JSON lines, for a site that copies this one.
func syncContent(c *call) (any, error) {
	ctx := c.ctx()
	identity, err := c.options.Store.Identity(ctx)
	if err != nil {
		return nil, err
	}
	content, err := c.options.Store.Content(ctx)
	if err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	if err := mirror.Write(&lines, content); err != nil {
		return nil, err
	}
	c.waitFor(syncWait)
	h := c.writer.Header()
	h["Cache-Control"], h["Content-Type"] = noStore, []string{"application/jsonl"}
	h.Set(mirror.IdentityHeader, identity)
	h.Set(mirror.ProgramHeader, c.options.Program)
	h.Set("Content-Length", strconv.Itoa(lines.Len()))
	if c.request.Method != http.MethodHead {
		_, _ = lines.WriteTo(c.writer) // the client may have disconnected
	}
	c.sent = true
	return nil, nil
}
