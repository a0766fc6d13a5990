package drill

import (
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

// judge holds the site to all that it has acknowledged to the writers: products, audit, version, images. A write that
// was not answered is there wholly, or not at all; one that was refused is not. The writers may go on from there.
func (c *crew) judge(t testing.TB) (v verdict) {
	t.Helper()
	// When this product is shown, so is all that was committed before it.
	last := c.after.creation()
	if err := c.after.do(t.Context(), last); err != nil || len(c.after.refusals) > 0 {
		t.Fatalf("the site takes no further product: %v, %v", err, c.after.refusals)
	}
	now := map[string]catalog.Product{}
	eventually(t, "the last product is shown", func() bool {
		for _, product := range c.client.products(t) {
			now[product.Name] = product
		}
		for name := range last.after {
			if _, there := now[name]; !there {
				clear(now)
				return false
			}
		}
		return true
	})
	kept := c.resolve(t, now, &v)
	for _, w := range c.all() {
		for name, wanted := range w.mine {
			if got, there := now[name]; !there || !same(got, wanted) {
				fails(t, &v.lost, "acknowledged:\n%+v\nand there now (%t):\n%+v", wanted, there, got)
			}
			delete(now, name)
		}
	}
	for name := range now {
		fails(t, &v.partial, "nobody has asked for %q, or it was deleted", name)
	}
	c.judgeImages(t, &v)
	c.judgeAudit(t, kept, &v)
	return v
}

// resolve finds out which of the writes that were not answered have happened, takes over how their products are now,
// and gives what the audit calls those that have.
func (c *crew) resolve(t testing.TB, now map[string]catalog.Product, v *verdict) (kept []string) {
	t.Helper()
	for _, w := range c.writers {
		v.refused += len(w.refusals)
		if w.refusals = nil; w.open == nil {
			continue
		}
		v.unanswered++
		before, after, found := w.compare(now)
		if len(found) != before && len(found) != after {
			fails(t, &v.partial, "%s %s is partly there: %+v", w.open.method, w.open.path, found)
		}
		if after > 0 {
			v.kept++
			kept = append(kept, w.open.action)
		}
		w.adopt(found)
		w.open = nil
	}
	return kept
}

// compare tells of how many products of the open write the state is that of before it, of how many that of after it, and
// gives how all of them are.
func (w *writer) compare(now map[string]catalog.Product) (before, after int, found map[string]*catalog.Product) {
	found = map[string]*catalog.Product{}
	for name, wanted := range w.open.after {
		got, there := now[name]
		was, had := w.mine[name]
		found[name] = nil
		if there {
			found[name] = &got
		}
		switch {
		case there == had && (!there || same(got, was)):
			before++
		case there == (wanted != nil) && (!there || alike(got, *wanted)):
			after++
		}
	}
	return before, after, found
}

// judgeImages sees whether each image that was acknowledged is served.
func (c *crew) judgeImages(t testing.TB, v *verdict) {
	t.Helper()
	for _, w := range c.writers {
		for _, path := range w.images {
			got, err := c.client.ask(t.Context(), http.MethodGet, path, nil)
			if err != nil || got.status != http.StatusOK || len(got.body) == 0 {
				fails(t, &v.lost, "the image %s was acknowledged and is answered with %d, %v", path, got.status, err)
			}
		}
		w.images = nil
	}
}

// judgeAudit sees whether the audit has a line for each write that was acknowledged and for each of those that are there
// without an answer, and for no other; and whether the versions of the catalogue follow each other.
func (c *crew) judgeAudit(t testing.TB, kept []string, v *verdict) {
	t.Helper()
	lines, versions := c.news(t)
	for _, w := range c.all() {
		for _, r := range w.receipts {
			v.acknowledged++
			if found := lines[r.request]; len(found) != 1 || !r.is(found[0]) {
				fails(t, &v.lost, "a %s was acknowledged, and the audit has %+v of it", r.action, found)
			}
			delete(lines, r.request)
		}
		w.receipts = nil
	}
	for _, unclaimed := range lines {
		for _, line := range unclaimed {
			if i := slices.Index(kept, line.Action); i >= 0 {
				kept = slices.Delete(kept, i, i+1)
			} else if line.Action != "upload" { // the row of one that was not answered may be there without its file, for a day
				fails(t, &v.partial, "the audit has what did not happen: %+v", line)
			}
		}
	}
	if len(kept) > 0 {
		fails(t, &v.partial, "without a line in the audit: %v", kept)
	}
	c.judgeVersions(t, versions, v)
}

// news are the lines of the audit since the last look, by the request that they come from, and the versions in them.
func (c *crew) news(t testing.TB) (lines map[string][]audit.Entry, versions map[int64]bool) {
	t.Helper()
	lines, versions = map[string][]audit.Entry{}, map[int64]bool{}
	for _, line := range c.auditSince(t) {
		c.entry = max(c.entry, line.ID)
		if line.Object == "products" || line.Object == "images" {
			lines[line.RequestID] = append(lines[line.RequestID], line)
		}
		if line.Version > 0 {
			versions[line.Version] = true
		}
	}
	return lines, versions
}

// judgeVersions sees whether each version since the last look stands for a change, and the newest is the catalogue's.
func (c *crew) judgeVersions(t testing.TB, versions map[int64]bool, v *verdict) {
	t.Helper()
	first := c.version + 1
	c.version += int64(len(versions))
	for version := first; version <= c.version; version++ {
		if !versions[version] {
			fails(t, &v.lost, "the audit has nothing of version %d of the catalogue, between %d and %d", version, first, c.version)
		}
	}
	var place []map[string]any
	for _, product := range c.after.mine { // they stay where they are: that is no write, and tells the version
		place = append(place, map[string]any{"id": product.ID, "displayOrder": product.DisplayOrder})
	}
	var now struct{ Version int64 }
	if err := c.client.into(t.Context(), http.MethodPatch, "/api/products/reorder", map[string]any{"updates": place}, http.StatusOK, &now); err != nil {
		t.Error(err)
	}
	if now.Version != c.version {
		fails(t, &v.partial, "the catalogue's version is %d, that of the newest change in the audit %d", now.Version, c.version)
	}
}

// is reports whether a line of the audit says what was acknowledged.
func (r receipt) is(line audit.Entry) bool {
	if line.Action != r.action || line.Object == "products" && line.Version == 0 {
		return false
	}
	if r.product.ID == 0 {
		return true
	}
	var after catalog.Product
	err := json.Unmarshal(line.After, &after)
	return err == nil && line.ObjectID == strconv.FormatInt(r.product.ID, 10) && same(after, r.product)
}

// auditSince reads the lines of the audit that are newer than the last look, the newest first.
func (c *crew) auditSince(t testing.TB) (lines []audit.Entry) {
	t.Helper()
	path := "/api/audit?limit=100"
	for {
		var page struct {
			Entries []audit.Entry
			Next    int64
		}
		if err := c.client.into(t.Context(), http.MethodGet, path, nil, http.StatusOK, &page); err != nil {
			t.Fatal(err)
		}
		for _, line := range page.Entries {
			if line.ID <= c.entry {
				return lines
			}
			lines = append(lines, line)
		}
		if page.Next == 0 {
			return lines
		}
		path = fmt.Sprint("/api/audit?limit=100&before=", page.Next)
	}
}

// same reports whether two products are the same to the last field.
func same(a, b catalog.Product) bool { return reflect.DeepEqual(a, b) }
