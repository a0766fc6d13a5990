package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/config"
)

// healthWait bounds the question and its answer. It is shorter than the timeouts of container runtimes.
const healthWait = 3 * time.Second

// health asks the running site whether it is healthy and prints one line. If it isn't, the line is an error, hence an exit
// code.
func health(ctx context.Context, settings config.Health, out io.Writer) error {
	ctx, stop := context.WithTimeout(ctx, healthWait)
	defer stop()
	client := healthClient(settings)
	defer client.CloseIdleConnections()
	path, state := "/healthz", "healthy"
	if settings.Ready {
		path, state = "/readyz", "ready"
	}
	where, origin := settings.Addr, "http://localhost" // the client dials Addr
	if settings.URL != "" {
		where, origin = settings.URL, strings.TrimRight(settings.URL, "/")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+path, nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(request)
	if ctx.Err() != nil {
		return fmt.Errorf("%s: not %s: it does not answer within %s", where, state, healthWait)
	}
	if err != nil {
		return fmt.Errorf("%s: not %s: %w", where, state, withoutURL(err))
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	switch {
	case err != nil:
		return fmt.Errorf("%s: not %s: %w", where, state, err)
	case answer.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: not %s: it answers %s", where, state, answer.Status)
	case string(text) != "ok\n":
		return fmt.Errorf("%s: not %s: another program answers there", where, state)
	}
	_, err = fmt.Fprintf(out, "%s: %s\n", where, state)
	return err
}

// healthClient returns a client that asks the site directly: without proxies, and at the address that it listens on. An
// address without a host, or that means all of a machine's, is then this machine.
func healthClient(settings config.Health) *http.Client {
	transport := &http.Transport{}
	if settings.URL == "" {
		transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, settings.Addr)
		}
	}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// withoutURL returns the error of a request without its method and URL, which the reader knows.
func withoutURL(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}
