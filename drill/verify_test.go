package drill

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
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
	mustBeZero(t, "acknowledged writes lost", v.lost)
	mustBeZero(t, "writes done in part", v.partial)
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
// an unknown outcome must be done completely or not at all, a refused one not at all. The writers may continue afterwards.
func (r *run) verify() {
	last := r.acknowledged(r.own.creation) // a copy that shows it shows everything before it
	for n, c := range r.clients {
		now := r.shownBy(c, last.Name)
		if n == 0 {
			r.resolve(now)
		}
		for _, w := range r.all() {
			for name, wanted := range w.products {
				if got := now[name]; !reflect.DeepEqual(got, wanted) {
					count(r.t, &r.total.lost, "copy %d: acknowledged:\n%+v\nand shown:\n%+v", n, wanted, got)
				}
				delete(now, name)
			}
			for _, path := range w.images {
				if got, err := c.do("GET", path, nil); err != nil || got.status != http.StatusOK || len(got.body) == 0 {
					count(r.t, &r.total.lost, "copy %d: the upload of %s was acknowledged; GET returns %d, %v", n, path, got.status, err)
				}
			}
		}
		for name := range now {
			count(r.t, &r.total.partial, "copy %d shows %q, which was deleted or never made", n, name)
		}
	}
	r.verifyAudit()
	r.verifyVersion(last)
	for _, w := range r.all() {
		for _, got := range w.refusals {
			mustExplain(r.t, got, r.promise.refusals...)
		}
		w.receipts, w.refusals, w.unknown, w.images = nil, nil, nil, nil
		w.acknowledged.Store(0)
	}
}

// shownBy returns the products of a copy as soon as it shows this one.
func (r *run) shownBy(c *client, name string) (now products) {
	eventually(r.t, c.origin+" shows the last product", func() bool {
		var err error
		now, err = c.products()
		return err == nil && now[name] != nil
	})
	return now
}

// resolve finds out which writes with an unknown outcome were done.
func (r *run) resolve(now products) {
	for _, w := range r.all() {
		r.total.refused += len(w.refusals)
		r.total.unknown += len(w.unknown)
		for _, sent := range w.unknown {
			before, after := 0, 0
			found := products{}
			for name, wanted := range sent.after {
				found[name] = now[name]
				if reflect.DeepEqual(found[name], sent.before[name]) {
					before++
				} else if matches(found[name], wanted) {
					after++
				}
			}
			if len(found) != before && len(found) != after {
				count(r.t, &r.total.partial, "%s %s is done in part: %+v", sent.method, sent.path, found)
			}
			if after > 0 {
				r.total.done++
				r.done = append(r.done, sent.action)
			}
			w.update(found)
		}
	}
}

// verifyAudit checks that the audit has an entry for each acknowledged write and for each that was done with an unknown
// outcome, and no others, and that each version of the catalogue has an entry.
func (r *run) verifyAudit() {
	first := r.version + 1
	byRequest, versions := map[string][]audit.Entry{}, map[int64]bool{}
	for _, entry := range r.newEntries() {
		if entry.Object == "products" || entry.Object == "images" {
			byRequest[entry.RequestID] = append(byRequest[entry.RequestID], entry)
		}
		if entry.Version > 0 {
			versions[entry.Version] = true
		}
	}
	for version := first; version <= r.version; version++ {
		if !versions[version] {
			count(r.t, &r.total.lost, "the audit has no entry for version %d of the catalogue, of %d to %d", version, first, r.version)
		}
		delete(versions, version)
	}
	if len(versions) > 0 {
		count(r.t, &r.total.partial, "the audit has new entries for versions before %d: %v", first, versions)
	}
	for _, w := range r.all() {
		for _, kept := range w.receipts {
			r.total.acknowledged++
			if found := byRequest[kept.request]; len(found) != 1 || !kept.isIn(found[0]) {
				count(r.t, &r.total.lost, "%s was acknowledged; the audit has %+v", kept.action, found)
			}
			delete(byRequest, kept.request)
		}
	}
	for _, entries := range byRequest {
		for _, entry := range entries {
			if i := slices.Index(r.done, entry.Action); i >= 0 {
				r.done = slices.Delete(r.done, i, i+1)
			} else if entry.Action != "upload" { // a failed upload may leave a row without its file, for a day
				count(r.t, &r.total.partial, "the audit has a write that was not done: %+v", entry)
			}
		}
	}
	if len(r.done) > 0 {
		count(r.t, &r.total.partial, "done without an entry in the audit: %v", r.done)
		r.done = nil
	}
}

// verifyVersion checks that the newest version in the audit is the catalogue's: a reorder that changes nothing returns it.
func (r *run) verifyVersion(p *catalog.Product) {
	same := map[string]any{"updates": []any{map[string]any{"id": p.ID, "displayOrder": p.DisplayOrder}}}
	var now struct{ Version int64 }
	if err := r.clients[0].call("PATCH", "/api/products/reorder", same, http.StatusOK, &now); err != nil {
		r.t.Error(err)
	}
	if now.Version != r.version {
		count(r.t, &r.total.partial, "the catalogue's version is %d, the newest in the audit %d", now.Version, r.version)
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

// newEntries reads the audit since the last time, newest first.
func (r *run) newEntries() (entries []audit.Entry) {
	for path := "/api/audit?limit=100"; ; {
		var page struct {
			Entries []audit.Entry
			Next    int64
		}
		eventually(r.t, "the audit is read", func() bool {
			return r.clients[0].call("GET", path, nil, http.StatusOK, &page) == nil
		})
		for _, entry := range page.Entries {
			if entry.ID > r.lastEntry {
				entries = append(entries, entry)
			}
		}
		if page.Next == 0 || page.Entries[len(page.Entries)-1].ID <= r.lastEntry {
			break
		}
		path = fmt.Sprint("/api/audit?limit=100&before=", page.Next)
	}
	for _, entry := range entries {
		r.lastEntry, r.version = max(r.lastEntry, entry.ID), max(r.version, entry.Version)
	}
	return entries
}
