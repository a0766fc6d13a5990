package drill

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"vitrine/internal/audit"
	"vitrine/internal/catalog"
)

// tally counts what became of the writes.
type tally struct {
	acknowledged, refused, unknown, done int // done: of the writes with an unknown outcome
	lost, partial                        int // partial: done in part, or never asked for
}

// print prints the figures. No acknowledged write may be lost and none may be done in part.
func (v *tally) print(t testing.TB) {
	t.Helper()
	figure(t, "writes acknowledged", v.acknowledged, "–")
	figure(t, "writes refused", v.refused, "–")
	figure(t, "writes with an unknown outcome", v.unknown, "–")
	figure(t, "of these done", v.done, "–")
	none(t, "acknowledged writes lost", v.lost)
	none(t, "writes done in part", v.partial)
}

// count counts an error and prints the first few.
func count(t testing.TB, errors *int, format string, args ...any) {
	t.Helper()
	if *errors++; *errors <= 3 {
		t.Errorf(format, args...)
	} else {
		t.Fail()
	}
}

// verify checks that each copy of the site shows every acknowledged write, with its image and its audit entry. A write with
// an unknown outcome is done completely or not at all, a refused one is not. The writers may continue afterwards.
func (r *run) verify(v *tally) {
	r.t.Helper()
	last := r.createLast()
	for n, c := range r.clients {
		now := r.shownBy(c, last)
		if n == 0 {
			r.resolve(now, v)
		}
		for _, w := range r.all() {
			for name, wanted := range w.products {
				if got, exists := now[name]; !exists || !reflect.DeepEqual(got, wanted) {
					count(r.t, &v.lost, "copy %d: acknowledged:\n%+v\nand shown (%t):\n%+v", n, wanted, exists, got)
				}
				delete(now, name)
			}
		}
		for name := range now {
			count(r.t, &v.partial, "copy %d shows %q, which was deleted or never made", n, name)
		}
		r.verifyImages(c, v)
	}
	r.verifyAudit(v)
	for _, w := range r.all() {
		for _, got := range w.refusals {
			mustExplain(r.t, got, r.promise.refusals...)
		}
		w.receipts, w.refusals, w.unknown, w.images = nil, nil, nil, nil
		w.acknowledged.Store(0)
	}
}

// createLast creates a product after the writers have stopped. A copy that shows it shows everything before it.
func (r *run) createLast() (name string) {
	r.t.Helper()
	eventually(r.t, "a product is created", func() bool {
		sent := r.own.creation()
		if err := r.own.send(r.t.Context(), sent); err != nil {
			r.t.Fatal(err)
		}
		for name = range sent.after {
		}
		_, created := r.own.products[name]
		return created
	})
	return name
}

// shownBy returns the products of a copy as soon as it shows this one.
func (r *run) shownBy(c *client, name string) (now map[string]catalog.Product) {
	r.t.Helper()
	eventually(r.t, c.origin+" shows the last product", func() bool {
		var err error
		now, err = c.products(r.t.Context())
		_, shown := now[name]
		return err == nil && shown
	})
	return now
}

// resolve finds out which writes with an unknown outcome were done.
func (r *run) resolve(now map[string]catalog.Product, v *tally) {
	r.t.Helper()
	for _, w := range r.all() {
		v.refused += len(w.refusals)
		v.unknown += len(w.unknown)
		for _, sent := range w.unknown {
			before, after := 0, 0
			found := map[string]*catalog.Product{}
			for name, wanted := range sent.after {
				if got, exists := now[name]; exists {
					found[name] = &got
				} else {
					found[name] = nil
				}
				if equal(found[name], sent.before[name], reflect.DeepEqual) {
					before++
				} else if equal(found[name], wanted, func(a, b any) bool { return matches(a.(catalog.Product), b.(catalog.Product)) }) {
					after++
				}
			}
			if len(found) != before && len(found) != after {
				count(r.t, &v.partial, "%s %s is done in part: %+v", sent.method, sent.path, found)
			}
			if after > 0 {
				v.done++
				r.done = append(r.done, sent.action)
			}
			w.update(found)
		}
	}
}

// equal compares two products that may be missing.
func equal(a, b *catalog.Product, same func(a, b any) bool) bool {
	if a == nil || b == nil {
		return a == b
	}
	return same(*a, *b)
}

