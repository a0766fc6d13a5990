package mirror

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// The path at which a site serves its content to sites that copy it, and the header with its Identity.
const (
	ContentPath    = "/api/sync/content"
	IdentityHeader = "Vitrine-Place"
)

// Bounds of the responses of another site.
const (
	maxContent  = 2 << 30  // bytes
	maxImage    = 10 << 20 // bytes
	imageWait   = 30 * time.Second
	contentWait = 2 * time.Minute
)

// Remote is another site of this program, reached by its URL.
type Remote struct {
	address string // without a trailing slash
	token   string
	client  *http.Client
}

// NewRemote returns a source for a site's URL and a token that may read it. It does not follow redirects, because the
// token is for this URL alone. Without a token the source has images only.
func NewRemote(address, token string) *Remote {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = fetchers
	return &Remote{strings.TrimRight(address, "/"), token, &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Read fetches the content of the site.
func (r *Remote) Read(ctx context.Context, kinds records.Kinds) (*Content, string, error) {
	ctx, stop := context.WithTimeout(ctx, contentWait)
	defer stop()
	answer, err := r.get(ctx, ContentPath, r.token)
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusUnauthorized, http.StatusForbidden:
		return nil, "", fault.New(fault.BadGateway, "The production site rejected the token.")
	default:
		return nil, "", fmt.Errorf("the production site answers %s", answer.Status)
	}
	program := answer.Header.Get(ProgramHeader)
	content, err := Read(kinds, io.LimitReader(answer.Body, maxContent))
	if err != nil {
		return nil, "", explain(err, "Production", program)
	}
	content.Program = program
	return content, answer.Header.Get(IdentityHeader), nil
}

// Image fetches an upload; fs.ErrNotExist if the site does not have it.
func (r *Remote) Image(ctx context.Context, name string) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, imageWait)
	defer stop()
	answer, err := r.get(ctx, media.Path+url.PathEscape(name), "")
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusGone:
		return nil, fs.ErrNotExist
	default:
		return nil, fmt.Errorf("the production site answers %s", answer.Status)
	}
	img, err := io.ReadAll(io.LimitReader(answer.Body, maxImage+1))
	if err == nil && len(img) > maxImage {
		err = errors.New("the production site sends an image that is too large")
	}
	return img, err
}

// Has reports whether the site has an upload.
func (r *Remote) Has(ctx context.Context, name string) (bool, error) {
	ctx, stop := context.WithTimeout(ctx, imageWait)
	defer stop()
	answer, err := r.ask(ctx, http.MethodHead, media.Path+url.PathEscape(name), "")
	if err != nil {
		return false, err
	}
	switch answer.Body.Close(); answer.StatusCode {
	case http.StatusOK:
		return true, nil
	case http.StatusNotFound, http.StatusGone:
		return false, nil
	}
	return false, fmt.Errorf("the production site answers %s", answer.Status)
}

// Close closes idle connections.
func (r *Remote) Close() error {
	r.client.CloseIdleConnections()
	return nil
}

func (r *Remote) get(ctx context.Context, path, token string) (*http.Response, error) {
	return r.ask(ctx, http.MethodGet, path, token)
}

func (r *Remote) ask(ctx context.Context, method, path, token string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, r.address+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "Vitrine")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return r.client.Do(request)
}
