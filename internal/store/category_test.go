package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func category(t *testing.T, s *store.Store, name string) catalog.Category {
	t.Helper()
	for _, c := range readAll(t, s).Categories {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("there is no category %q", name)
	return catalog.Category{}
}

func rename(t *testing.T, s *store.Store, from, to string) catalog.Category {
	t.Helper()
	renamed := must(s.UpdateCategory(t.Context(), "w", category(t, s, from).ID, to, nil))(t)
	same(t, "what is kept", category(t, s, renamed.Name), renamed)
	return renamed
}

func merge(t *testing.T, s *store.Store, from, into string) catalog.Category {
	t.Helper()
	return must(s.MergeCategory(t.Context(), "w", category(t, s, from).ID, category(t, s, into).ID))(t)
}

// leads is where each old word leads, by the slug that is there now.
func leads(t *testing.T, s *store.Store) map[string]string {
	t.Helper()
	shot := readAll(t, s)
	slugs := map[int64]string{}
	for _, c := range shot.Categories {
		slugs[c.ID] = c.Slug
	}
	words := map[string]string{}
	for word, id := range shot.OldNames {
		words[word] = slugs[id]
	}
	return words
}

func TestUpdateCategory(t *testing.T) {
	each(t, storeTests{
		"leaves it found by its old name too": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "Éditeur Vidéo", "B"))
			renamed := rename(t, s, "Éditeur Vidéo", " Film & Clips ")
			same(t, "the category", renamed, catalog.Category{ID: 1, Name: "Film & Clips", Slug: "film-clips"})
			same(t, "old words", leads(t, s), map[string]string{"editeur video": "film-clips", "editeur-video": "film-clips"})
			two := create(t, s, draft("Two", "EDITEUR  vidéo", "film & clips"))
			same(t, "a product that names it as it was", two.Categories, []string{"Film & Clips"})
			same(t, "categories", len(readAll(t, s).Categories), 2)
			same(t, "the first product", readAll(t, s).Products[0].Categories, []string{"Film & Clips", "B"})
			same(t, "what others hear", must(s.Changes(t.Context(), 0))(t).OldNames, readAll(t, s).OldNames)
			same(t, "actions", actions(t, s)[3:4], []string{"rename categories"})
		},
		"has old names lead to the present category, never from one to the next": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "A!", "D"))
			rename(t, s, "A!", "B")
			rename(t, s, "B", "C")
			same(t, "after two names", leads(t, s), map[string]string{"a!": "c", "a": "c", "b": "c"})
			merge(t, s, "C", "D")
			same(t, "after a merge", leads(t, s), map[string]string{"a!": "d", "a": "d", "b": "d", "c": "d"})
			rename(t, s, "D", "A")
			same(t, "back at the first address", leads(t, s), map[string]string{"a!": "a", "b": "a", "c": "a", "d": "a"})
		},
		"takes an old name over, which a new category does not": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "C++", "Other"))
			rename(t, s, "C++", "Systems")
			same(t, "old words", leads(t, s), map[string]string{"c++": "systems", "c": "systems"})
			two := create(t, s, draft("Two", "C#"))
			same(t, "the new one's slug", category(t, s, "C#").Slug, "c-2")
			same(t, "the new one", two.Categories, []string{"C#"})
			taken := rename(t, s, "Other", "c++")
			same(t, "the slug that led on", taken.Slug, "c")
			same(t, "old words", leads(t, s), map[string]string{"other": "c"})
			three := create(t, s, draft("Three", "C++"))
			same(t, "a product that names it", three.Categories, []string{"c++"})
		},
		"leaves the slug as it was where only case or accents change": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "video"))
			same(t, "the category", rename(t, s, "video", "Vidéo"), catalog.Category{ID: 1, Name: "Vidéo", Slug: "video"})
			same(t, "old words", leads(t, s), map[string]string{})
			check := unchanged(t, s)
			rename(t, s, "Vidéo", "Vidéo") // the same name writes nothing
			check()
		},
		"keeps the group that was set until it is emptied, also through a merge that is undone": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "Video", "B"))
			set := func(name, group string) catalog.Category {
				return must(s.UpdateCategory(t.Context(), "w", category(t, s, "Video").ID, name, &group))(t)
			}
			same(t, "before", category(t, s, "Video").Group, "")
			same(t, "set", set("Video", " Moving Pictures "), catalog.Category{ID: 1, Name: "Video", Slug: "video", Group: "Moving Pictures"})
			same(t, "actions", actions(t, s)[3:4], []string{"update categories"})
			same(t, "after a rename", rename(t, s, "Video", "Film").Group, "Moving Pictures")
			rename(t, s, "Film", "Video")
			merge(t, s, "Video", "B")
			noError(t, errOf(s.Undo(t.Context(), "w", readAll(t, s).Version, "")))
			same(t, "after the undo", category(t, s, "Video").Group, "Moving Pictures")
			wantFault(t, errOf(s.UpdateCategory(t.Context(), "w", 1, "Video", new(strings.Repeat("x", 101)))), fault.Invalid)
			same(t, "emptied", set("Video", "").Group, "")
		},
		"takes hostile names as names only": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "Start"))
			last := "Start"
			for _, text := range hostile {
				if len([]rune(text)) > 100 || strings.ContainsAny(text, "\t\n\u202e") {
					wantFault(t, errOf(s.UpdateCategory(t.Context(), "w", 1, text, nil)), fault.Invalid)
					continue
				}
				if renamed := rename(t, s, last, text); !catalog.ValidSlug(renamed.Slug) && !strings.Contains(renamed.Slug, "-2") {
					t.Errorf("%q has the slug %q", text, renamed.Slug)
				}
				last = field.Clean(text)
				same(t, "the product's category", readAll(t, s).Products[0].Categories, []string{last})
			}
		},
	})
}

