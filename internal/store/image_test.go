package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/media"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// upload saves the row of an image that is called by one letter, and gives its file name.
func upload(t *testing.T, s *store.Store, letter string) string {
	t.Helper()
	name := strings.Repeat(letter, 64) + ".jpg"
	if _, err := s.SaveImage(t.Context(), "w", media.Image{FileName: name, OriginalName: letter + ".png", MimeType: "image/jpeg", Size: 3}); err != nil {
		t.Fatal(err)
	}
	return name
}

// removeOrphans removes what was uploaded until now and gives the letters of the files.
func removeOrphans(t *testing.T, s *store.Store) string {
	t.Helper()
	var removed []string
	count, err := s.RemoveOrphans(t.Context(), "clock", time.Now().Add(time.Minute), func(_ context.Context, name string) error {
		removed = append(removed, name[:1])
		return nil
	})
	if err != nil || count != len(removed) {
		t.Errorf("removed %d and counted %d, %v", len(removed), count, err)
	}
	slices.Sort(removed)
	return strings.Join(removed, "")
}

// An image is stored once, and each upload is audited.
func TestSaveImage(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		o.Now = func() time.Time { return now }
		s := storetest.OpenAt(t, o)
		_, err := s.Image(t.Context(), "a.jpg")
		wantFault(t, err, fault.NotFound)
		saved, err := s.SaveImage(t.Context(), "w", media.Image{FileName: "a.jpg", OriginalName: "my cat.png", ProductName: "Cats", MimeType: "image/jpeg", Size: 3})
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour)
		again, err := s.SaveImage(t.Context(), "w", media.Image{FileName: "a.jpg", OriginalName: "other.png", MimeType: "image/jpeg", Size: 3})
		if err != nil {
			t.Fatal(err)
		}
		want := media.Image{ID: saved.ID, FileName: "a.jpg", OriginalName: "my cat.png", MimeType: "image/jpeg", Size: 3, UploadedAt: now}
		same(t, "the same picture", again, want)
		found, err := s.Image(t.Context(), "a.jpg")
		if err != nil {
			t.Fatal(err)
		}
		same(t, "image", found, want)
		same(t, "actions before the file is stored", actions(t, s), []string(nil))
		saved.ProductName = "Cats"
		noError(t, s.RecordUpload(t.Context(), "w", saved), s.RecordUpload(t.Context(), "w", again))
		same(t, "actions", actions(t, s), []string{"upload images", "upload images"})
		if after := *auditLines(t, s)[0].After; !strings.Contains(after, `"productName":"Cats"`) {
			t.Errorf("the audit has %s", after)
		}
		same(t, "version", readAll(t, s).Version, int64(0))
	})
}

// Only images that nothing names are removed.
func TestOrphans(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		logo, screenshot, trashed, replaced, legal := upload(t, s, "a"), upload(t, s, "b"), upload(t, s, "c"), upload(t, s, "d"), upload(t, s, "e")
		upload(t, s, "f")
		d := draft("One")
		d.Logo = media.Path + replaced
		p := create(t, s, d)
		d.Logo, d.Images = media.Path+logo, []string{"https://example.com/x.png", media.Path + screenshot}
		if _, err := s.UpdateProduct(t.Context(), "w", p.ID, p.Version, d); err != nil {
			t.Fatal(err)
		}
		d = draft("Two")
		d.Logo = media.Path + trashed
		if err := s.DeleteProduct(t.Context(), "w", create(t, s, d).ID); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.SaveLegalPage(t.Context(), "w", site.LegalPage{Type: site.PrivacyPolicy, Content: "![](" + media.Path + legal + ")"}); err != nil {
			t.Fatal(err)
		}
		if got := removeOrphans(t, s); got != "f" {
			t.Errorf("removed %q", got)
		}
		_, err := s.Image(t.Context(), strings.Repeat("f", 64)+".jpg")
		wantFault(t, err, fault.NotFound)
		lines := auditLines(t, s)
		if last := lines[len(lines)-1]; last.Actor != "clock" || last.Action != "delete" || last.Object != "images" || last.Before == nil {
			t.Errorf("the audit ends with %+v", last)
		}
		if got := removeOrphans(t, s); got != "" {
			t.Errorf("then removed %q", got)
		}
	})
}

// Images of purged products are removed too.
func TestOrphansOfPurgedProducts(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		now := time.Now()
		o.Now = func() time.Time { return now }
		s := storetest.OpenAt(t, o)
		d := draft("One")
		d.Logo = media.Path + upload(t, s, "a")
		p := create(t, s, d)
		if err := s.DeleteProduct(t.Context(), "w", p.ID); err != nil {
			t.Fatal(err)
		}
		if got := removeOrphans(t, s); got != "" {
			t.Errorf("out of the trash: %q", got)
		}
		now = now.Add(catalog.TrashRetention)
		if purged, err := s.PurgeTrash(t.Context(), "clock"); purged != 1 || err != nil {
			t.Fatal(purged, err)
		}
		if got := removeOrphans(t, s); got != "a" {
			t.Errorf("after that: %q", got)
		}
	})
}

// A young image is no orphan, and uploading it again makes it young.
func TestOrphansAge(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		o.Now = func() time.Time { return now }
		s := storetest.OpenAt(t, o)
		old := upload(t, s, "a")
		upload(t, s, "b")
		now = now.Add(24 * time.Hour)
		upload(t, s, "b")
		upload(t, s, "c")
		count, err := s.RemoveOrphans(t.Context(), "clock", now.Add(-time.Hour), func(_ context.Context, name string) error {
			if name != old {
				t.Errorf("removed %s", name)
			}
			return nil
		})
		if count != 1 || err != nil {
			t.Errorf("removed %d, %v", count, err)
		}
	})
}

