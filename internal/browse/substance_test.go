package browse

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func describedAs(text string) func(*catalog.Product) {
	return func(p *catalog.Product) { p.Description = text }
}

// Equal descriptions are found after each change, as a new snapshot of the same products finds them.
func TestSharesText(t *testing.T) {
	long := strings.Repeat("Writes ", 11) + "a " // one short of OwnBeginning
	s := newStore(tool(1, "a", describedAs("Writes letters.")), tool(2, "b", describedAs("writes  LETTERS. ")), tool(3, "c", describedAs("Draws.")),
		tool(4, "d", describedAs(catalog.NoDescription)), tool(5, "e", describedAs(catalog.NoDescription)), tool(6, "f", describedAs("")), tool(7, "g", describedAs("")))
	live := live(t, s)
	shared := func(want string) {
		t.Helper()
		for _, snapshot := range []*Snapshot{live.Snapshot(), s.snapshot()} {
			var found strings.Builder
			for _, slot := range snapshot.orders[byName].slots {
				if it := snapshot.items[slot]; snapshot.SharesText(it) {
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
		{func() { s.put(tool(8, "h", describedAs("Draws."))) }, "abch"},
		{func() { s.put(tool(2, "b", describedAs("dráws."))) }, "bch"},
		{func() { s.remove(3) }, "bh"},
		{func() { s.put(tool(8, "h", describedAs("Draws well."))) }, ""},
		{func() { s.put(tool(9, "i", describedAs(long+"é ends."))) }, ""},
		{func() { s.put(tool(10, "j", describedAs(long+"E goes on."))) }, "ij"},
		{func() { s.put(tool(10, "j", describedAs(long+"a goes on."))) }, ""},
	} {
		change.do()
		if err := live.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		shared(change.want)
	}
}

// An item takes no more memory than it has to: there is one for each product.
func TestItemSize(t *testing.T) {
	if size := unsafe.Sizeof(Item{}); size > 200 {
		t.Errorf("an item takes %d bytes, which the allocator makes more than 208", size)
	}
	long := newItem(tool(1, "a", describedAs(" "+strings.Repeat("é", 70_000))), &texts{})
	short := newItem(tool(2, "b", describedAs(" é\n")), &texts{})
	if long.OwnText() != 65_535 || short.OwnText() != 1 || newItem(tool(3, "c", describedAs(catalog.NoDescription)), &texts{}).OwnText() != 0 {
		t.Errorf("the descriptions have %d and %d characters", long.OwnText(), short.OwnText())
	}
}
