package store_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// drawn draw what features add to content that has its products. Their tests add to it.
var drawn []func(t *rapid.T, c *archive.Content)

// anyContent draws a small content that keeps the rules. Numbers, names and slugs come from a few, so that from one
// content to the next they change hands.
func anyContent(t *rapid.T) *archive.Content {
	words := []string{"art", "code", "music", "text", "video"}
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_000, time.UTC)
	c := noContent()
	var (
		categories []catalog.WholeCategory
		products   []catalog.Product
		oldSlugs   []catalog.OldSlug
		links      []site.SocialLink
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
				Section: catalog.OurProducts, Website: "https://" + slugs[i] + ".example/",
			},
		}
		p.Complete()
		if rapid.Bool().Draw(t, "had another slug") {
			oldSlugs = append(oldSlugs, catalog.OldSlug{Slug: "old-" + rapid.SampledFrom([]string{"", "er-"}).Draw(t, "age") + slugs[i], ProductID: id})
		}
		for _, at := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(categories)-1), 1, 3, rapid.ID).Draw(t, "places") {
			p.Categories = append(p.Categories, categories[at].Name)
		}
		products = append(products, p)
	}
	slices.SortFunc(oldSlugs, func(a, b catalog.OldSlug) int { return strings.Compare(a.Slug, b.Slug) })
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
	setList(c, "social_media_links", links...)
	for _, draw := range drawn {
		draw(t, c)
	}
	return c
}

// noContent is content of all kinds without a row.
func noContent() *archive.Content {
	return &archive.Content{Content: records.Content{Kinds: store.Kinds()}}
}

// setList replaces the rows of a table.
func setList[T any](c *archive.Content, table string, rows ...T) {
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
			before := must(contentsOf(s).Content(t.Context()))(r)
			must(contentsOf(s).ReplaceContent(t.Context(), "test", "sync", want, nothing))(r)
			after := must(contentsOf(s).Content(t.Context()))(r)
			if left := archive.Compare(after, want); !left.Empty() {
				r.Fatalf("left over: %s", left)
			}
			if again := must(contentsOf(s).ReplaceContent(t.Context(), "test", "sync", want, nothing))(r); !again.Empty() {
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
			noError(t, errOf(contentsOf(s).ReplaceContent(t.Context(), "test", "sync", r.Example(seed), nothing)))
		}
		tables := []string{"products", "product_categories", "product_slugs", "categories", "category_names", "category_slugs", "social_media_links",
			"logo_settings", "legal_pages", "collections", "collection_products", "alternative_picks", "affiliate_links", "bookings", "synonyms", "redirects", "comparison_verdicts", "site_settings", "audit", "audit_files", "catalog_version"}
		before := storetest.Contents(t, o, tables...)
		noError(t, errOf(contentsOf(s).ReplaceContent(t.Context(), "test", "sync", r.Example(4), nothing)))
		same(t, "what else is there", storetest.Contents(t, o, tables...), before)
	})
}

// A product that is replaced has a new version, so that a dialog that has it open meets a conflict.
func TestContentReplaceVersion(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		content := func(name string) *archive.Content {
			at := time.UnixMicro(1).UTC()
			fields := draft(name, "A").ProductFields
			fields.Complete()
			c := noContent()
			setList(c, "categories", catalog.WholeCategory{Category: catalog.Category{ID: 1, Name: "A", Slug: "a"}, OldNames: []string{}, OldSlugs: []string{}})
			setList(c, "products", catalog.Product{ID: 5, Slug: "one", CreatedAt: at, UpdatedAt: at, ProductFields: fields})
			return c
		}
		names := []string{"One", "Uno", "Uno"}
		for i, version := range []int64{1, 2, 2} {
			noError(t, errOf(contentsOf(s).ReplaceContent(t.Context(), "test", "sync", content(names[i]), nothing)))
			same(t, "version", readAll(t, s).Products[0].Version, version)
		}
		noError(t, errOf(contentsOf(s).ReplaceContent(t.Context(), "test", "sync", noContent(), nothing)))
		same(t, "the trash", column(trash(t, s), func(d catalog.Deleted) string { return d.Product.Name + " by " + d.DeletedBy }), []string{"Uno by test"})
		back := restore(t, s, 5, 0) // whose category is gone
		same(t, "back", append(back.Categories, back.Name), []string{"A", "Uno"})
	})
}

// belongings are rows about the products of TestContentReplacedTool.
type belongings struct {
	column string                      // that names the product
	insert string                      // the statement that makes the rows
	want   func(want *archive.Content) // what the other site has; nil: what is here
	left   []string                    // the products of what is left
}

// belonging are those of each table that has some. The tests of features add theirs.
var belonging = map[string]belongings{
	"favorites": {"product_id", "INSERT INTO favorites (user_id, product_id, created_at) VALUES (1, 1, 1), (1, 3, 1)", nil, []string{"3"}},
	"product_slugs": {"product_id", "INSERT INTO product_slugs VALUES ('was-ann', 1), ('was-cid', 3)",
		func(want *archive.Content) {
			setList(want, "product_slugs", catalog.OldSlug{Slug: "was-cid", ProductID: 3})
		}, []string{"3"}},
	"visits": {"product_id", "INSERT INTO visits VALUES (20000, 1, 1, 1), (20000, 2, 1, 1), (20000, 4, 1, 1)", nil, []string{"4"}},
	"page_views": {"key", "INSERT INTO page_views VALUES (20000, 'alternatives', '1', 1), (20000, 'collection', '1', 1), (20000, 'comparison', '2,3', 1), (20000, 'comparison', '3,4', 1)",
		nil, []string{"1", "3,4"}},
}

// Another site's content takes over a product's number, not what belongs to the tool that had it.
func TestContentReplacedTool(t *testing.T) {
	t.Parallel()
	about := func(t *testing.T, o store.Options) (found []string) {
		for _, table := range slices.Sorted(maps.Keys(belonging)) {
			for _, key := range storetest.Column(t, o, "SELECT "+belonging[table].column+" FROM "+table+" ORDER BY 1") {
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
		storetest.Exec(t, o, `INSERT INTO users (id, email, email_key, name, password_hash, is_admin, created_at, updated_at) VALUES (1, 'a@b.example', 'a@b.example', 'A', 'x', FALSE, 1, 1)`)
		var left []string
		for _, table := range slices.Sorted(maps.Keys(belonging)) {
			storetest.Exec(t, o, belonging[table].insert)
			for _, key := range belonging[table].left {
				left = append(left, table+" "+key)
			}
		}
		want := must(contentsOf(s).Content(t.Context()))(t)
		products := want.Products()
		products[0].Slug, products[0].Website = "eve", "https://eve.example/" // 1 is another tool
		products[1].Name, products[1].Slug = "Carl", "carl"                   // 3 has another name
		other := products[2]
		other.ID, other.Slug, other.Website = 2, "fay", "https://fay.example/" // 2 is another than the one in the trash
		setList(want, "products", slices.Insert(products, 1, other)...)
		for _, b := range belonging {
			if b.want != nil {
				b.want(want)
			}
		}
		must(contentsOf(s).ReplaceContent(t.Context(), "test", "import", want, nothing))(t)
		same(t, "what is left", about(t, o), left)
	})
}
