package app_test

import (
	"bytes"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// TestProductFields sets every exported field of a draft and follows it through everything that carries products. A field
// that is added to catalog.Draft fails here until each of them carries it.
func TestProductFields(t *testing.T) {
	t.Parallel()
	s := siteWith(t, siteOptions{})
	one, two := fullDraft(t, s, 1), fullDraft(t, s, 2)
	p := storetest.Create(t, s.store, one)
	id := p.ID
	stored := func() catalog.Product { return productIn(t, s.store, id) }
	put := func(d catalog.Draft) catalog.Product {
		t.Helper()
		storetest.NoError(t, storetest.ErrorOf(s.store.UpdateProduct(t.Context(), "test", id, 0, d)))
		return stored()
	}
	t.Run("create and update", func(t *testing.T) {
		hasFields(t, p, one)
		hasFields(t, stored(), one)
		hasFields(t, put(two), two)
		hasFields(t, put(one), one)
	})
	t.Run("history", func(t *testing.T) {
		put(two)
		entries, err := s.store.Audit(t.Context(), audit.Query{Object: "products", ObjectID: fmt.Sprint(id), Limit: 3})
		storetest.NoError(t, err)
		for _, name := range jsonNames() {
			if !bytes.Contains(entries[0].Before, []byte(`"`+name+`":`)) || !bytes.Contains(entries[0].After, []byte(`"`+name+`":`)) {
				t.Errorf("the audit of an update does not have %s", name)
			}
		}
		storetest.NoError(t, storetest.ErrorOf(s.store.RestoreProduct(t.Context(), "test", id, entries[1].ID, audit.After)))
		hasFields(t, stored(), one)
		put(two)
		storetest.NoError(t, storetest.ErrorOf(s.store.Undo(t.Context(), "test", storetest.ReadAll(t, s.store).Version, "")))
		hasFields(t, stored(), one)
		storetest.NoError(t, s.store.DeleteProduct(t.Context(), "test", id))
		_, err = s.store.RestoreProduct(t.Context(), "test", id, 0, "")
		storetest.NoError(t, err)
		hasFields(t, stored(), one)
	})
	t.Run("API input", func(t *testing.T) {
		for _, want := range []catalog.Draft{two, one} {
			body := changed(asJSON(productOf(t, want)), map[string]any{"version": nil, "id": nil})
			s.expect(t, administrator, "PUT", fmt.Sprint("/api/products/", id), changed(body, map[string]any{"id": id}), 200, "")
			hasFields(t, stored(), want)
			made := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", changed(body, map[string]any{"slug": nil})), http.StatusCreated)
			want.Slug = catalog.Slug(want.Name)
			hasFields(t, productIn(t, s.store, made.ID), want)
			storetest.NoError(t, s.store.DeleteProduct(t.Context(), "test", made.ID))
		}
	})
	t.Run("API answer", func(t *testing.T) {
		put(one)
		hasFields(t, read[catalog.Product](t, s.ask(nobody, "GET", fmt.Sprint("/api/products/", id), ""), http.StatusOK), one)
	})
	for _, format := range []exchange.Format{exchange.CSV, exchange.JSONLines} {
		t.Run(string(format), func(t *testing.T) {
			before, after := put(two), put(one)
			hasFields(t, rowsOf(t, format, after)[0].Draft, one)
			storetest.Same(t, "updated products", storetest.ImportAll(t, s.store, rowsOf(t, format, before)).Updated, 1)
			hasFields(t, stored(), two)
		})
	}
	t.Run("import keeps what a row does not bring", func(t *testing.T) {
		put(one)
		row := asJSON(map[string]any{"id": id, "name": one.Name, "website": one.Website, "categories": one.Categories})
		rows, err := exchange.Read(strings.NewReader(row), exchange.JSONLines, catalog.MatchAsk)
		storetest.NoError(t, err)
		storetest.Same(t, "unchanged products", storetest.ImportAll(t, s.store, rows.Rows).Unchanged, 1)
		hasFields(t, stored(), one)
	})
	t.Run("sync", func(t *testing.T) {
		put(one)
		to := storetest.Open(t)
		content := contentOf(t, s.store)
		_, err := (&archive.Queries{DB: to.DB, Kinds: to.Kinds}).ReplaceContent(t.Context(), "test", "sync", content, func(int, int) {})
		storetest.NoError(t, err)
		hasFields(t, productIn(t, to, id), one)
		put(two)
		difference := archive.Compare(content, contentOf(t, s.store))
		seen := difference.Kinds[slices.IndexFunc(difference.Kinds, func(k archive.KindDifference) bool { return k.Kind == "products" })].Rows[0].Fields
		for _, name := range jsonNames() {
			if !slices.ContainsFunc(seen, func(f archive.FieldDifference) bool { return f.Field == name }) {
				t.Errorf("a sync does not see that %s differs", name)
			}
		}
	})
	t.Run("backup", func(t *testing.T) {
		put(one)
		files, err := media.OpenDisk(t.TempDir())
		storetest.NoError(t, err)
		defer files.Close()
		written, err := backup.Folder{Site: backup.Site{DB: s.store.DB, Files: files, Program: "test"}, Path: t.TempDir()}.Write(t.Context(), backup.Asked)
		storetest.NoError(t, err)
		place := store.Options{DataDir: t.TempDir()}
		archive, err := backup.Open(written.Path, backup.Keys{})
		storetest.NoError(t, err)
		defer archive.Close()
		_, err = backup.Restore(t.Context(), archive, place, files, nil)
		storetest.NoError(t, err)
		hasFields(t, productIn(t, storetest.OpenAt(t, place), id), one)
	})
}

// TestProductCheckFields puts a value that no rule allows into each field of a product that comes from another site.
func TestProductCheckFields(t *testing.T) {
	good := productOf(t, filled(t, 1))
	storetest.NoError(t, good.Check())
	kind := reflect.TypeFor[catalog.Product]()
	for _, field := range draftFields() {
		bad := []string{"a\x00b"}
		if own, _ := kind.FieldByName(field.Name); strings.Contains(own.Tag.Get("doc"), "URL") {
			bad = append(bad, "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "https://a:b@example.com/", "https://example.com/\u202e")
		}
		for _, text := range bad {
			p := good
			switch value := reflect.ValueOf(&p).Elem().FieldByName(field.Name); value.Kind() {
			case reflect.String:
				value.SetString(text)
			case reflect.Slice:
				value.Set(reflect.ValueOf([]string{text}))
			case reflect.Int:
				value.SetInt(-1)
			case reflect.Bool: // both are right
				continue
			default:
				t.Fatalf("Product.%s is a %s: say here what is wrong for one", field.Name, value.Kind())
			}
			if p.Check() == nil {
				t.Errorf("Product.Check takes %s = %q", field.Name, text)
			}
		}
	}
}

// filled is a draft with a value in each field that is not the zero value, or for the second draft of a truth false. Any
// two of them differ in every field.
func filled(t *testing.T, number int) catalog.Draft {
	t.Helper()
	var d catalog.Draft
	for _, field := range draftFields() {
		value := reflect.ValueOf(&d).Elem().FieldByIndex(field.Index)
		word := fmt.Sprintf("%s %d", field.Name, number)
		switch field.Name {
		case "Slug":
			d.Slug = fmt.Sprintf("slug-%d", number)
		case "Type":
			d.Type = catalog.Types()[number]
		case "Section":
			d.Section = catalog.Sections()[number-1]
		case "Status":
			d.Status = []catalog.Status{catalog.Published, catalog.Hidden}[number-1]
		case "Logo":
			d.Logo = fmt.Sprintf("/uploads/%064d.jpg", number)
		case "LogoColor":
			d.LogoColor = fmt.Sprintf("#aabb0%d", number)
		case "DealFrom":
			d.DealFrom = fmt.Sprintf("2001-01-0%dT00:00:00Z", number)
		case "PublishAt":
			d.PublishAt = fmt.Sprintf("2001-01-0%dT00:00:00Z", number)
		case "FeaturedUntil":
			d.FeaturedUntil = fmt.Sprintf("2098-01-0%dT00:00:00Z", number)
		case "DealTo":
			d.DealTo = fmt.Sprintf("2099-01-0%dT00:00:00Z", number)
		case "Website", "VideoURL", "DealURL":
			value.SetString(fmt.Sprintf("https://example.com/%s/%d", field.Name, number))
		case "Images":
			d.Images = []string{fmt.Sprintf("https://example.com/%d.png", number)}
		default:
			switch value.Kind() {
			case reflect.String:
				value.SetString(word)
			case reflect.Slice:
				value.Set(reflect.ValueOf([]string{word}))
			case reflect.Bool:
				value.SetBool(number == 1)
			case reflect.Int:
				value.SetInt(int64(number))
			default:
				t.Fatalf("Draft.%s is a %s: give it a value here", field.Name, value.Kind())
			}
		}
	}
	checked, err := d.Check(false)
	if err != nil {
		t.Fatalf("give each field a value that passes its rules: %v", err)
	}
	hasFields(t, checked, d)
	return d
}

// fullDraft is filled, with a logo that is there.
func fullDraft(t *testing.T, s *openSite, number int) catalog.Draft {
	t.Helper()
	d := filled(t, number)
	d.Logo = read[media.Added](t, s.ask(administrator, "POST", "/api/upload", sent(dataURL(encoded(t, "png", 500, 100*number)))), http.StatusOK).URL
	return d
}

// productOf is a product with the fields of a draft.
func productOf(t *testing.T, d catalog.Draft) catalog.Product {
	t.Helper()
	p := catalog.Product{ID: 1}
	for _, field := range draftFields() {
		value := reflect.ValueOf(&p).Elem().FieldByName(field.Name)
		if !value.IsValid() {
			t.Fatalf("catalog.Product has no field %s", field.Name)
		}
		value.Set(reflect.ValueOf(d).FieldByIndex(field.Index))
	}
	return p
}

// hasFields sees that a draft or a product has every field of the draft.
func hasFields(t *testing.T, got any, want catalog.Draft) {
	t.Helper()
	for _, field := range draftFields() {
		value := reflect.ValueOf(got).FieldByName(field.Name)
		if !value.IsValid() {
			t.Errorf("%T has no field %s", got, field.Name)
		} else if wanted := reflect.ValueOf(want).FieldByIndex(field.Index).Interface(); !reflect.DeepEqual(value.Interface(), wanted) {
			t.Errorf("%s is %v, want %v", field.Name, value.Interface(), wanted)
		}
	}
}

// draftFields are the fields of a draft, but for Keep, which says what an update leaves alone.
func draftFields() []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[catalog.Draft]()), func(f reflect.StructField) bool { return f.Anonymous || f.Name == "Keep" })
}

