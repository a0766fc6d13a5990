package main

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/config"
	"vitrine/internal/fault"
	"vitrine/internal/media"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// exporting is a site with one of everything that an export has, and an account that it must not have.
func exporting(t *testing.T, place store.Options) config.Export {
	t.Helper()
	o := config.Export{Database: config.Database{Data: t.TempDir(), DatabaseURL: config.Secret(place.DatabaseURL)}, File: filepath.Join(t.TempDir(), "site.zip")}
	place.DataDir = o.Data
	db := storetest.OpenAt(t, place)
	files, err := openFiles(t.Context(), o.Data, config.S3{})
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	address, err := media.NewLibrary(files, db).AddJPEG(t.Context(), "test", "", []byte("\xff\xd8\xff a picture"))
	if err == nil {
		_, err = db.CreateProduct(t.Context(), "test", catalog.Draft{
			ProductFields: catalog.ProductFields{
				Name: "Élan <b>", Description: "d\n2", Categories: []string{"A", "B"}, Type: catalog.Free,
				Section: catalog.OurProducts, Website: "https://a.example/", Logo: address,
			},
		})
	}
	if err == nil {
		_, err = db.AddSocialLink(t.Context(), "test", site.SocialLink{Platform: "X", URL: "https://x.example/"})
	}
	if err == nil {
		_, err = account.New(account.Options{Store: db, Logger: slog.New(slog.DiscardHandler)}).CreateAdministrator(t.Context(), "test", "secret@example.com", "", "a long enough password")
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// An export restores the whole content, and has no secrets in it.
func TestExportRoundTrip(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, place store.Options) {
		from := exporting(t, place)
		first := exported(t, from)
		if again := exported(t, from); !bytes.Equal(first, again) {
			t.Error("two exports of one content differ")
		}
		if bytes.Contains(first, []byte("secret@example.com")) || bytes.Contains(first, []byte("argon2")) {
			t.Error("the export has an account")
		}
		to := config.Import{Database: config.Database{Data: t.TempDir()}, File: from.File}
		to.BackupKeep = 1
		for _, want := range []string{" 1 added, 0 changed", " 0 added, 0 changed"} {
			var out strings.Builder
			if err := importSite(t.Context(), to, &out); err != nil || !strings.Contains(out.String(), want) {
				t.Fatalf("import: %s, %v", &out, err)
			}
		}
		copied := config.Export{Database: to.Database, File: filepath.Join(t.TempDir(), "copy.zip")}
		if got := exported(t, copied); !bytes.Equal(got, first) {
			t.Error("what was imported is exported otherwise")
		}
	})
}

// exported is what an export writes. Only its owner may read it.
func exported(t *testing.T, o config.Export) []byte {
	t.Helper()
	if err := export(t.Context(), o, io.Discard); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(o.File)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	file, err := os.ReadFile(o.File)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// A file that is not a whole export changes nothing when it is imported.
func TestExportDamaged(t *testing.T) {
	from := exporting(t, store.Options{})
	whole := exported(t, from)
	to := config.Import{Database: from.Database}
	to.BackupKeep = 1
	before := storetest.Contents(t, store.Options{DataDir: from.Data})
	damaged := bytes.Clone(whole)
	damaged[100] ^= 1
	for name, file := range map[string][]byte{"nothing": nil, "nonsense": []byte("nonsense"), "cut": whole[:len(whole)-30], "damaged": damaged} {
		to.File = filepath.Join(t.TempDir(), "site.zip")
		if err := os.WriteFile(to.File, file, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := importSite(t.Context(), to, io.Discard); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	to.File, to.DryRun = from.File, true
	var out strings.Builder
	if err := importSite(t.Context(), to, &out); err != nil || !strings.Contains(out.String(), "0 added") {
		t.Errorf("a dry run: %s, %v", &out, err)
	}
	if after := storetest.Contents(t, store.Options{DataDir: from.Data}); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

// An export that fails leaves the file that was there.
func TestExportFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.zip")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("the disk is full")
	if err := replaceFile(path, func(to io.Writer) error { _, err := to.Write([]byte("new")); return errors.Join(err, failed) }); !errors.Is(err, failed) {
		t.Error(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if file, _ := os.ReadFile(path); string(file) != "old" || len(entries) != 1 || err != nil {
		t.Errorf("there is %q, and %v, %v", file, entries, err)
	}
}
