package browse

import (
	"slices"
	"strings"
	"testing"
	"time"

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
			if d, ok := snapshot.Trash().Find(address, noon.Add(catalog.TrashRetention-1)); !ok || d.Product.ID != 1 {
				t.Errorf("%s: %s is %v, %t", name, address, d, ok)
			}
			if _, ok := snapshot.Trash().Find(address, noon.Add(catalog.TrashRetention)); ok {
				t.Errorf("%s: %s is found after its time", name, address)
			}
		}
		for _, address := range []string{"", "0", "2", "two-2", "01", "made-up"} {
			if d, ok := snapshot.Trash().Find(address, noon); ok {
				t.Errorf("%s: %q is %v", name, address, d)
			}
		}
	}
	last := s.patch(snapshot)
	s.put(tool(1, "One"))
	if _, ok := s.patch(last).Trash().Find("1", noon); ok {
		t.Error("a restored product is in the trash")
	}
	s.put(tool(2, "Two", in("Video")))
	if now := s.patch(last); now.trash == last.trash || s.patch(now).trash != now.trash {
		t.Error("a change that deletes and restores none copies the trash")
	}
}

// A deleted product has the similar products that it had before.
func TestSimilarToDeleted(t *testing.T) {
	s := newStore(slices.Concat(several(1, 13, in("Video")), several(14, 13, in("Writing")), several(27, 14, in("Code")))...)
	snapshot := s.snapshot()
	want := similarTo(snapshot, "7")
	s.remove(7)
	after := s.patch(snapshot)
	d, ok := after.Trash().Find("7", noon)
	_, exists := after.Product("7")
	same(t, "it is in the trash, and in the catalogue", []bool{ok, exists}, []bool{true, false})
	same(t, "similar ones", len(want), 8)
	wantIDs(t, after.Trash().Similar(d, 8), want...)
	alone := newStore(tool(1, "One"))
	alone.remove(1)
	d, _ = alone.snapshot().Trash().Find("1", noon)
	wantIDs(t, alone.snapshot().Trash().Similar(d, 8))
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
	made := (&deletions{}).patched(all[:50], nil).patched(all[50:], nil)
	if len(made.list) != catalog.MaxGonePages || len(made.byID) != len(made.list) || made.list[0].Product.ID != 101 {
		t.Errorf("%d products from %d on", len(made.list), made.list[0].Product.ID)
	}
	if p := made.list[0].Product; len(p.Description) > 4*CardText || p.UseCases+p.PromoText != "" {
		t.Errorf("its texts have %d bytes", len(p.Description))
	}
}

// A product that visitors did not see when it was deleted leaves no page that says so.
func TestTrashOfUnpublished(t *testing.T) {
	quiet, public := tool(1, "Quiet"), tool(2, "Public")
	quiet.Status = catalog.Hidden
	s := newStore(quiet, public)
	p := s.snapshot()
	s.remove(quiet.ID, public.ID)
	for what, p := range map[string]*Snapshot{"patched": s.patch(p), "new": s.snapshot()} {
		_, isQuietGone := p.Trash().Find("1", noon)
		_, isPublicGone := p.Trash().Find("2", noon)
		same(t, what, []bool{isQuietGone, isPublicGone}, []bool{false, true})
	}
}
