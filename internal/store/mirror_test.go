package store_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/alternatives"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// anyContent draws a small content that keeps the rules. Numbers, names and slugs come from a few, so that from one
// content to the next they change hands.
func anyContent(t *rapid.T) *mirror.Content {
	words := []string{"art", "code", "music", "text", "video"}
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_000, time.UTC)
	c := noContent()
	var (
		categories  []catalog.WholeCategory
		products    []catalog.Product
		oldSlugs    []catalog.OldSlug
		collections []catalog.Collection
		verdicts    []site.Verdict
		chosen      []alternatives.ProductPicks
		links       []site.SocialLink
	)
	names := rapid.Permutation(words).Draw(t, "category names")
	for i, id := range slices.Sorted(slices.Values(rapid.SliceOfNDistinct(rapid.Int64Range(1, 6), 1, 5, rapid.ID).Draw(t, "categories"))) {
		g := catalog.WholeCategory{Category: catalog.Category{ID: id, Name: strings.ToUpper(names[i]), Slug: names[i]}, OldNames: []string{}, OldSlugs: []string{}}
		if rapid.Bool().Draw(t, "was renamed") {
			g.OldNames, g.OldSlugs = []string{"old " + names[i]}, []string{"old-" + names[i]}
		}
		categories = append(categories, g)
	}
	slugs := rapid.Permutation(words).Draw(t, "slugs")
	for i, id := range slices.Sorted(slices.Values(rapid.SliceOfNDistinct(rapid.Int64Range(1, 7), 0, 5, rapid.ID).Draw(t, "products"))) {
		p := catalog.Product{
			ID: id, Slug: slugs[i], CreatedAt: at, UpdatedAt: at.Add(time.Duration(rapid.IntRange(0, 2).Draw(t, "updated")) * time.Hour),
			ProductFields: catalog.ProductFields{
				Name: rapid.SampledFrom(words).Draw(t, "name"), Description: "What it does.", Type: catalog.Unknown,
				Section: catalog.OurProducts, Website: "https://" + slugs[i] + ".example/", Tags: []string{}, Images: []string{},
			},
		}
		if rapid.Bool().Draw(t, "had another slug") {
			oldSlugs = append(oldSlugs, catalog.OldSlug{Slug: "old-" + rapid.SampledFrom([]string{"", "er-"}).Draw(t, "age") + slugs[i], ProductID: id})
		}
		for _, at := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(categories)-1), 1, 3, rapid.ID).Draw(t, "places") {
			p.Categories = append(p.Categories, categories[at].Name)
		}
		products = append(products, p)
	}
	slices.SortFunc(oldSlugs, func(a, b catalog.OldSlug) int { return strings.Compare(a.Slug, b.Slug) })
	collectionSlugs := rapid.Permutation(words).Draw(t, "collection slugs")
	for i, id := range slices.Sorted(slices.Values(rapid.SliceOfNDistinct(rapid.Int64Range(1, 5), 0, 4, rapid.ID).Draw(t, "collections"))) {
		g := catalog.Collection{ID: id, CreatedAt: at, UpdatedAt: at, CollectionFields: catalog.CollectionFields{
			Slug: collectionSlugs[i], Title: rapid.SampledFrom(words).Draw(t, "title"), Status: catalog.CollectionDraft, Tools: []catalog.CollectionTool{},
		}}
		if rapid.Bool().Draw(t, "is published") {
			g.Status, g.PublishedAt = catalog.CollectionPublished, at
		}
		for _, p := range rapid.Permutation(products).Draw(t, "tools")[:min(len(products), 2)] {
			g.Tools = append(g.Tools, catalog.CollectionTool{ID: p.ID, Note: "Why"})
		}
		collections = append(collections, g)
	}
	for i, p := range products[min(1, len(products)):] {
		other := products[i].ID
		if rapid.Bool().Draw(t, "is compared") {
			both := fmt.Sprintf("%d,%d", other, p.ID)
			verdicts = append(verdicts, site.Verdict{Products: both, Text: rapid.SampledFrom(words).Draw(t, "verdict"), UpdatedAt: at})
		}
		switch picks := (alternatives.ProductPicks{Product: p.ID, Picks: catalog.Picks{Pinned: []int64{}, Hidden: []int64{}}}); rapid.IntRange(0, 2).Draw(t, "picks") {
		case 1:
			picks.Pinned = []int64{other}
			chosen = append(chosen, picks)
		case 2:
			picks.Hidden = []int64{other}
			chosen = append(chosen, picks)
		}
	}
	if rapid.Bool().Draw(t, "has texts") {
		setList(c, "site_settings", site.Setting{Name: "index.toolFacts", Value: rapid.SampledFrom([]string{"1", "3"}).Draw(t, "limit")}, site.Setting{Name: "texts.hero", Value: "Hero"})
	}
	for _, id := range slices.Sorted(slices.Values(rapid.SliceOfNDistinct(rapid.Int64Range(1, 4), 0, 3, rapid.ID).Draw(t, "links"))) {
		links = append(links, site.SocialLink{ID: id, Platform: "X", URL: "https://x.example/" + rapid.SampledFrom(words).Draw(t, "url"), CreatedAt: at})
	}
	if rapid.Bool().Draw(t, "a legal page") {
		setList(c, "legal_pages", site.LegalPage{Type: site.GDPRCookies, Title: "T", Content: rapid.SampledFrom(words).Draw(t, "text"), UpdatedAt: at})
	}
	setList(c, "categories", categories...)
	setList(c, "products", products...)
	setList(c, "product_slugs", oldSlugs...)
	setList(c, "collections", collections...)
	setList(c, "comparison_verdicts", verdicts...)
	setList(c, "alternative_picks", chosen...)
	setList(c, "social_media_links", links...)
	return c
}

