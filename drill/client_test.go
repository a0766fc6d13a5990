package drill

import (
	"bytes"
	"context"
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
	"time"

	"vitrine/internal/catalog"
)

const adminEmail, adminPassword = "keeper@example.com", "a long enough password"

// client sends requests to a site, as the administrator when it has a token or a session cookie. It may be used by many
// goroutines.
type client struct {
	origin, token string
	http          *http.Client
}

// answer is a response, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// errNotConnected is the error of a request that got no connection, so the site has not seen it.
var errNotConnected = errors.New("not connected")

// client returns a client with this token, which waits for at most a minute for each response.
func (s *site) client(token string) *client {
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	s.t.Cleanup(transport.CloseIdleConnections)
	return &client{"http://" + s.address, token, &http.Client{Transport: transport, Timeout: time.Minute}}
}

// fresh returns a client that opens a connection for each request.
func (c *client) fresh() *client {
	return &client{c.origin, c.token, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}}
}

// administrator makes an administrator and returns a token of theirs, which is good at each copy of the site.
func (s *site) administrator() (token string) {
	s.t.Helper()
	s.do(adminPassword+"\n", "admin", "create", "--email", adminEmail)
	return strings.TrimSpace(s.do("", "admin", "token", "--email", adminEmail, "--name", "drill"))
}

// signIn returns a client with a session of the administrator.
func (s *site) signIn() *client {
	s.t.Helper()
	c := s.client("")
	c.http.Jar, _ = cookiejar.New(nil) // which never fails
	if err := c.into(s.t.Context(), "POST", "/api/auth/login", map[string]string{"username": adminEmail, "password": adminPassword}, http.StatusOK, nil); err != nil {
		s.t.Fatal(err)
	}
	return c
}

// slowBody is a request's body that is sent in pieces.
type slowBody struct {
	rest  []byte
	piece int
	pause time.Duration
}

func (s *slowBody) Read(into []byte) (int, error) {
	if len(s.rest) == 0 {
		return 0, io.EOF
	}
	time.Sleep(s.pause)
	n := copy(into, s.rest[:min(s.piece, len(s.rest))])
	s.rest = s.rest[n:]
	return n, nil
}

// ask sends a request, with the body as JSON unless it is nil, and reads the whole response. An error means that there is none.
func (c *client) ask(ctx context.Context, method, path string, body any) (answer, error) {
	connected := false
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected = true }})
	var sent io.Reader
	slow, isSlow := body.(*slowBody)
	if isSlow {
		sent = slow
	} else if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.origin+path, sent)
	if err != nil {
		return answer{}, err
	}
	if isSlow {
		request.ContentLength = int64(len(slow.rest))
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil && !connected {
		err = fmt.Errorf("%w: %w", errNotConnected, err)
	}
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, text}, err
}

// into sends a request, wants this status and decodes the response into value, unless that is nil.
func (c *client) into(ctx context.Context, method, path string, body any, want int, value any) error {
	got, err := c.ask(ctx, method, path, body)
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
func (c *client) upload(ctx context.Context) (path string, err error) {
	var added struct{ URL string }
	err = c.into(ctx, "POST", "/api/upload", newUpload(), http.StatusOK, &added)
	return added.URL, err
}

// products returns all products by name.
func (c *client) products(ctx context.Context) (map[string]catalog.Product, error) {
	var list []catalog.Product
	err := c.into(ctx, "GET", "/api/products", nil, http.StatusOK, &list)
	byName := make(map[string]catalog.Product, len(list))
	for _, product := range list {
		byName[product.Name] = product
	}
	return byName, err
}

// newProduct is a product that the site does not have, with a website of its own.
func newProduct(name string) catalog.Product {
	return catalog.Product{ProductFields: catalog.ProductFields{
		Name: name, Description: "Does what " + name + " is for, and says so in a sentence of some length.",
		Categories: []string{"Writing", fmt.Sprint("Group ", len(name)%7)}, Tags: []string{"drill"},
		Type: catalog.Freemium, Section: catalog.RecommendedProducts, Website: "https://" + strings.ReplaceAll(name, " ", "-") + ".example/", Images: []string{},
	}}
}

// input is a product as the API takes it.
func input(p catalog.Product) map[string]any {
	fields := map[string]any{
		"name": p.Name, "description": p.Description, "useCases": p.UseCases, "categories": p.Categories, "tags": p.Tags,
		"type": p.Type, "section": p.Section, "website": p.Website, "logo": p.Logo, "logoColor": p.LogoColor, "images": p.Images,
		"videoUrl": p.VideoURL, "isFeatured": p.IsFeatured, "hasDeal": p.HasDeal, "promoText": p.PromoText,
	}
	if p.ID != 0 {
		fields["id"], fields["version"], fields["displayOrder"] = p.ID, p.Version, p.DisplayOrder
	}
	return fields
}

// newUpload is an upload of an image that is unlike any other.
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

// fill imports n products, "filled 0" and so on, with the program's own import.
func (s *site) fill(n int) {
	s.t.Helper()
	var lines bytes.Buffer
	for i := range n {
		p := newProduct(fmt.Sprint("filled ", i))
		line, err := json.Marshal(map[string]any{"id": fmt.Sprint("filled-", i), "name": p.Name, "website": p.Website,
			"description": p.Description, "categories": p.Categories, "pricing": p.Type, "tags": p.Tags})
		if err != nil {
			s.t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	s.do(lines.String(), "import", "--format", "jsonl", "-")
}
