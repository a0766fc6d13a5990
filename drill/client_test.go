package drill

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptrace"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

const adminEmail, adminPassword = "keeper@example.com", "a long enough password"

// client sends requests to a site, as the administrator if it has a token or a session cookie. It may be used by many
// goroutines.
type client struct {
	t             testing.TB
	origin, token string
	http          *http.Client
}

// response is an HTTP response whose body has been read.
type response struct {
	status int
	header http.Header
	body   []byte
}

// errNoConnection is the error of a request that got no connection: the site has not received it.
var errNoConnection = errors.New("no connection")

// errReset is the error of a request whose new connection was reset. The kernel does so to connections that are pending when
// the listener closes: the site has not accepted them.
var errReset = errors.New("new connection reset")

// client returns a client with this token, which waits for at most a minute for each response.
func (s *site) client(token string) *client {
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	s.t.Cleanup(transport.CloseIdleConnections)
	return &client{s.t, "http://" + s.address, token, &http.Client{Transport: transport, Timeout: time.Minute}}
}

// fresh returns a client that opens a connection for each request.
func (c *client) fresh() *client {
	return &client{c.t, c.origin, c.token, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}}
}

// administrator creates an administrator and returns an API token, which is valid at each copy of the site.
func (s *site) administrator() (token string) {
	s.t.Helper()
	s.do(adminPassword+"\n", "admin", "create", "--email", adminEmail)
	return strings.TrimSpace(s.do("", "admin", "token", "--email", adminEmail, "--name", "drill"))
}

// signIn returns a client with a session of the administrator.
func (s *site) signIn() *client {
	s.t.Helper()
	c := s.client("")
	c.http.Jar, _ = cookiejar.New(nil) // it never fails
	noError(s.t, c.call("POST", "/api/auth/login", map[string]string{"username": adminEmail, "password": adminPassword}, http.StatusOK, nil))
	return c
}

// slowReader reads small pieces, with a pause before each.
type slowReader struct {
	io.Reader
	piece int
	pause time.Duration
}

func (s slowReader) Read(into []byte) (int, error) {
	time.Sleep(s.pause)
	return s.Reader.Read(into[:min(s.piece, len(into))])
}

// do sends a request, with the body as JSON unless it is a reader, and reads the response. It returns an error if there was
// no complete response.
func (c *client) do(method, path string, body any) (response, error) {
	connected, reused := false, false
	ctx := httptrace.WithClientTrace(c.t.Context(), &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
		connected, reused = true, got.Reused
	}})
	sent, isReader := body.(io.Reader)
	if body != nil && !isReader {
		text, err := json.Marshal(body)
		if err != nil {
			return response{}, err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.origin+path, sent)
	if err != nil {
		return response{}, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	got, err := c.http.Do(request)
	switch {
	case err == nil:
	case !connected:
		return response{}, fmt.Errorf("%w: %w", errNoConnection, err)
	case !reused && !isReader && errors.Is(err, syscall.ECONNRESET):
		return response{}, fmt.Errorf("%w: %w", errReset, err)
	default:
		return response{}, err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	return response{got.StatusCode, got.Header, text}, err
}

// call sends a request, requires this status and decodes the response into value, unless that is nil.
func (c *client) call(method, path string, body any, want int, value any) error {
	got, err := c.do(method, path, body)
	if err != nil {
		return err
	}
	if got.status != want {
		return fmt.Errorf("%s %s: %d, want %d: %.300s", method, path, got.status, want, got.body)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(got.body, value)
}

// upload uploads an image and returns its path.
func (c *client) upload() (path string, err error) {
	var added struct{ URL string }
	err = c.call("POST", "/api/upload", newUpload(), http.StatusOK, &added)
	return added.URL, err
}

// products returns all products.
func (c *client) products() (products, error) {
	var list []*catalog.Product
	err := c.call("GET", "/api/products", nil, http.StatusOK, &list)
	all := products{}
	for _, product := range list {
		all[product.Name] = product
	}
	return all, err
}

// newProduct returns a product with a name and website that no other product has.
func newProduct(name string) catalog.Product {
	p := catalog.Product{ProductFields: catalog.ProductFields{
		Name: name, Description: "Does what " + name + " is for, and says so in a sentence of some length.",
		Categories: []string{"Writing", fmt.Sprint("Group ", len(name)%7)}, Tags: []string{"drill"},
		Type: catalog.Freemium, Section: catalog.RecommendedProducts, Website: "https://" + strings.ReplaceAll(name, " ", "-") + ".example/", Images: []string{},
	}}
	p.Complete()
	return p
}

// input returns a product as the API takes it.
func input(p catalog.Product) any {
	return struct {
		ID int64 `json:"id,omitempty"`
		catalog.ProductFields
		Version int64 `json:"version,omitempty"`
	}{p.ID, p.ProductFields, p.Version}
}

// newUpload returns a request to upload an image, a new one each time.
func newUpload() map[string]any {
	img := image.NewRGBA(image.Rect(0, 0, 16, 16))
	for i := range img.Pix {
		img.Pix[i] = byte(rand.Uint32()) | 0x0f
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		panic(err) // it is written to memory
	}
	return map[string]any{"image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes()), "originalName": "drill.png"}
}
