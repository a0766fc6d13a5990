// Package indexnow tells search engines which addresses have changed (https://www.indexnow.org/documentation). The
// addresses are those of the sitemap and of deleted tools, so no live page that search engines may not index is named.
//
// # To change
//
//   - what is sent, and when again after a failure: here; go test ./internal/indexnow
//   - which addresses have changed: internal/pages/sitemap.go
//   - the calls in the database: internal/indexnow/queries.go; the key: internal/site/values.go
//   - the file with the key: pages.go
package indexnow

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/site"
)

// Bounds of the protocol and of a run.
const (
	MaxAddresses = 10_000 // in a call
	MaxCalls     = 50     // ended calls that are stored: the newest
	maxTries     = 10
	callsPerRun  = 20
	timeout      = 30 * time.Second
	firstPause   = time.Minute // after a failed try; doubles with each
	longestPause = 6 * time.Hour
	maxAnswer    = 300 // characters of an answer that are stored
)

// State is what has become of a call.
type State string

// The states of a call.
const (
	Waiting  State = "waiting"  // for its first or another try
	Accepted State = "accepted" // the search engines have the addresses
	Refused  State = "refused"  // for good, or after maxTries
)

// Call is one call with up to MaxAddresses addresses.
type Call struct {
	ID        int64     `json:"id"`
	Paths     []string  `json:"-"` // of the addresses; nil once it has ended
	Addresses int       `json:"addresses" doc:"How many URLs were sent"`
	State     State     `json:"state" enum:"waiting,accepted,refused"`
	Tries     int       `json:"tries"`
	Status    int       `json:"status" doc:"HTTP status of the last answer; 0: none"`
	Answer    string    `json:"answer" doc:"Beginning of the last answer, or why there was none"`
	CreatedAt time.Time `json:"createdAt"`
	NextAt    time.Time `json:"nextAt" doc:"When it is tried next; year 1 once it has ended"`
}

// Options are what a Notifier needs.
type Options struct {
	Store     *Queries
	Settings  func() site.IndexNow
	Changed   func(since time.Time) (paths []string, newest time.Time)
	PublicURL string // origin of the site, without a trailing slash
	Endpoint  string // absolute URL
	Now       func() time.Time
}

// Notifier gathers changed addresses and sends them.
type Notifier struct {
	Options
	client *http.Client
}

// New returns a Notifier. It follows no redirects.
func New(o Options) *Notifier {
	return &Notifier{o, &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Run gathers what has changed since the last run, and sends the calls that are due. One copy of the program runs it at a
// time. The first run with a key sends nothing: search engines find what is old by the sitemap.
func (n *Notifier) Run(ctx context.Context) (string, error) {
	settings := n.Settings()
	if settings.Key == "" {
		return "off", nil
	}
	if err := n.gather(ctx, settings.Key); err != nil {
		return "", err
	}
	for sent := range callsPerRun {
		call, due, err := n.Store.NextIndexNowCall(ctx)
		if err != nil {
			return "", err
		}
		if !due {
			return fmt.Sprintf("%d calls sent", sent), nil
		}
		n.try(ctx, settings, &call)
		if err := n.Store.SaveIndexNowCall(context.WithoutCancel(ctx), call); err != nil {
			return "", err
		}
		if err := ctx.Err(); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d calls sent, more are waiting", callsPerRun), nil
}

// gather stores calls for the addresses that have changed since the mark.
func (n *Notifier) gather(ctx context.Context, key string) error {
	mark, known, err := n.Store.IndexNowMark(ctx, key)
	if err != nil {
		return err
	}
	paths, newest := n.Changed(mark)
	switch {
	case !known:
		paths = nil
	case len(paths) == 0:
		return nil
	}
	return n.Store.AddIndexNowCalls(ctx, key, newest, slices.Collect(slices.Chunk(paths, MaxAddresses)))
}

// try sends a call and sets its outcome.
func (n *Notifier) try(ctx context.Context, settings site.IndexNow, call *Call) {
	call.Tries++
	status, answer, after, err := n.send(ctx, settings, call.Paths)
	call.Status, call.Answer, call.NextAt = status, oneLine(answer), time.Time{}
	if err != nil {
		call.Answer = oneLine(reason(err))
	}
	switch {
	case status == http.StatusOK || status == http.StatusAccepted:
		call.State = Accepted
	case (err != nil || status == http.StatusTooManyRequests || status >= 500) && call.Tries < maxTries:
		pause := min(max(after, firstPause<<(call.Tries-1)), longestPause)
		call.NextAt = n.Now().Add(pause)
	default:
		call.State = Refused
	}
}

// send makes the call. It returns the pause that the answer asks for.
func (n *Notifier) send(ctx context.Context, settings site.IndexNow, paths []string) (status int, answer string, after time.Duration, err error) {
	public, err := url.Parse(n.PublicURL)
	if err != nil {
		return 0, "", 0, err
	}
	addresses := make([]string, len(paths))
	for i, path := range paths {
		addresses[i] = n.PublicURL + path
	}
	body, err := json.Marshal(map[string]any{"host": public.Host, "key": settings.Key, "keyLocation": n.PublicURL + settings.KeyPath(), "urlList": addresses})
	if err != nil {
		return 0, "", 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, n.Endpoint, bytes.NewReader(body))
	if err != nil {
		return 0, "", 0, err
	}
	request.Header.Set("Content-Type", "application/json; charset=utf-8")
	request.Header.Set("User-Agent", "Vitrine (+"+n.PublicURL+")")
	response, err := n.client.Do(request)
	if err != nil {
		return 0, "", 0, err
	}
	defer response.Body.Close()
	read, err := io.ReadAll(io.LimitReader(response.Body, 4*maxAnswer))
	return response.StatusCode, string(read), retryAfter(response), err
}

// retryAfter returns the seconds that an answer asks to wait; a date counts as none.
func retryAfter(response *http.Response) time.Duration {
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds < 0 || seconds > int(longestPause.Seconds()) {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// reason is an error without the address, which the administrator knows.
func reason(err error) string {
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return err.Error()
}

// oneLine returns the beginning of a text, without control characters.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "�"), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if characters := []rune(text); len(characters) > maxAnswer {
		return string(characters[:maxAnswer-1]) + "…"
	}
	return text
}