// jsonNames are the names in JSON of what a draft says.
func jsonNames() (names []string) {
	for _, field := range draftFields() {
		if own, ok := reflect.TypeFor[catalog.Product]().FieldByName(field.Name); ok {
			names = append(names, own.Tag.Get("json"))
		}
	}
	return names
}

// productIn reads a product of a site.
func productIn(t *testing.T, from *store.Store, id int64) catalog.Product {
	t.Helper()
	content, err := (&archive.Queries{DB: from.DB, Kinds: from.Kinds}).Content(t.Context())
	storetest.NoError(t, err)
	at := slices.IndexFunc(content.Products(), func(p catalog.Product) bool { return p.ID == id })
	if at < 0 {
		t.Fatalf("there is no product %d", id)
	}
	return content.Products()[at]
}

// rowsOf writes a product to a file and reads it again.
func rowsOf(t *testing.T, format exchange.Format, p catalog.Product) []catalog.ImportRow {
	t.Helper()
	var file bytes.Buffer
	storetest.NoError(t, exchange.Write(&file, format, slices.Values([]catalog.Product{p}), nil))
	result, err := exchange.Read(&file, format, catalog.MatchAsk)
	if err != nil || len(result.Rows) != 1 {
		t.Fatalf("%v: %+v", err, result)
	}
	return result.Rows
}

// contentOf is the content of a site as another one gets it.
func contentOf(t *testing.T, from *store.Store) *archive.Content {
	t.Helper()
	content, err := (&archive.Queries{DB: from.DB, Kinds: from.Kinds}).Content(t.Context())
	storetest.NoError(t, err)
	var file bytes.Buffer
	storetest.NoError(t, archive.Write(&file, content))
	content, err = archive.Read(store.Kinds(), &file)
	storetest.NoError(t, err)
	storetest.NoError(t, content.Check())
	return content
}