// The row of a file that cannot be removed stays.
func TestOrphansFileError(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		upload(t, s, "a")
		full := errors.New("no")
		count, err := s.RemoveOrphans(t.Context(), "clock", time.Now().Add(time.Minute), func(ctx context.Context, _ string) error {
			if until, bounded := ctx.Deadline(); !bounded || time.Until(until) > 3*time.Second {
				t.Errorf("other writers may have to wait until %v", until)
			}
			return full
		})
		if count != 0 || !errors.Is(err, full) {
			t.Errorf("removed %d, %v", count, err)
		}
		if got := removeOrphans(t, s); got != "a" {
			t.Errorf("then removed %q", got)
		}
	})
}

// Many orphans are removed in several transactions.
func TestOrphansBatches(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for i := range 45 {
			if _, err := s.SaveImage(t.Context(), "w", media.Image{FileName: fmt.Sprintf("%064x.jpg", i), MimeType: "image/jpeg"}); err != nil {
				t.Fatal(err)
			}
		}
		before := readAll(t, s).Version
		if got := removeOrphans(t, s); len(got) != 45 {
			t.Errorf("removed %d", len(got))
		}
		if moved := readAll(t, s).Version - before; moved != 3 {
			t.Errorf("in %d transactions", moved)
		}
	})
}

// While an orphan is being removed, a product that is to name it waits, and finds it gone or is found to name it.
func TestOrphansNamedMeanwhile(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		upload(t, s, "a")
		for i := range 20 { // a batch: what comes behind it is looked at again
			if _, err := s.SaveImage(t.Context(), "w", media.Image{FileName: fmt.Sprintf("%064x.jpg", i), MimeType: "image/jpeg"}); err != nil {
				t.Fatal(err)
			}
		}
		last := upload(t, s, "b")
		d := draft("One")
		d.Logo = media.Path + last
		named := make(chan error, 1)
		s.AfterCommit(func(context.Context) { // the first batch has gone: now somebody names what is to go next
			s.AfterCommit(func(context.Context) {})
			_, err := s.CreateProduct(context.Background(), "w", d)
			named <- err
		})
		count, err := s.RemoveOrphans(t.Context(), "clock", time.Now().Add(time.Minute), func(_ context.Context, name string) error {
			if name == last {
				t.Error("it was removed")
			}
			return nil
		})
		if err := errors.Join(err, <-named); count != 21 || err != nil {
			t.Errorf("removed %d, %v", count, err)
		}
	})
}

// Somebody uploads the same image again at the very time when its orphan goes: whichever comes first, the row that is
// there in the end belongs to a file that was put after the other was removed.
func TestOrphansUploadedMeanwhile(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		name := upload(t, s, "a")
		var saved chan error
		_, err := s.RemoveOrphans(t.Context(), "clock", time.Now().Add(time.Minute), func(context.Context, string) error {
			saved = make(chan error, 1)
			go func() {
				_, err := s.SaveImage(context.Background(), "w", media.Image{FileName: name, MimeType: "image/jpeg"})
				saved <- err
			}()
			select {
			case err := <-saved:
				t.Errorf("the upload did not wait: %v", err)
			case <-time.After(100 * time.Millisecond):
			}
			return nil
		})
		if err := errors.Join(err, <-saved); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Image(t.Context(), name); err != nil {
			t.Errorf("the row: %v", err)
		}
	})
}

func TestProductWithUpload(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		name := func(letter string) string { return strings.Repeat(letter, 64) + ".jpg" }
		if _, err := s.SaveImage(t.Context(), "w", media.Image{FileName: name("a"), MimeType: "image/jpeg"}); err != nil {
			t.Fatal(err)
		}
		there, missing := media.Path+name("a"), media.Path+name("b")
		with := func(logo string, images ...string) catalog.Draft {
			d := draft("One")
			d.Logo, d.Images = logo, images
			return d
		}
		rows := []catalog.ImportRow{{Line: 1, Draft: with(missing), Sets: catalog.FieldsNamed("logo")}}
		importAll(t, s, rows) // its image may come later
		imported := readAll(t, s).Products[0].ID
		create(t, s, with(there, there))
		for name, c := range map[string]struct {
			write func() error
			field string
		}{
			"refuses to create with a missing logo":  {func() error { _, err := s.CreateProduct(t.Context(), "w", with(missing)); return err }, "logo"},
			"refuses to create with a missing image": {func() error { _, err := s.CreateProduct(t.Context(), "w", with(there, there, missing)); return err }, "images"},
			"refuses to update to another missing logo": {func() error {
				_, err := s.UpdateProduct(t.Context(), "w", imported, 0, with(media.Path+strings.Repeat("c", 64)+".jpg"))
				return err
			}, "logo"},
		} {
			t.Run(name, func(t *testing.T) {
				before := readAll(t, s)
				err := c.write()
				wantFault(t, err, fault.Invalid)
				if fields := fault.From(err).Fields; len(fields) != 1 || fields[0].Field != c.field {
					t.Errorf("fields %+v", fields)
				}
				same(t, "catalogue", readAll(t, s), before)
			})
		}
		t.Run("lets a logo stay that came with an import", func(t *testing.T) {
			if _, err := s.UpdateProduct(t.Context(), "w", imported, 0, with(missing)); err != nil {
				t.Error(err)
			}
		})
	})
}
