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

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// exporting is a site with one of everything that an export has, and an account that it must not have.
func exporting(t *testing.T, place config.Database) config.Export {
	t.Helper()
	o := config.Export{Database: place, File: filepath.Join(t.TempDir(), "site.zip")}
	db := storetest.OpenAt(t, options(place))
	address, err := media.NewLibrary(filesOf(t, place), &db.Images).AddJPEG(t.Context(), "test", "", []byte("\xff\xd8\xff a picture"))
	noError(t, err)
	draft := storetest.Draft("Élan <b>", "A", "B")
	draft.Description, draft.Logo = "d\n2", address
	accounts := account.New(account.Options{DB: db.DB, Logger: slog.New(slog.DiscardHandler)})
	noError(t, errOf(db.CreateProduct(t.Context(), "test", draft)),
		errOf(db.AddSocialLink(t.Context(), "test", site.SocialLink{Platform: "X", URL: "https://x.example/"})),
		errOf(accounts.Administrators.Create(t.Context(), "test", account.NewAdministrator{Email: "secret@example.com", Role: httpapi.Owner, Password: "a long enough password"})))
	return o
}

// An export restores the whole content, and has no secrets in it.
func TestExportRoundTrip(t *testing.T) {
	t.Parallel()
	place := newPlace(t)
	from := exporting(t, place)
	first := exported(t, from)
	same(t, "a second export", exported(t, from), first)
	if bytes.Contains(first, []byte("secret@example.com")) || bytes.Contains(first, []byte("argon2")) {
		t.Error("the export has an account")
	}
	to := config.Import{Database: config.Database{Data: t.TempDir()}, File: from.File}
	to.BackupKeep = 1
	for _, want := range []string{" 1 added, 0 changed", " 0 added, 0 changed"} {
		output, err := said(t, importSite, to)
		noError(t, err)
		wantText(t, output, want)
	}
	copied := config.Export{Database: to.Database, File: filepath.Join(t.TempDir(), "copy.zip")}
	same(t, "an export of what was imported", exported(t, copied), first)
	lines, err := storetest.OpenAt(t, options(to.Database)).Audit(t.Context(), audit.Query{Object: "content"})
	if err != nil || len(lines) != 1 || lines[0].Actor != byCommandLine || !strings.Contains(string(lines[0].After), `"file":"`+filepath.Base(from.File)+`"`) {
		t.Errorf("history has %v, %v", lines, err)
	}
}

// exported is what an export writes. Only its owner may read it.
func exported(t *testing.T, o config.Export) []byte {
	t.Helper()
	noError(t, export(t.Context(), o, io.Discard))
	info, err := os.Stat(o.File)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	file, err := os.ReadFile(o.File)
	noError(t, err)
	return file
}

// A file that is not a whole export changes nothing when it is imported.
func TestExportDamaged(t *testing.T) {
	t.Parallel()
	from := exporting(t, config.Database{Data: t.TempDir()})
	whole := exported(t, from)
	to := config.Import{Database: from.Database}
	to.BackupKeep = 1
	before := storetest.Contents(t, options(from.Database))
	damaged := bytes.Clone(whole)
	damaged[100] ^= 1
	for name, file := range map[string][]byte{"nothing": nil, "nonsense": []byte("nonsense"), "cut": whole[:len(whole)-30], "damaged": damaged} {
		to.File = filepath.Join(t.TempDir(), "site.zip")
		noError(t, os.WriteFile(to.File, file, 0o600))
		if err := importSite(t.Context(), to, io.Discard); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	to.File, to.DryRun = from.File, true
	output, err := said(t, importSite, to)
	noError(t, err)
	wantText(t, output, "0 added")
	same(t, "the database", storetest.Contents(t, options(from.Database)), before)
}

// A file whose ending promises another format is not written.
func TestExportEndings(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tools.txt", "tools.tsv", "tools.xml", "tools.xlsx"} {
		if _, err := writeExport(t.Context(), name, io.Discard, &archive.Content{}, nil); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An export that fails leaves the file that was there.
func TestExportFailure(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "site.zip")
	noError(t, os.WriteFile(path, []byte("old"), 0o600))
	failed := errors.New("the disk is full")
	if err := replaceFile(path, func(to io.Writer) error { _, err := to.Write([]byte("new")); return errors.Join(err, failed) }); !errors.Is(err, failed) {
		t.Error(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if file, _ := os.ReadFile(path); string(file) != "old" || len(entries) != 1 || err != nil {
		t.Errorf("there is %q, and %v, %v", file, entries, err)
	}
}
