package drill

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// write is a request that changes something.
type write struct {
	action       string // as the audit calls it
	method, path string
	body         any
	after        products // that it changes
	before       products // the same, set if the outcome is unknown
}

// products are products by name. nil is one that does not exist.
type products map[string]*catalog.Product

// receipt is a write that the site has acknowledged.
type receipt struct {
	request string // X-Request-Id, which the audit has too
	action  string
	product catalog.Product // as answered; without an ID when the answer has none
}

// writer sends one write after another, to products that only it changes, and records what the site acknowledged.
type writer struct {
	client   *client
	name     string
	made     int           // how many names were used
	products products      // as acknowledged
	images   []string      // paths of acknowledged uploads
	receipts []receipt     // since the last verification
	refusals []response    // since the last verification
	unknown  []write       // whose outcome is unknown: no answer, or one that says so
	took     *durations    // until each answer
	refused  *atomic.Int64 // how many writes of all writers were refused

	acknowledged atomic.Int64 // writes since the last verification
}

// work writes until stop is closed, or a request gets no response.
func (w *writer) work(stop <-chan struct{}) error {
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		if err := w.send(w.next()); err != nil {
			return err
		}
	}
}

// send sends a write and records the response. It returns an error if there was none.
func (w *writer) send(sent write) error {
	began := time.Now()
	got, err := w.client.do(sent.method, sent.path, sent.body)
	if errors.Is(err, errNoConnection) {
		return err
	}
	if err != nil {
		w.recordUnknown(sent)
		return err
	}
	w.took.add(time.Since(began))
	if got.status < http.StatusBadRequest {
		w.acknowledge(sent, got)
		return nil
	}
	if strings.Contains(string(got.body), "may have been saved") {
		w.recordUnknown(sent)
	}
	w.refusals = append(w.refusals, got)
	w.refused.Add(1)
	return nil
}

// recordUnknown records a write with an unknown outcome. Its products are left alone until verify has seen what they are now.
func (w *writer) recordUnknown(sent write) {
	sent.before = products{}
	for name := range sent.after {
		sent.before[name] = w.products[name]
		delete(w.products, name)
	}
	w.unknown = append(w.unknown, sent)
}

// acknowledge records an acknowledged write.
func (w *writer) acknowledge(sent write, got response) {
	kept := receipt{request: got.header.Get("X-Request-Id"), action: sent.action}
	switch sent.action {
	case "create", "update":
		if err := json.Unmarshal(got.body, &kept.product); err != nil || !matches(&kept.product, sent.after[kept.product.Name]) {
			w.client.t.Errorf("%s is answered with another product than was sent: %s", sent.action, got.body)
		}
		w.products[kept.product.Name] = &kept.product
	case "upload":
		var added struct{ URL string }
		if err := json.Unmarshal(got.body, &added); err != nil {
			w.client.t.Errorf("upload is answered with %s", got.body)
		}
		w.images = append(w.images, added.URL)
	default:
		w.update(sent.after)
	}
	w.receipts = append(w.receipts, kept)
	w.acknowledged.Add(1)
}

// update records what products are now.
func (w *writer) update(now products) {
	for name, product := range now {
		if w.products[name] = product; product == nil {
			delete(w.products, name)
		}
	}
}

// matches reports whether a product is the one that was sent, except for what the site sets. nil is a missing product.
func matches(got, sent *catalog.Product) bool {
	if got == nil || sent == nil {
		return got == sent
	}
	wanted := *sent
	wanted.UpdatedAt = got.UpdatedAt
	if wanted.ID == 0 {
		wanted.ID, wanted.Slug, wanted.CreatedAt, wanted.Version = got.ID, got.Slug, got.CreatedAt, 1
	}
	return reflect.DeepEqual(*got, wanted)
}

// next returns a random write.
func (w *writer) next() write {
	var names []string
	for name := range maps.Keys(w.products) {
		if names = append(names, name); len(names) == 3 {
			break
		}
	}
	switch dice := rand.IntN(10); {
	case dice < 2 || len(names) < 3:
		return w.creation()
	case dice < 5:
		return w.change(names[0])
	case dice < 7:
		return write{action: "delete", method: "DELETE", path: w.path(names[0]), after: products{names[0]: nil}}
	case dice < 9:
		return w.reorder(names)
	}
	return write{action: "upload", method: "POST", path: "/api/upload", body: newUpload()}
}

func (w *writer) path(name string) string {
	return "/api/products/" + strconv.FormatInt(w.products[name].ID, 10)
}

// creation makes a product, with an uploaded logo if there is one.
func (w *writer) creation() write {
	w.made++
	wanted := newProduct(fmt.Sprint(w.name, " ", w.made))
	if len(w.images) > 0 {
		wanted.Logo = w.images[len(w.images)-1]
	}
	return w.create(wanted)
}

func (w *writer) create(wanted catalog.Product) write {
	return write{action: "create", method: "POST", path: "/api/products", body: input(wanted), after: products{wanted.Name: &wanted}}
}

func (w *writer) change(name string) write {
	wanted := *w.products[name]
	wanted.Description = fmt.Sprintf("Changed by %s, to %x.", w.name, rand.Uint64())
	wanted.IsFeatured = !wanted.IsFeatured
	body := input(wanted)
	wanted.Version++
	return write{action: "update", method: "PUT", path: w.path(name), body: body, after: products{name: &wanted}}
}

// reorder moves each of the products.
func (w *writer) reorder(names []string) write {
	sent := write{action: "reorder", method: "PATCH", path: "/api/products/reorder", after: products{}}
	var updates []map[string]any
	for _, name := range names {
		wanted := *w.products[name]
		wanted.DisplayOrder = (wanted.DisplayOrder + 1 + rand.IntN(5000)) % 10_000
		wanted.Version++
		updates = append(updates, map[string]any{"id": wanted.ID, "displayOrder": wanted.DisplayOrder})
		sent.after[name] = &wanted
	}
	sent.body = map[string]any{"updates": updates}
	return sent
}
