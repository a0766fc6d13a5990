package drill

import (
	"bytes"
	"regexp"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// syncWithin is how long the sync of a whole directory may take: 5,465 products with 500 logos.
const syncWithin = 15 * time.Second

// moved finds in what a sync says that it has changed something.
var moved = regexp.MustCompile(`[1-9]\d* (added|changed|removed)`)

// A sync copies a whole directory within the time allowed.
func TestSyncWholeDirectory(t *testing.T) {
	beside(t)
	w := called("production", rounds(100, 5_465), rounds(10, 500))
	sqlite, postgres := production(t, w), newSite(t, store.Options{DatabaseURL: storetest.PostgresURL(t)})
	postgres.show(w)
	token := sqlite.administrator().token
	sqlite.start()
	address := "http://" + sqlite.address
	for name, way := range map[string]struct {
		to    store.Options
		words []string
	}{
		"PostgreSQL to SQLite": {store.Options{}, append(from(postgres.place.DatabaseURL), "--production-url", address)},
		"SQLite to PostgreSQL": {store.Options{DatabaseURL: storetest.PostgresURL(t)}, from(sqlite.file())},
		"by HTTP":              {store.Options{}, fromAddress(address, token)},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, way.to)
			s.do("", "import", s.write(everything, called("before", 10, 2).export(t)))
			atMost(t, "the sync", timed(func() { s.do("", way.words...) }), syncWithin)
			if !bytes.Equal(s.shown(everything), w.export(t)) {
				t.Error("the content is not that of production")
			}
			var said string
			figure(t, "a second one", round(timed(func() { said = s.do("", way.words...) })), "–")
			none(t, "changes of the second one", len(moved.FindAllString(said, -1)))
			s.whole()
		})
	}
}
