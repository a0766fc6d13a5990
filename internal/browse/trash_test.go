package browse

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// A deleted product is found by id, slug and former slug until its time in the trash is over, or it is restored.
func TestDeleted(t *testing.T) {
	s := newStore(tool(1, "One"), tool(2, "Two"))
	s.setSlug(1, "uno")
	snapshot := s.snapshot()
	s.remove(1)
	for name, snapshot := range map[string]*Snapshot{"patched": s.patch(snapshot), "read": s.snapshot()} {
		for _, address := range []string{"1", "uno", "one-1"} {
			if d, ok := snapshot.Deleted(address, noon.Add(catalog.TrashRetention-1)); !ok || d.Product.ID != 1 {
				t.Errorf("%s: %s is %v, %t", name, address, d, ok)
			}
			if _, ok := snapshot.Deleted(address, noon.Add(catalog.TrashRetention)); ok {
				t.Errorf("%s: %s is found after its time", name, address)
			}
		}
		for _, address := range []string{"", "0", "2", "two-2", "01", "made-up"} {
			if d, ok := snapshot.Deleted(address, noon); ok {
				t.Errorf("%s: %q is %v", name, address, d)
			}
		}
	}
	last := s.patch(snapshot)
	s.put(tool(1, "One"))
	if _, ok := s.patch(last).Deleted("1", noon); ok {
		t.Error("a restored product is in the trash")
	}
	s.put(tool(2, "Two", in("Video")))
	if now := s.patch(last); now.trash == last.trash || s.patch(now).trash != now.trash {
		t.Error("a change that deletes and restores none copies the trash")
	}
}

// A patched snapshot has the same trash as one that was read whole.
func TestTrashPatched(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, 10)
		snapshot := s.snapshot()
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			s.scramble(t)
			snapshot = s.patch(snapshot)
		}
		ids := func(snapshot *Snapshot) string {
			found := map[int64]string{}
			for id, at := range snapshot.trash.byID {
				found[id] = snapshot.trash.list[at].Product.Slug
			}
			return fmt.Sprint(found)
		}
		if got, want := ids(snapshot), ids(s.snapshot()); got != want {
			t.Fatalf("patched: %s, read: %s", got, want)
		}
	})
}

// A deleted product has the similar products that it had before.
func TestSimilarToDeleted(t *testing.T) {
	s := newStore()
	for id := range int64(40) {
		s.put(tool(id+1, fmt.Sprint("Tool ", id), in([]string{"Writing", "Video", "Code"}[id%3])))
	}
	snapshot := s.snapshot()
	it, _ := snapshot.Product("7")
	var names []string
	for _, other := range snapshot.Similar(it, 8) {
		names = append(names, other.Name())
	}
	s.remove(7)
	after := s.patch(snapshot)
	d, ok := after.Deleted("7", noon)
	if !ok {
		t.Fatal("it is not in the trash")
	}
	var found []string
	for _, other := range after.SimilarToDeleted(d, 8) {
		found = append(found, other.Name())
	}
	if len(found) != 8 || strings.Join(found, ",") != strings.Join(names, ",") {
		t.Errorf("similar are %v, want %v", found, names)
	}
	if _, exists := after.Product("7"); exists {
		t.Error("it is in the catalogue again")
	}
	alone := newStore(tool(1, "One"))
	alone.remove(1)
	d, _ = alone.snapshot().Deleted("1", noon)
	if found := alone.snapshot().SimilarToDeleted(d, 8); len(found) > 0 {
		t.Errorf("in an empty catalogue it finds %v", found)
	}
}

// The trash holds a bounded number of products, with bounded texts.
func TestTrashBounds(t *testing.T) {
	long := strings.Repeat("<b>\u2028 ", 4_000)
	var all []catalog.Deleted
	for i := range int64(catalog.MaxGonePages + 100) {
		p := tool(i+1, "Tool")
		p.Description, p.UseCases, p.PromoText = long, long, long
		all = append(all, catalog.Deleted{Product: p, DeletedAt: noon.Add(time.Duration(i) * time.Second)})
	}
	made := (&trash{}).patched(all[:50], nil).patched(all[50:], nil)
	if len(made.list) != catalog.MaxGonePages || len(made.byID) != len(made.list) || made.list[0].Product.ID != 101 {
		t.Errorf("%d products from %d on", len(made.list), made.list[0].Product.ID)
	}
	if p := made.list[0].Product; len(p.Description) > 4*CardText || p.UseCases+p.PromoText != "" {
		t.Errorf("its texts have %d bytes", len(p.Description))
	}
}
