package browse

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Equal descriptions are found after each change, as a new snapshot of the same products finds them.
func TestSharesText(t *testing.T) {
	long := strings.Repeat("Writes ", 11) + "a " // one short of OwnBeginning
	s := newStore(tool(1, "a", about("Writes letters.")), tool(2, "b", about("writes  LETTERS. ")), tool(3, "c", about("Draws.")),
		tool(4, "d", about(catalog.NoDescription)), tool(5, "e", about(catalog.NoDescription)), tool(6, "f", about("")), tool(7, "g", about("")))
	live := live(t, s)
	shared := func(want string) {
		t.Helper()
		for _, snapshot := range []*Snapshot{live.Snapshot(), s.snapshot()} {
			var found strings.Builder
			for _, slot := range snapshot.orders[byName].slots {
				if it := snapshot.items[slot]; snapshot.Similar().SharesText(it) {
					found.WriteString(it.Name())
				}
			}
			if found.String() != want {
				t.Errorf("%q share their description, want %q", found.String(), want)
			}
		}
	}
	shared("ab")
	for _, change := range []struct {
		do   func()
		want string
	}{
		{func() { s.put(tool(8, "h", about("Draws."))) }, "abch"},
		{func() { s.put(tool(2, "b", about("dráws."))) }, "bch"},
		{func() { s.remove(3) }, "bh"},
		{func() { s.put(tool(8, "h", about("Draws well."))) }, ""},
		{func() { s.put(tool(9, "i", about(long+"é ends."))) }, ""},
		{func() { s.put(tool(10, "j", about(long+"E goes on."))) }, "ij"},
		{func() { s.put(tool(10, "j", about(long+"a goes on."))) }, ""},
	} {
		change.do()
		renew(t, live)
		shared(change.want)
	}
}

// An item takes no more memory than it has to: there is one for each product.
func TestItemSize(t *testing.T) {
	if size := unsafe.Sizeof(Item{}); size > 200 {
		t.Errorf("an item takes %d bytes, which the allocator makes more than 208", size)
	}
	long := newItem(tool(1, "a", about(" "+strings.Repeat("é", 70_000))), &texts{})
	short := newItem(tool(2, "b", about(" é\n")), &texts{})
	if long.OwnText() != 65_535 || short.OwnText() != 1 || newItem(tool(3, "c", about(catalog.NoDescription)), &texts{}).OwnText() != 0 {
		t.Errorf("the descriptions have %d and %d characters", long.OwnText(), short.OwnText())
	}
}
