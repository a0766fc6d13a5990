package store_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/browse"
	old "github.com/vitrine-directory/vitrine/internal/redirects"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func init() {
	drawn = append(drawn, drawRedirects)
	plans = append(plans, plan{reflect.TypeFor[*old.Queries](), planRedirects})
}

// drawRedirects draws the site's old URLs.
func drawRedirects(t *rapid.T, c *archive.Content) {
	at := time.UnixMicro(1).UTC()
	var list []old.Redirect
	for id, from := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"/tool/a", "/?p=1", "/tool/b"}), 0, 3, rapid.ID).Draw(t, "old URLs") {
		r := old.Redirect{ID: int64(id + 1), From: from, Status: 301, Target: old.Target{Kind: old.Path, Text: "/tools"}, CreatedAt: at, UpdatedAt: at}
		if rapid.Bool().Draw(t, "is gone") {
			r.Status, r.Target = 410, old.Target{Kind: old.Gone}
		}
		list = append(list, r)
	}
	setList(c, "redirects", list...)
}

func planRedirects(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx, q := t.Context(), &old.Queries{DB: s.DB}
	snapshot := must(browse.NewLive(ctx, s, s.Now))(t).Snapshot()
	look("Create")(q.Create(ctx, "w", old.Input{From: "/a", To: "/tools"}, snapshot))
	look("Update")(q.Update(ctx, "w", 1, old.Input{From: "/b", To: "/tools"}, snapshot))
	look("Import")(q.Import(ctx, "w", strings.NewReader("/c,/tools"), snapshot, "", old.Skip, false))
	look("Delete")(q.Delete(ctx, "w", 1))
	look("AddHits")(q.AddHits(ctx, 20_000, map[int64]int64{1: 2}))
	look("HitsOf")(q.HitsOf(ctx, []int64{1}))
	look("PruneHits")(q.PruneHits(ctx))
}
