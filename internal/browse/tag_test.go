package browse

import (
	"fmt"
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func tagged(tags ...string) func(*catalog.Product) {
	return func(p *catalog.Product) { p.Tags = tags }
}

// A tag has a page if enough products have it, however they spell it, and no category has its name.
func TestTags(t *testing.T) {
	products := several(1, 7, tagged("Open-Source", "rare"))
	products = append(products, several(8, 1, tagged("open  source", "Öpen source", "🎨"))...)
	products = append(products, several(9, 9, tagged("Code", "🎨", "Notes!"))...)
	products = append(products, tool(18, "coder", in("Code")))
	p := newStore(products...).snapshot()
	want := []TagCount{{Tag{"notes", "Notes!"}, 9}, {Tag{"open-source", "Open-Source"}, 8}}
	same(t, "the tags", p.Tags().All(), want)
	for _, spelling := range []string{"open-source", "OPEN source", "Open-Source"} {
		if got, ok := p.Tags().Find(spelling); !ok || got != want[1] {
			t.Errorf("%q is %v, %t", spelling, got, ok)
		}
	}
	for _, name := range []string{"", "rare", "code", "🎨", "tool", "nothing"} {
		if got, ok := p.Tags().Find(name); ok {
			t.Errorf("%q is %v", name, got)
		}
	}
	code, _ := p.Tags().Category("Code")
	_, rare := p.Tags().Category("rare")
	same(t, "the category of a tag, and of a rare one", []any{code.Slug, rare}, []any{"code", false})
	it, _ := p.Product("8")
	same(t, "the tags of a product", p.Tags().Of(it), []Tag{{"open-source", "Open-Source"}})
	expect(t, p, Query{Tag: "open-source", Sort: SortName}, 1, 2, 3, 4, 5, 6, 7, 8)
	expect(t, p, Query{Tag: "rare"})
	expect(t, p, Query{Tag: "open-source", Search: "coder"})
	expect(t, p, Query{Tag: "code", Category: "code"})
	if c := answer(t, p, Query{Tag: "open-source"}); c.Total != 8 || c.Tag != "Open-Source" || c.AllCategories != 8 {
		t.Errorf("%+v", c)
	}
}

// Each of 270 tags with a second page is below the list of all categories, so that its pages are few links from the home page.
func TestMostUsedTags(t *testing.T) {
	var products []catalog.Product
	for group := range int64(9) {
		var tags []string
		for number := range catalog.MaxTags {
			tags = append(tags, fmt.Sprint("tag ", group, " ", number))
		}
		products = append(products, several(1+group*(PageLength+1), PageLength+1, tagged(tags...))...)
	}
	same(t, "listed tags", len(newStore(products...).snapshot().Tags().MostUsed()), 270)
}

// A tag has a page as long as enough products have it, and the name that the first of them gives it.
func TestTagsPatched(t *testing.T) {
	s := newStore(append(several(1, 8, tagged("MCP")), several(9, 1, tagged("mcp"))...)...)
	p := s.snapshot()
	before := p.Tags().All()
	s.put(tool(1, "tool 1"))
	s.remove(2)
	next := s.patch(p)
	same(t, "tags of seven products", len(next.Tags().All()), 0)
	same(t, "tags of the old snapshot", p.Tags().All(), before)
	for id := int64(3); id < 9; id++ {
		s.put(tool(id, "other", tagged("m c p", "mcp")))
	}
	s.put(tool(20, "newer", tagged("MCP")))
	next = s.patch(next)
	same(t, "after its return", next.Tags().All(), []TagCount{{Tag{"mcp", "mcp"}, 8}})
	s.remove(3, 4, 5, 6, 7, 8, 9, 20)
	same(t, "tags that no product has any more", len(s.patch(next).tags), 0)
}

// A patch that changes no tag shares them with the snapshot before.
func TestTagsShared(t *testing.T) {
	s := newStore(several(1, 9, tagged("mcp", "agents"))...)
	p := s.snapshot()
	s.put(tool(1, "renamed", tagged("mcp", "agents")))
	s.put(tool(2, "tool 2", tagged("mcp")))
	next := s.patch(p)
	same(t, "products of both tags", next.Tags().All(), []TagCount{{Tag{"mcp", "mcp"}, 9}, {Tag{"agents", "agents"}, 8}})
	s.put(tool(1, "again", tagged("mcp", "agents")))
	again := s.patch(next)
	one, _ := next.Tags().group("mcp")
	two, _ := again.Tags().group("mcp")
	same(t, "tags, and the same one without a change", []any{len(again.tags), one == two}, []any{2, true})
}

func TestSearches(t *testing.T) {
	of := func(products ...catalog.Product) (names []string) {
		for _, s := range newStore(products...).snapshot().Home().Searches() {
			names = append(names, s.Name)
		}
		return names
	}
	products := slices.Concat(several(1, 4, in("Music")), several(11, 6, in("Video")),
		several(21, 5, in("Other"), tagged("Text to speech")), several(31, 3, in("SEO")))
	same(t, "tasks", of(products...), []string{"Make a video", "Read a text aloud", "Make music"})
	same(t, "tags, where there are too few tasks", of(several(1, 8, in("Foo"), tagged("a", "b", "c"))...), []string{"a", "b", "c"})
	same(t, "nothing, where there are too few of both", of(several(1, 8, in("Music"), tagged("a", "b"))...), []string(nil))
	names := map[string]bool{}
	for _, one := range tasks {
		for _, slug := range one.slugs {
			same(t, "a slug", catalog.Slug(slug), slug)
		}
		names[one.Name] = true
	}
	same(t, "names", len(names), len(tasks))
}
