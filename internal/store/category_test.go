package store_test

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/store"
)

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
			var slugs []string
			for _, category := range readAll(t, s).Categories {
				slugs = append(slugs, category.Name+" "+category.Slug)
			}
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
			var names []string
			for _, category := range readAll(t, s).Categories {
				names = append(names, category.Name)
			}
			same(t, "names", names, []string{"Apple", "eagle", "École", "Zebra", "zoo"})
		},
	})
}
