package searches_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/searches"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// desk is a site's database, and the time there.
type desk struct {
	*store.Store
	queries *searches.Queries
	now     time.Time
}

func eachDesk(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Helper()
	storetest.EachMigrated(t, func(t *testing.T, o db.Options) {
		d := &desk{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
		o.Now = func() time.Time { return d.now }
		d.Store = storetest.OpenAt(t, o)
		d.queries = &searches.Queries{DB: d.DB}
		test(t, d)
	})
}

// asked counts searches of so many clients today.
func (d *desk) asked(t *testing.T, clients int64, words ...string) {
	t.Helper()
	var counts []searches.Count
	for _, w := range words {
		counts = append(counts, searches.Count{Day: visits.DayOf(d.now), Words: w, Asked: clients})
	}
	storetest.NoError(t, d.queries.AddVain(t.Context(), counts))
}

// listed checks what administrators see: words and counts.
func (d *desk) listed(t *testing.T, want string) {
	t.Helper()
	var list []string
	for _, v := range storetest.Must(d.queries.Vain(t.Context()))(t) {
		list = append(list, fmt.Sprint(v.Words, " ", v.Asked))
	}
	storetest.Same(t, "listed", strings.Join(list, ", "), want)
}

// Words are stored once three have asked in 30 days, and only as long.
func TestVain(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.asked(t, 2, "zithers", "lutes", "harps")
		d.asked(t, 1, "zithers")
		d.listed(t, "zithers 3")
		storetest.Same(t, "words of what fewer asked", d.has(t, "lutes"), false)
		d.now = d.now.AddDate(0, 0, 29)
		d.asked(t, 2, "lutes")
		d.listed(t, "lutes 4, zithers 3")
		d.now = d.now.AddDate(0, 0, 1)
		d.listed(t, "") // two of the last 30 days are not enough
		d.asked(t, 1, "harps")
		storetest.Same(t, "words of what three asked, not in 30 days", d.has(t, "harps"), false)
		storetest.NoError(t, d.queries.PruneVain(t.Context()))
		storetest.Same(t, "words after that", []bool{d.has(t, "zithers"), d.has(t, "lutes")}, []bool{false, false})
		d.asked(t, 1, "lutes")
		d.listed(t, "lutes 3")
		d.asked(t, 7, words(1200)...) // more than one statement writes
		storetest.Same(t, "listed at most", len(storetest.Must(d.queries.Vain(t.Context()))(t)), 500)
	})
}

// What an administrator dismisses stays away for 30 days, without its words.
func TestDismissVain(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.asked(t, 3, "zithers", "lutes")
		key := storetest.Must(d.queries.Vain(t.Context()))(t)[1].Key
		storetest.NoError(t, d.queries.DismissVain(t.Context(), key), d.queries.DismissVain(t.Context(), "unknown"))
		d.asked(t, 3, "zithers")
		storetest.NoError(t, d.queries.PruneVain(t.Context()))
		d.listed(t, "lutes 3")
		storetest.Same(t, "words of what is dismissed", d.has(t, "zithers"), false)
		d.now = d.now.AddDate(0, 0, 29)
		d.asked(t, 3, "zithers")
		d.listed(t, "lutes 3")
		d.now = d.now.AddDate(0, 0, 1)
		d.asked(t, 1, "zithers")
		storetest.NoError(t, d.queries.PruneVain(t.Context()))
		d.listed(t, "zithers 4")
	})
}

// has reports whether words are stored.
func (d *desk) has(t *testing.T, words string) bool {
	t.Helper()
	var count int
	storetest.NoError(t, d.ReadOne(t.Context(), "look for words", &count, "SELECT count(*) FROM vain_search_words WHERE words = '"+words+"'"))
	return count > 0
}

func words(count int) (list []string) {
	for i := range count {
		list = append(list, fmt.Sprint("word ", i))
	}
	return list
}

