package drill

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"vitrine/internal/catalog"
)

// deed is one write: how it is asked for, and how the products that it is about are to be afterwards.
type deed struct {
	action       string // as the audit calls it
	method, path string
	body         any
	after        map[string]*catalog.Product // by name, as far as it can be known before; nil: deleted
}

// receipt is a write that the site has acknowledged.
type receipt struct {
	request string // its id, which the audit has too
	action  string
	product catalog.Product // as it was answered; without an ID where the answer has none
}

// writer writes one thing after the other, to products that are its own, and keeps what the site has promised it.
type writer struct {
	client   *client
	name     string
	made     int                        // how many names were used
	mine     map[string]catalog.Product // as acknowledged, by name
	images   []string                   // addresses of uploads that were acknowledged, since the last look
	receipts []receipt                  // since the last look
	refusals []answer                   // since the last look
	open     *deed                      // the one whose answer has not come
	took     *durations                 // until each answer, whatever it was
	refused  *atomic.Int64              // how many writes of all writers were
}

// work writes until it is told to stop, or an answer does not come.
func (w *writer) work(ctx context.Context, stop <-chan struct{}) error {
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		if err := w.do(ctx, w.next()); err != nil {
			return err
		}
	}
}

// do asks for a deed and takes note of the answer. An error means that there was none, or one that is wrong.
func (w *writer) do(ctx context.Context, d deed) error {
	w.open = &d
	began := time.Now()
	got, err := w.client.ask(ctx, d.method, d.path, d.body)
	if err != nil {
		return err
	}
	w.took.add(time.Since(began))
	w.open = nil
	if got.status >= http.StatusBadRequest {
		w.refusals = append(w.refusals, got)
		w.refused.Add(1)
		return nil
	}
	return w.acknowledge(d, got)
}

// acknowledge keeps what the site has promised.
func (w *writer) acknowledge(d deed, got answer) error {
	kept := receipt{request: got.header.Get("X-Request-Id"), action: d.action}
	switch d.action {
	case "create", "update":
		if err := json.Unmarshal(got.body, &kept.product); err != nil {
			return err
		}
		if wanted := d.after[kept.product.Name]; wanted == nil || !alike(kept.product, *wanted) {
			return fmt.Errorf("%s was answered with what was not asked for: %s", d.action, got.body)
		}
		w.mine[kept.product.Name] = kept.product
	case "upload":
		var added struct{ URL string }
		if err := json.Unmarshal(got.body, &added); err != nil {
			return err
		}
		w.images = append(w.images, added.URL)
	default:
		w.adopt(d.after)
	}
	w.receipts = append(w.receipts, kept)
	return nil
}

// adopt takes over how products are now.
func (w *writer) adopt(now map[string]*catalog.Product) {
	for name, product := range now {
		if product == nil {
			delete(w.mine, name)
		} else {
			w.mine[name] = *product
		}
	}
}

// alike reports whether a product is what was wanted, but for what only the site knows.
func alike(got, wanted catalog.Product) bool {
	wanted.UpdatedAt = got.UpdatedAt
	if wanted.ID == 0 {
		wanted.ID, wanted.Slug, wanted.CreatedAt, wanted.Version = got.ID, got.Slug, got.CreatedAt, 1
	}
	return same(got, wanted)
}

// next is what is written next: anything that can be.
func (w *writer) next() deed {
	names := w.some(3)
	switch dice := rand.IntN(10); {
	case dice < 2 || len(names) < 3:
		return w.creation()
	case dice < 5:
		return w.change(names[0])
	case dice < 7:
		return deed{action: "delete", method: http.MethodDelete, path: w.path(names[0]), after: map[string]*catalog.Product{names[0]: nil}}
	case dice < 9:
		return w.reorder(names)
	}
	return deed{action: "upload", method: http.MethodPost, path: "/api/upload", body: map[string]any{"image": sampleImage(), "originalName": "drill.png"}}
}

// some are the names of some of its products.
func (w *writer) some(n int) (names []string) {
	for name := range maps.Keys(w.mine) {
		if names = append(names, name); len(names) == n {
			break
		}
	}
	return names
}

func (w *writer) path(name string) string {
	return "/api/products/" + strconv.FormatInt(w.mine[name].ID, 10)
}

// creation makes a product; some show an image that is there.
func (w *writer) creation() deed {
	w.made++
	wanted := tool(fmt.Sprint(w.name, " ", w.made))
	if len(w.images) > 0 {
		wanted.Logo = w.images[len(w.images)-1]
	}
	return deed{action: "create", method: http.MethodPost, path: "/api/products", body: input(wanted), after: map[string]*catalog.Product{wanted.Name: &wanted}}
}

func (w *writer) change(name string) deed {
	wanted := w.mine[name]
	wanted.Description = fmt.Sprintf("Changed by %s, to %x.", w.name, rand.Uint64())
	wanted.IsFeatured = !wanted.IsFeatured
	body := input(wanted)
	wanted.Version++
	return deed{action: "update", method: http.MethodPut, path: w.path(name), body: body, after: map[string]*catalog.Product{name: &wanted}}
}

// reorder gives each of the products another place.
func (w *writer) reorder(names []string) deed {
	d := deed{action: "reorder", method: http.MethodPatch, path: "/api/products/reorder", after: map[string]*catalog.Product{}}
	var updates []map[string]any
	for _, name := range names {
		wanted := w.mine[name]
		wanted.DisplayOrder = (wanted.DisplayOrder + 1 + rand.IntN(5000)) % 10_000
		wanted.Version++
		updates = append(updates, map[string]any{"id": wanted.ID, "displayOrder": wanted.DisplayOrder})
		d.after[name] = &wanted
	}
	d.body = map[string]any{"updates": updates}
	return d
}
