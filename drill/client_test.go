package drill

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
)

// client asks a site as its administrator: by its token or, without one, by the cookie it has. It may be used by many goroutines at once.
type client struct {
	origin, token string
	http          *http.Client
}

// answer is what a site answered, whole.
type answer struct {
	status int
	header http.Header
	body   []byte
}

const adminEmail, adminPassword = "keeper@example.com", "a long enough password"

// administrator makes an administrator of the site and a token of theirs. It asks for one once; copies of a site on one
// database share it.
func (s *site) administrator() *client {
	s.t.Helper()
	s.do(adminPassword+"\n", "admin", "create", "--email", adminEmail)
	token := s.do("", "admin", "token", "--email", adminEmail, "--name", "drill")
	return s.client(strings.TrimSpace(token))
}

// client is a client of the site that has this token. No call of it takes longer than a minute.
func (s *site) client(token string) *client {
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	s.t.Cleanup(transport.CloseIdleConnections)
	return &client{"http://" + s.address, token, &http.Client{Transport: transport, Timeout: time.Minute}}
}

// ask sends what is given as JSON, unless it is nil, and reads the whole answer. An error means that there was none.
func (c *client) ask(ctx context.Context, method, path string, body any) (answer, error) {
	var sent io.Reader
	if body != nil {
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
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, text}, err
}

// into asks, wants this status and reads the answer into a value, unless it is nil.
func (c *client) into(ctx context.Context, method, path string, body any, want int, value any) error {
	got, err := c.ask(ctx, method, path, body)
	if err != nil {
		return err
	}
	if got.status != want {
		return fmt.Errorf("%s %s gave %d: %.300s", method, path, got.status, got.body)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(got.body, value)
}

// create makes a product.
func (c *client) create(ctx context.Context, wanted catalog.Product) (made catalog.Product, err error) {
	return made, c.into(ctx, http.MethodPost, "/api/products", input(wanted), http.StatusCreated, &made)
}

// update sends a product as it is to be; its version has to be the one that was read.
func (c *client) update(ctx context.Context, wanted catalog.Product) (now catalog.Product, err error) {
	return now, c.into(ctx, http.MethodPut, "/api/products/"+strconv.FormatInt(wanted.ID, 10), input(wanted), http.StatusOK, &now)
}

// products are all products of the site, by id.
func (c *client) products(t testing.TB) map[int64]catalog.Product {
	t.Helper()
	var list []catalog.Product
	if err := c.into(t.Context(), http.MethodGet, "/api/products", nil, http.StatusOK, &list); err != nil {
		t.Fatal(err)
	}
	byID := make(map[int64]catalog.Product, len(list))
	for _, product := range list {
		byID[product.ID] = product
	}
	return byID
}

// input is what the API takes of a product.
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
