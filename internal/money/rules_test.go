package money

import (
	"fmt"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// An archive has no more links of a product and no more networks than a site may have. Spellings of one network are one.
func TestCountsInArchive(t *testing.T) {
	links := func(count int, of func(i int) Link) (list []Link) {
		for i := range count {
			list = append(list, of(i))
		}
		return list
	}
	ofOne := func(int) Link { return Link{ProductID: 1, Network: "Impact"} }
	networks := func(i int) Link { return Link{ProductID: int64(i), Network: fmt.Sprint("Network ", i)} }
	spellings := func(i int) Link {
		return Link{ProductID: int64(i), Network: []string{"Impact", "IMPACT", "ímpact"}[i%3]}
	}
	for name, try := range map[string]struct {
		list   []Link
		isFull bool
	}{
		"twenty of a product": {links(MaxLinks, ofOne), false}, "one more": {links(MaxLinks+1, ofOne), true},
		"two hundred networks": {links(MaxNetworks, networks), false}, "one network more": {links(MaxNetworks+1, networks), true},
		"many links of one network": {links(2*MaxNetworks, spellings), false},
	} {
		if err := archived.CheckAll(try.list, nil); fault.Is(err, fault.Conflict) != try.isFull || !try.isFull && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