func TestMergeCategory(t *testing.T) {
	each(t, storeTests{
		"changes nothing where it, or a rename or deletion, is refused": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "Vidéo", "B"))
			rename := func(id int64, name string) error { return errOf(s.UpdateCategory(t.Context(), "w", id, name, nil)) }
			merge := func(from, into int64) error { return errOf(s.MergeCategory(t.Context(), "w", from, into)) }
			check := unchanged(t, s)
			wantFaults(t, map[string]refusal{
				"rename to another's name": {rename(2, "VIDEO"), fault.Conflict},
				"rename to no name":        {rename(2, " "), fault.Invalid},
				"rename to two lines":      {rename(2, "a\nb"), fault.Invalid},
				"rename to a long name":    {rename(2, strings.Repeat("x", 101)), fault.Invalid},
				"rename nobody":            {rename(99, "New"), fault.NotFound},
				"merge into itself":        {merge(1, 1), fault.Invalid},
				"merge into nobody":        {merge(1, 99), fault.Invalid},
				"merge nobody":             {merge(99, 1), fault.NotFound},
				"merge nobody into nobody": {merge(99, 99), fault.NotFound},
				"delete with products":     {s.DeleteCategory(t.Context(), "w", 2), fault.Conflict},
				"delete nobody":            {s.DeleteCategory(t.Context(), "w", 99), fault.NotFound},
			})
			check()
		},
		"moves every product once; where a product had both categories, the first place counts": func(t *testing.T, s *store.Store) {
			for i, categories := range [][]string{{"From", "X"}, {"X", "Into"}, {"From", "X", "Into"}, {"Into", "X", "From"}, {"X"}} {
				create(t, s, draft(string(rune('A'+i)), categories...))
			}
			gone := create(t, s, draft("Gone", "From"))
			remove(t, s, gone.ID)
			versions := readAll(t, s).Products
			merged := merge(t, s, "From", "Into")
			same(t, "the category", merged, category(t, s, "Into"))
			for i, p := range readAll(t, s).Products {
				same(t, p.Name, p.Categories, [][]string{{"Into", "X"}, {"X", "Into"}, {"Into", "X"}, {"Into", "X"}, {"X"}}[i])
				same(t, "the product's version", p.Version, versions[i].Version)
			}
			same(t, "old words", leads(t, s), map[string]string{"from": "into"})
			same(t, "the deleted one", trash(t, s)[0].Product.Categories, []string{"Into"})
			last := lastLine(t, s)
			same(t, "the audit", last.Action+" "+last.Object+" "+*last.Before+" "+*last.After,
				`merge categories {"id":1,"name":"From","slug":"from","group":""} {"into":{"id":3,"name":"Into","slug":"into","group":""},"products":[1,3,4,6],"places":[[1,2],[1,2,3],[3,2,1],[1]]}`)
		},
		"a category is deleted only without products": func(t *testing.T, s *store.Store) {
			one := create(t, s, draft("One", "A", "B"))
			rename(t, s, "B", "Beta")
			id := category(t, s, "Beta").ID
			remove(t, s, one.ID)
			noError(t, s.DeleteCategory(t.Context(), "w", id))
			wantFault(t, s.DeleteCategory(t.Context(), "w", id), fault.NotFound)
			same(t, "old words", leads(t, s), map[string]string{})
			same(t, "in the trash", trash(t, s)[0].Product.Categories, []string{"A"})
			back := restore(t, s, one.ID, 0)
			same(t, "out of the trash", back.Categories, []string{"A", "Beta"})
		},
		"leaves one category of two that are merged crosswise": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "A", "B"))
			pairs := [][2]int64{{1, 2}, {2, 1}}
			same(t, "merged", atOnce(t, 2, fault.Invalid, func(i int) error {
				return errOf(s.MergeCategory(t.Context(), "w", pairs[i][0], pairs[i][1]))
			}), int64(1))
			same(t, "categories", len(readAll(t, s).Categories), 1)
			same(t, "the product's", len(readAll(t, s).Products[0].Categories), 1)
		},
	})
}