// noContent is content of all kinds without a row.
func noContent() *mirror.Content {
	return &mirror.Content{Content: records.Content{Kinds: store.Kinds()}}
}

// setList replaces the rows of a table.
func setList[T any](c *mirror.Content, table string, rows ...T) {
	records.SetList(&c.Content, table, rows)
}

func nothing(int, int) {}

// Any content replaces any other.
func TestContentReplace(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rapid.Check(t, property(s, func(r *rapid.T) {
			want := anyContent(r)
			if err := want.Check(); err != nil {
				r.Fatal(err)
			}
			before := must(syncs(s).Content(t.Context()))(r)
			must(syncs(s).ReplaceContent(t.Context(), "test", "sync", want, nothing))(r)
			after := must(syncs(s).Content(t.Context()))(r)
			if left := mirror.Compare(after, want); !left.Empty() {
				r.Fatalf("left over: %s", left)
			}
			if again := must(syncs(s).ReplaceContent(t.Context(), "test", "sync", want, nothing))(r); !again.Empty() {
				r.Fatalf("a second time: %s", again)
			}
			made := must(s.CreateProduct(t.Context(), "test", draft("New", "New", records.List[catalog.WholeCategory](&want.Content, "categories")[0].Name)))(r)
			for _, p := range slices.Concat(before.Products(), after.Products()) {
				if p.ID >= made.ID {
					r.Fatalf("product %d was made beside number %d", made.ID, p.ID)
				}
			}
		}))
	})
}

// Replacing the content leaves all that is no content as it is.
func TestContentReplaceOthers(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		s := storetest.OpenAt(t, o)
		r := rapid.Custom(anyContent)
		for seed := range 3 {
			noError(t, errOf(syncs(s).ReplaceContent(t.Context(), "test", "sync", r.Example(seed), nothing)))
		}
		tables := []string{"products", "product_categories", "product_slugs", "categories", "category_names", "category_slugs", "social_media_links",
			"logo_settings", "legal_pages", "collections", "collection_products", "alternative_picks", "comparison_verdicts", "site_settings", "audit", "audit_files", "catalog_version"}
		before := storetest.Contents(t, o, tables...)
		noError(t, errOf(syncs(s).ReplaceContent(t.Context(), "test", "sync", r.Example(4), nothing)))
		same(t, "what else is there", storetest.Contents(t, o, tables...), before)
	})
}

// A product that is replaced has a new version, so that a dialog that has it open meets a conflict.
func TestContentReplaceVersion(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		content := func(name string) *mirror.Content {
			at := time.UnixMicro(1).UTC()
			fields := draft(name, "A").ProductFields
			fields.Tags, fields.Images = []string{}, []string{}
			c := noContent()
			setList(c, "categories", catalog.WholeCategory{Category: catalog.Category{ID: 1, Name: "A", Slug: "a"}, OldNames: []string{}, OldSlugs: []string{}})
			setList(c, "products", catalog.Product{ID: 5, Slug: "one", CreatedAt: at, UpdatedAt: at, ProductFields: fields})
			return c
		}
		names := []string{"One", "Uno", "Uno"}
		for i, version := range []int64{1, 2, 2} {
			noError(t, errOf(syncs(s).ReplaceContent(t.Context(), "test", "sync", content(names[i]), nothing)))
			same(t, "version", readAll(t, s).Products[0].Version, version)
		}
		noError(t, errOf(syncs(s).ReplaceContent(t.Context(), "test", "sync", noContent(), nothing)))
		same(t, "the trash", column(trash(t, s), func(d catalog.Deleted) string { return d.Product.Name + " by " + d.DeletedBy }), []string{"Uno by test"})
		back := restore(t, s, 5, 0) // whose category is gone
		same(t, "back", append(back.Categories, back.Name), []string{"A", "Uno"})
	})
}

