package api

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mirror"
)

// Mirror copies production's content to this site.
type Mirror interface {
	// Sync copies it, and waits until that is done.
	Sync(ctx context.Context, by string, cause mirror.Cause) (mirror.Run, error)
	// Preview is what a sync would do now.
	Preview(ctx context.Context) (mirror.Difference, error)
	State(ctx context.Context) (mirror.State, error)
	// VerifyLogos says of logos, by product, where they are.
	VerifyLogos(ctx context.Context, entries []mirror.LogoEntry) error
	// SyncLogos brings images that are missing here.
	SyncLogos(ctx context.Context, by string) (mirror.LogosSynced, error)
	// Take takes a delivery of the webhook; one that is not signed is Unauthorized.
	Take(ctx context.Context, header http.Header, body []byte) error
}

// ContentStore gives the site's content to those who copy it.
type ContentStore interface {
	Content(ctx context.Context) (*mirror.Content, error)
	Identity(ctx context.Context) (string, error)
}

const maxWebhookBody = 64 << 10

// syncWait is how long a sync may keep its caller waiting: longer than a run may take.
const syncWait = 11 * time.Minute

// syncFailed is how every failure of a sync begins: product.md, section 7.
const syncFailed = "Failed to sync database. Please try again."

// verifyLogos reports of each product's logo whether it is there, in the administrator's order.
func verifyLogos(c *call) (answer, error) {
	c.waitFor(syncWait)
	snapshot := c.api.options.Catalogue.Snapshot()
	entries := make([]mirror.LogoEntry, 0, snapshot.Len())
	for item := range snapshot.All() {
		entries = append(entries, mirror.LogoEntry{ID: item.ID(), Name: item.Name(), Logo: item.Product().Logo})
	}
	err := c.api.options.Mirror.VerifyLogos(c.request.Context(), entries)
	return answer{body: entries}, err
}

// syncLogos brings the images that are missing here.
func syncLogos(c *call) (answer, error) {
	c.waitFor(syncWait)
	done, err := c.api.options.Mirror.SyncLogos(c.request.Context(), c.by)
	return answer{body: done}, err
}

// SyncState is the status of the sync, and what commands need to find this site.
type SyncState struct {
	mirror.State
	CommandFlags string `json:"commandFlags" doc:"Options with which commands on the server find this site's data"`
}

// syncState returns the status of the sync.
func syncState(c *call) (answer, error) {
	state, err := c.api.options.Mirror.State(c.request.Context())
	return answer{body: SyncState{state, c.api.options.CommandFlags}}, err
}

// previewSync returns what a sync would do.
func previewSync(c *call) (answer, error) {
	c.waitFor(syncWait)
	difference, err := c.api.options.Mirror.Preview(c.request.Context())
	return answer{body: difference}, failedToSync(err)
}

// startSync syncs, and answers when that is done.
func startSync(c *call) (answer, error) {
	c.waitFor(syncWait)
	run, err := c.api.options.Mirror.Sync(c.request.Context(), c.by, mirror.Manual)
	return answer{body: run}, failedToSync(err)
}

// failedToSync puts the contract's sentence before the reason.
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

// waitFor gives the answer more time than others have.
func (c *call) waitFor(longest time.Duration) {
	_ = http.NewResponseController(c.writer).SetWriteDeadline(time.Now().Add(longest)) // a writer that is no connection has none
}

// Accepted is the answer to a delivery of the webhook.
type Accepted struct {
	Accepted bool `json:"accepted" doc:"Always true: the sync runs in the background"`
}

// syncWebhook takes a delivery of production.
func syncWebhook() handler {
	return handler{
		do: func(c *call) (answer, error) {
			if err := mirror.CheckHeader(c.request.Header); err != nil { // before anything of its body is read
				return answer{}, err
			}
			body, err := c.readAll(maxWebhookBody)
			if err != nil {
				return answer{}, err
			}
			return answer{body: Accepted{true}}, c.api.options.Mirror.Take(c.request.Context(), c.request.Header, body)
		},
		most: maxWebhookBody, status: http.StatusAccepted,
	}
}

// syncContent gives all content to a site that copies this one, as lines of JSON.
func syncContent(c *call) (answer, error) {
	ctx := c.request.Context()
	place, err := c.api.options.Store.Identity(ctx)
	if err != nil {
		return answer{}, err
	}
	content, err := c.api.options.Store.Content(ctx)
	if err != nil {
		return answer{}, err
	}
	var lines bytes.Buffer
	if err := mirror.Write(&lines, content); err != nil {
		return answer{}, err
	}
	c.waitFor(syncWait)
	h := c.writer.Header()
	h["Cache-Control"], h["Content-Type"] = noStore, []string{"application/jsonl"}
	h.Set(mirror.IdentityHeader, place)
	h.Set(mirror.ProgramHeader, c.api.options.Program)
	h.Set("Content-Length", strconv.Itoa(lines.Len()))
	if c.request.Method != http.MethodHead {
		_, _ = lines.WriteTo(c.writer) // a client that has gone away is no error of ours
	}
	return answer{sent: true}, nil
}