// verifyImages checks that each image whose upload was acknowledged is served.
func (r *run) verifyImages(c *client, v *tally) {
	r.t.Helper()
	for _, w := range r.all() {
		for _, path := range w.images {
			got, err := c.ask(r.t.Context(), "GET", path, nil)
			if err != nil || got.status != http.StatusOK || len(got.body) == 0 {
				count(r.t, &v.lost, "the upload of %s was acknowledged; the image is answered with %d, %v", path, got.status, err)
			}
		}
	}
}

// verifyAudit checks that the audit has an entry for each acknowledged write and for each that was done with an unknown
// outcome, and no others, and that the versions of the catalogue have no gap.
func (r *run) verifyAudit(v *tally) {
	r.t.Helper()
	byRequest, versions := map[string][]audit.Entry{}, map[int64]bool{}
	for _, entry := range r.newEntries() {
		r.lastEntry = max(r.lastEntry, entry.ID)
		if entry.Object == "products" || entry.Object == "images" {
			byRequest[entry.RequestID] = append(byRequest[entry.RequestID], entry)
		}
		if entry.Version > 0 {
			versions[entry.Version] = true
		}
	}
	for _, w := range r.all() {
		for _, kept := range w.receipts {
			v.acknowledged++
			if found := byRequest[kept.request]; len(found) != 1 || !kept.isIn(found[0]) {
				count(r.t, &v.lost, "%s was acknowledged; the audit has %+v", kept.action, found)
			}
			delete(byRequest, kept.request)
		}
	}
	for _, entries := range byRequest {
		for _, entry := range entries {
			if i := slices.Index(r.done, entry.Action); i >= 0 {
				r.done = slices.Delete(r.done, i, i+1)
			} else if entry.Action != "upload" { // the row of one that failed may be there without its file, for a day
				count(r.t, &v.partial, "the audit has a write that was not done: %+v", entry)
			}
		}
	}
	if len(r.done) > 0 {
		count(r.t, &v.partial, "done without an entry in the audit: %v", r.done)
		r.done = nil
	}
	r.verifyVersion(versions, v)
}

// verifyVersion checks that each version of the catalogue since the last verification has an entry in the audit, and that
// the newest is the catalogue's.
func (r *run) verifyVersion(versions map[int64]bool, v *tally) {
	r.t.Helper()
	first := r.version + 1
	r.version += int64(len(versions))
	for version := first; version <= r.version; version++ {
		if !versions[version] {
			count(r.t, &v.lost, "the audit has no entry for version %d of the catalogue, of %d to %d", version, first, r.version)
		}
	}
	products, err := r.clients[0].products(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	var order []map[string]any // as it is: to set it is no change, and is answered with the version
	for _, product := range products {
		order = append(order, map[string]any{"id": product.ID, "displayOrder": product.DisplayOrder})
	}
	var now struct{ Version int64 }
	if err := r.clients[0].into(r.t.Context(), "PATCH", "/api/products/reorder", map[string]any{"updates": order}, http.StatusOK, &now); err != nil {
		r.t.Error(err)
	}
	if now.Version != r.version {
		count(r.t, &v.partial, "the catalogue's version is %d, the newest in the audit %d", now.Version, r.version)
	}
}

// isIn reports whether an audit entry has what was acknowledged.
func (kept receipt) isIn(entry audit.Entry) bool {
	if entry.Action != kept.action || entry.Object == "products" && entry.Version == 0 {
		return false
	}
	if kept.product.ID == 0 {
		return true
	}
	var after catalog.Product
	err := json.Unmarshal(entry.After, &after)
	return err == nil && entry.ObjectID == strconv.FormatInt(kept.product.ID, 10) && reflect.DeepEqual(after, kept.product)
}

// newEntries reads the audit since the last verification.
func (r *run) newEntries() (entries []audit.Entry) {
	r.t.Helper()
	eventually(r.t, "the audit is read", func() bool {
		var err error
		entries, err = r.clients[0].entriesSince(r.t.Context(), r.lastEntry)
		return err == nil
	})
	return entries
}

// entriesSince reads the audit, newest first, to the entry before this one.
func (c *client) entriesSince(ctx context.Context, last int64) (entries []audit.Entry, err error) {
	for path := "/api/audit?limit=100"; ; {
		var page struct {
			Entries []audit.Entry
			Next    int64
		}
		if err := c.into(ctx, "GET", path, nil, http.StatusOK, &page); err != nil {
			return nil, err
		}
		for _, entry := range page.Entries {
			if entry.ID <= last {
				return entries, nil
			}
			entries = append(entries, entry)
		}
		if page.Next == 0 {
			return entries, nil
		}
		path = fmt.Sprint("/api/audit?limit=100&before=", page.Next)
	}
}