// Another site's content takes over a product's number, not what belongs to the tool that had it.
func TestContentReplacedTool(t *testing.T) {
	t.Parallel()
	belonging := map[string]string{ // by table: the column that names products
		"favorites":           "product_id",
		"alternative_picks":   "product_id",
		"logo_proposals":      "product_id",
		"product_slugs":       "product_id",
		"visits":              "product_id",
		"newsletter_visits":   "product_id",
		"comparison_verdicts": "products",
		"page_views":          "key",
	}
	about := func(t *testing.T, o store.Options) (found []string) {
		for _, table := range slices.Sorted(maps.Keys(belonging)) {
			for _, key := range storetest.Column(t, o, "SELECT "+belonging[table]+" FROM "+table+" ORDER BY 1") {
				found = append(found, table+" "+key)
			}
		}
		return found
	}
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		s := storetest.OpenAt(t, o)
		for _, name := range []string{"Ann", "Bob", "Cid", "Dan"} {
			must(s.CreateProduct(t.Context(), "test", draft(name, "A")))(t)
		}
		noError(t, s.DeleteProduct(t.Context(), "test", 2))
		storetest.Exec(t, o, `INSERT INTO users (id, email, email_key, name, password_hash, is_admin, created_at, updated_at) VALUES (1, 'a@b.example', 'a@b.example', 'A', 'x', FALSE, 1, 1);
			INSERT INTO favorites (user_id, product_id, created_at) VALUES (1, 1, 1), (1, 3, 1);
			INSERT INTO alternative_picks VALUES (1, 3, 0), (3, 4, 0), (4, 2, 0);
			INSERT INTO logo_proposals VALUES (2, 'proposed', 'a.example', TRUE, '', '', '', '', '', 1), (4, 'proposed', 'a.example', TRUE, '', '', '', '', '', 1);
			INSERT INTO product_slugs VALUES ('was-ann', 1), ('was-cid', 3);
			INSERT INTO visits VALUES (20000, 1, 1, 1), (20000, 2, 1, 1), (20000, 4, 1, 1);
			INSERT INTO newsletter_visits VALUES (1, 1, 1), (1, 3, 1);
			INSERT INTO comparison_verdicts VALUES ('1,3', 'x', 1), ('2,3', 'x', 1), ('3,4', 'x', 1);
			INSERT INTO page_views VALUES (20000, 'alternatives', '1', 1), (20000, 'collection', '1', 1), (20000, 'comparison', '2,3', 1), (20000, 'comparison', '3,4', 1)`)
		want := must(syncs(s).Content(t.Context()))(t)
		products := want.Products()
		products[0].Slug, products[0].Website = "eve", "https://eve.example/" // 1 is another tool
		products[1].Name, products[1].Slug = "Carl", "carl"                   // 3 has another name
		other := products[2]
		other.ID, other.Slug, other.Website = 2, "fay", "https://fay.example/" // 2 is another than the one in the trash
		setList(want, "products", slices.Insert(products, 1, other)...)
		setList(want, "product_slugs", catalog.OldSlug{Slug: "was-cid", ProductID: 3})
		setList(want, "alternative_picks", alternatives.ProductPicks{Product: 3, Picks: catalog.Picks{Pinned: []int64{4}, Hidden: []int64{}}})
		setList(want, "comparison_verdicts", site.Verdict{Products: "3,4", Text: "x", UpdatedAt: time.UnixMicro(1).UTC()})
		must(syncs(s).ReplaceContent(t.Context(), "test", "import", want, nothing))(t)
		same(t, "what is left", about(t, o), []string{
			"alternative_picks 3", "comparison_verdicts 3,4", "favorites 3", "logo_proposals 4", "newsletter_visits 3",
			"page_views 1", "page_views 3,4", "product_slugs 3", "visits 4",
		})
	})
}

func syncs(s *store.Store) *mirror.Queries { return &mirror.Queries{DB: s.DB, Kinds: s.Kinds} }

func init() { plans = append(plans, plan{reflect.TypeFor[*mirror.Queries](), planMirror}) }

func planMirror(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	look("BeginRun")(syncs(s).BeginRun(ctx, mirror.Run{By: "w", Cause: mirror.Manual}))
	look("EndRun")(syncs(s).EndRun(ctx, mirror.Run{ID: 1, By: "w", Cause: mirror.Manual}))
	look("NextNotice")(syncs(s).NextNotice(ctx, mirror.Timing{Lease: time.Minute}))
	look("NoticeFailed")(syncs(s).NoticeFailed(ctx, time.Minute))
	look("NoticeSent")(syncs(s).NoticeSent(ctx, 1))
	look("SyncPending")(syncs(s).SyncPending(ctx))
	look("Runs")(syncs(s).Runs(ctx, 10))
	look("TakeDelivery")(syncs(s).TakeDelivery(ctx, "d"))
}