func TestUndoMerge(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for i, categories := range [][]string{{"Old", "X"}, {"X", "Into"}, {"Old", "X", "Into"}, {"Into", "X", "Old"}, {"X"}} {
			create(t, s, draft(string(rune('A'+i)), categories...))
		}
		rename(t, s, "Old", "From") // the old name leads to it
		gone := create(t, s, draft("Gone", "From"))
		remove(t, s, gone.ID)
		before := readAll(t, s)
		led := leads(t, s)
		merge(t, s, "From", "Into")
		version := readAll(t, s).Version
		live := must(browse.NewLive(t.Context(), s, time.Now))(t)
		t.Run("refuses where a product has other categories since", func(t *testing.T) {
			changed, _ := changeAll(t, s, catalog.BulkChange{AddCategories: []string{"New"}}, before.Products[0].ID)
			same(t, "sentence", undoRefused(t, s, version), "Changed since: “A”. Nothing was undone.")
			undo(t, s, changed)
		})
		t.Run("refuses where another category has the name", func(t *testing.T) {
			rename(t, s, "X", "From")
			undoRefused(t, s, version)
			rename(t, s, "From", "X")
		})
		t.Run("puts the products, the slug and the old names back", func(t *testing.T) {
			update(t, s, before.Products[1].ID, draft("B, changed meanwhile", "X", "Into"))
			same(t, "restored", undo(t, s, version), 4)
			after := readAll(t, s)
			for i, p := range after.Products {
				same(t, p.Name, p.Categories, before.Products[i].Categories)
			}
			same(t, "category", category(t, s, "From"), catalog.Category{ID: 1, Name: "From", Slug: "from"})
			now := leads(t, s)
			for word, slug := range led {
				same(t, word, now[word], slug)
			}
			same(t, "in the trash", trash(t, s)[0].Product.Categories, []string{"From"})
			noError(t, live.Renew(t.Context()))
			shown, _ := live.Snapshot().Product("1")
			same(t, "visitors see", shown.Product().Categories, []string{"From", "X"})
		})
		t.Run("of a category without products", func(t *testing.T) {
			changeAll(t, s, catalog.BulkChange{RemoveCategories: []string{"New"}, HasDeal: of(true)}, before.Products[0].ID)
			merge(t, s, "New", "X")
			same(t, "restored", undo(t, s, readAll(t, s).Version), 0)
			category(t, s, "New")
		})
	})
}

func TestCategories(t *testing.T) {
	each(t, storeTests{
		"are matched without case and accents": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "Éditeur Vidéo"))
			second := create(t, s, draft("Two", "EDITEUR  video", "éditeur vidéo", "Straße"))
			third := create(t, s, draft("Three", "STRASSE"))
			same(t, "the known name, once", second.Categories, []string{"Éditeur Vidéo", "Straße"})
			same(t, "the known name", third.Categories, []string{"Straße"})
			same(t, "categories", readAll(t, s).Categories, []catalog.Category{
				{ID: 1, Name: "Éditeur Vidéo", Slug: "editeur-video"}, {ID: 2, Name: "Straße", Slug: "strasse"}})
		},
		`have slugs that are unique, and never "all"`: func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "C", "C++", "C#", "All", "★"))
			slugs := column(readAll(t, s).Categories, func(c catalog.Category) string { return c.Name + " " + c.Slug })
			same(t, "slugs by name", slugs, []string{"All all-2", "C c", "C# c-3", "C++ c-2", "★ tool"})
		},
		"of a product stay in the order that it gives": func(t *testing.T, s *store.Store) {
			made := create(t, s, draft("One", "Zebra", "Ant", "Moth"))
			create(t, s, draft("Two", "Moth", "Zebra"))
			turned := update(t, s, made.ID, draft("One", "Moth", "Zebra", "Ant"))
			kept := readAll(t, s).Products
			same(t, "given back", turned.Categories, []string{"Moth", "Zebra", "Ant"})
			same(t, "kept", kept[0].Categories, turned.Categories)
			same(t, "the other's", kept[1].Categories, []string{"Moth", "Zebra"})
		},
		"come by name on both engines": func(t *testing.T, s *store.Store) {
			create(t, s, draft("One", "zoo", "École", "Apple", "eagle", "Zebra"))
			names := column(readAll(t, s).Categories, func(c catalog.Category) string { return c.Name })
			same(t, "names", names, []string{"Apple", "eagle", "École", "Zebra", "zoo"})
		},
	})
}
