package mirror

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// The notifier's pace and bounds.
const (
	noticePoll    = time.Second // between two polls for a due notice
	noticeLimit   = 15 * time.Second
	firstPause    = 5 * time.Second // after a failed notice; doubles with each failure
	longestPause  = time.Hour
	maxNoticeBody = 64 << 10 // bytes of a response that are read
)

// noticeTiming sends a notice shortly after a change, and at intervals while changes continue.
var noticeTiming = Timing{Quiet: 3 * time.Second, Longest: 30 * time.Second, Lease: time.Minute}

// Notifier sends notices of changes to the site that copies this one.
type Notifier struct {
	notices *Queries
	address string
	secret  []byte
	client  *http.Client
	log     *slog.Logger
}

// NewNotifier returns a Notifier that sends to an address and signs with a secret. It does not follow redirects.
func NewNotifier(notices *Queries, address string, secret []byte, log *slog.Logger) *Notifier {
	return &Notifier{notices, address, secret, &http.Client{
		Timeout:       noticeLimit,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, log}
}

// Run sends notices until ctx ends.
func (n *Notifier) Run(ctx context.Context) {
	defer n.client.CloseIdleConnections()
	poll := time.NewTicker(noticePoll)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-poll.C:
		}
		if err := n.send(ctx); err != nil && ctx.Err() == nil {
			n.log.WarnContext(ctx, "another site could not be notified of a change", "error", err)
		}
	}
}

// send sends the due notice, if there is one.
func (n *Notifier) send(ctx context.Context) error {
	notice, due, err := n.notices.NextNotice(ctx, noticeTiming)
	if err != nil || !due {
		return err
	}
	if err := n.deliver(ctx, notice); err != nil {
		pause := min(firstPause<<min(notice.Tries-1, 16), longestPause)
		if failed := n.notices.NoticeFailed(ctx, pause); failed != nil {
			return failed
		}
		return fmt.Errorf("try %d, again in %s: %w", notice.Tries, pause, err)
	}
	return n.notices.NoticeSent(ctx, notice.Version)
}

// deliver sends one notice. Each attempt has its own id: if the receiver accepts one and its response is lost, the only
// cost is another sync.
func (n *Notifier) deliver(ctx context.Context, notice Notice) error {
	body, err := json.Marshal(map[string]any{"type": "catalog.changed", "data": map[string]any{"version": notice.Version}})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, n.address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	id, timestamp := "msg_"+rand.Text(), strconv.FormatInt(time.Now().Unix(), 10)
	for name, value := range map[string]string{
		"Content-Type": "application/json", "User-Agent": "Vitrine", idHeader: id, timestampHeader: timestamp,
		signatureHeader: sign(n.secret, id, timestamp, body),
	} {
		request.Header.Set(name, value)
	}
	answer, err := n.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxNoticeBody)) // lets the client reuse the connection
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("it answers %s", answer.Status)
	}
	return nil
}
