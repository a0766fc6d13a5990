package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html/charset"
)

// AcceptPage is the Accept header of a request for a page.
const AcceptPage = "text/html, text/plain;q=0.5"

// Response is the answer to one request, whatever its status.
type Response struct {
	URL        *url.URL // that was requested
	Status     int
	Type       string        // its Content-Type
	Location   *url.URL      // where it redirects; nil: it doesn't
	RetryAfter time.Duration // how long it asks to wait; 0: it doesn't
	Body       []byte
	Truncated  bool // the body is longer
}

// Get sends one request and follows no redirect, so that the caller can apply rules of its own to each. It reads at most
// that many bytes. Unlike Page, it doesn't bound how many requests run at once. Its error is for the log only.
func (r *Reader) Get(ctx context.Context, u *url.URL, accept string, most int64) (Response, error) {
	if err := r.gate(u); err != nil {
		return Response{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.options.timeout)
	defer cancel()
	answer, err := r.ask(ctx, r.single, u, accept)
	if err != nil {
		return Response{}, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, most+1))
	if err != nil {
		return Response{}, fmt.Errorf("read an answer: %w", err)
	}
	found := Response{URL: u, Status: answer.StatusCode, Type: answer.Header.Get("Content-Type"), RetryAfter: retryAfter(answer.Header.Get("Retry-After"), time.Now()),
		Body: body[:min(int64(len(body)), most)], Truncated: int64(len(body)) > most}
	if answer.StatusCode >= 300 && answer.StatusCode < 400 {
		if found.Location, err = answer.Location(); err != nil {
			return Response{}, fmt.Errorf("read where an answer redirects: %w", err)
		}
	}
	return found, nil
}

// retryAfter parses a Retry-After header: seconds, or a date.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// IsNoHost reports whether a request failed because the host doesn't exist: DNS has no address for it.
func IsNoHost(err error) bool {
	var lookup *net.DNSError
	return errors.As(err, &lookup) && lookup.IsNotFound
}

// HTML returns the body as UTF-8; empty if it isn't HTML.
func (r Response) HTML() string {
	kind, _, err := mime.ParseMediaType(r.Type)
	if err != nil || kind != "text/html" && kind != "application/xhtml+xml" {
		return ""
	}
	from, err := charset.NewReader(bytes.NewReader(r.Body), r.Type)
	if err != nil {
		return ""
	}
	text, _ := io.ReadAll(from) // from memory
	return string(text)
}

// Page parses the body as a page.
func (r Response) Page() (Page, error) { return parse(bytes.NewReader(r.Body), r.Type, r.URL) }