// A synonym is known to the very next search, in every copy, and its change is undone.
func TestSynonyms(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		p := storetest.Draft("Pen")
		p.Description = "Writes epistles."
		storetest.Create(t, d.Store, p)
		live := storetest.Must(browse.NewLive(t.Context(), d.Store, d.Now))(t)
		finds := func(words string, want int) {
			t.Helper()
			storetest.NoError(t, live.Renew(t.Context()))
			fresh := storetest.Must(browse.NewLive(t.Context(), d.Store, d.Now))(t)
			for _, l := range []*browse.Live{live, fresh} {
				storetest.Same(t, words, storetest.Must(l.Snapshot().List(browse.Query{Search: words}))(t).Total, want)
			}
		}
		undo := func() error {
			return storetest.ErrorOf(d.Undo(t.Context(), "ann", storetest.ReadAll(t, d.Store).Version, ""))
		}
		q := d.queries
		finds("xylograms", 0)
		made := storetest.Must(q.CreateSynonym(t.Context(), "ann", searches.SynonymInput{Says: " Xylogram ", Means: "epistle,,  long   letter "}))(t)
		storetest.Same(t, "made", made, searches.Synonym{ID: made.ID, Says: "Xylogram", Means: "epistle, long letter", CreatedAt: d.now, UpdatedAt: d.now})
		finds("xylograms", 1)
		storetest.Create(t, d.Store, storetest.Draft("Another"))
		finds("xylograms", 1)
		_, err := q.CreateSynonym(t.Context(), "ann", searches.SynonymInput{Says: "XYLÓGRAM", Means: "pen"})
		storetest.WantInvalid(t, err, "says")
		other := storetest.Must(q.CreateSynonym(t.Context(), "ann", searches.SynonymInput{Says: "quill", Means: "pen"}))(t)
		_, err = q.UpdateSynonym(t.Context(), "ann", other.ID, searches.SynonymInput{Says: "xylogram", Means: "pen"})
		storetest.WantInvalid(t, err, "says")
		_, err = q.UpdateSynonym(t.Context(), "ann", 99, searches.SynonymInput{Says: "a", Means: "pen"})
		storetest.WantFault(t, err, fault.NotFound)
		storetest.WantFault(t, q.DeleteSynonym(t.Context(), "ann", 99), fault.NotFound)

		d.now = d.now.Add(time.Hour)
		version := storetest.ReadAll(t, d.Store).Version
		storetest.Same(t, "the same again", storetest.Must(q.UpdateSynonym(t.Context(), "ann", made.ID, searches.SynonymInput{Says: "Xylogram", Means: "epistle, long letter"}))(t), made)
		storetest.Same(t, "version", storetest.ReadAll(t, d.Store).Version, version)
		changed := storetest.Must(q.UpdateSynonym(t.Context(), "ann", made.ID, searches.SynonymInput{Says: "Xylogram", Means: "harp"}))(t)
		storetest.Same(t, "changed", []any{changed.Means, changed.UpdatedAt}, []any{"harp", d.now})
		finds("xylogram", 0)
		storetest.NoError(t, undo())
		finds("xylogram", 1)
		storetest.NoError(t, q.DeleteSynonym(t.Context(), "ann", made.ID))
		finds("xylogram", 0)
		storetest.NoError(t, undo())
		finds("xylogram", 1)
		storetest.Same(t, "all", len(storetest.Must(q.Synonyms(t.Context()))(t)), 2)

		storetest.NoError(t, q.DeleteSynonym(t.Context(), "ann", made.ID))
		storetest.Must(q.UpdateSynonym(t.Context(), "ann", other.ID, searches.SynonymInput{Says: "xylogram", Means: "pen"}))(t)
		storetest.WantFault(t, storetest.ErrorOf(d.Undo(t.Context(), "ann", storetest.ReadAll(t, d.Store).Version-1, "")), fault.Conflict)
	})
}

// There are at most so many synonyms.
func TestMaxSynonyms(t *testing.T) {
	s := storetest.Open(t)
	q := &searches.Queries{DB: s.DB}
	first := storetest.Must(q.CreateSynonym(t.Context(), "ann", searches.SynonymInput{Says: "first", Means: "pen"}))(t)
	storetest.NoError(t, s.WriteUnlocked(t.Context(), "add synonyms", func(ctx context.Context, tx db.Tx) error {
		return tx.Exec(ctx, fmt.Sprintf("INSERT INTO synonyms (says, means, created_at, updated_at) WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "+
			"SELECT 'word ' || i, 'pen', 1, 1 FROM n", searches.MaxSynonyms))
	}))
	_, err := q.CreateSynonym(t.Context(), "ann", searches.SynonymInput{Says: "last", Means: "pen"})
	storetest.WantFault(t, err, fault.Conflict)
	storetest.Must(q.UpdateSynonym(t.Context(), "ann", first.ID, searches.SynonymInput{Says: "last", Means: "pen"}))(t)
}

// A synonym of another site is checked as one that an editor makes.
func TestArchivedSynonyms(t *testing.T) {
	check := func(list ...searches.Synonym) error {
		c := records.Content{Kinds: append(catalog.Kinds(), searches.Kinds()...)}
		records.SetList(&c, "synonyms", list)
		return c.Check()
	}
	good := searches.Synonym{ID: 1, Says: "quill", Means: "pen, pencil"}
	storetest.NoError(t, check(good))
	for name, other := range map[string]searches.Synonym{
		"untrimmed":          {ID: 2, Says: "quill ", Means: "pen"},
		"for nothing":        {ID: 2, Says: "lute", Means: ","},
		"for the same words": {ID: 2, Says: "Quill", Means: "pen"},
		"too long":           {ID: 2, Says: strings.Repeat("é", 101), Means: "pen"},
	} {
		if err := check(good, other); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
