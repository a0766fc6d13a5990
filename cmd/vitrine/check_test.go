package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// newStock is a site that has one product, whose logo is a stored image of this name.
func newStock(t *testing.T) (place config.Database, db *store.Store, logo string) {
	t.Helper()
	place = newPlace(t)
	db = storetest.OpenAt(t, options(place))
	address, err := media.NewLibrary(filesOf(t, place), &db.Images).AddJPEG(t.Context(), "tester", "logo.png", []byte("a picture"))
	noError(t, err)
	noError(t, errOf(db.CreateProduct(t.Context(), "tester", shown(address))))
	return place, db, strings.TrimPrefix(address, media.Path)
}

func shown(logo string) catalog.Draft {
	d := storetest.Draft(`It's "One"`)
	d.Logo = logo
	return d
}

// Where nothing is wrong, a check says so.
func TestCheckNoProblems(t *testing.T) {
	t.Parallel()
	place, _, _ := newStock(t)
	output, err := said(t, check, config.Check{Database: place})
	if err != nil || !strings.HasSuffix(output, "No problems found.\n") || !strings.Contains(output, "Uploads read: 1; images recorded: 1; uploads used by products: 1.") {
		t.Errorf("%v and:\n%s", err, output)
	}
}

// A check names each upload with which something is wrong.
func TestCheckUploadProblems(t *testing.T) {
	t.Parallel()
	place, db, logo := newStock(t)
	folder := filepath.Join(place.Data, "uploads")
	lost := strings.Repeat("a", 64) + ".jpg"
	two := shown("/uploads/" + lost)
	two.Images = []string{"/uploads/screen.png"}
	noError(t, errOf(db.SaveImage(t.Context(), "tester", media.Image{FileName: lost, MimeType: "image/jpeg", Size: 9})))
	for _, d := range []catalog.Draft{two, two} {
		noError(t, errOf(db.CreateProduct(t.Context(), "tester", d)))
	}
	storetest.Exec(t, options(place), "DELETE FROM images WHERE file_name = '"+lost+"'")
	noError(t, db.DeleteProduct(t.Context(), "tester", 3))
	gone := strings.Repeat("b", 64) + ".jpg"
	broken := strings.Repeat("c", 64) + ".jpg"
	for _, name := range []string{gone, broken} {
		noError(t, errOf(db.SaveImage(t.Context(), "tester", media.Image{FileName: name, MimeType: "image/jpeg", Size: 9})))
	}
	acknowledged, err := db.SaveImage(t.Context(), "tester", media.Image{FileName: strings.Repeat("d", 64) + ".jpg", MimeType: "image/jpeg", Size: 9})
	noError(t, err, db.RecordUpload(t.Context(), "tester", acknowledged))
	noError(t, errOf(db.SaveLegalPage(t.Context(), "tester", site.LegalPage{Type: site.PrivacyPolicy, Content: "![](/uploads/" + gone + ")"})))
	for name, text := range map[string]string{logo: "torn", "notes.txt": "mine"} {
		noError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	output, err := said(t, check, config.Check{Database: place})
	same(t, "how it ends", fmt.Sprint(err), "7 problems found")
	for _, want := range []string{
		`The logo of product 2 ("It's \"One\"") is missing: ` + lost + ".",
		`The screenshot of product 2 ("It's \"One\"") is missing: screen.png.`,
		`The logo of product 3 ("It's \"One\"", in the trash) is missing: ` + lost + ".",
		`The file of an image is missing: ` + gone + ".",
		`The row of an interrupted upload: ` + broken + ".",
		`An uploaded image is lost, and nothing uses it yet: ` + acknowledged.FileName + ".",
		`A file is not what was stored under its name: "` + logo + `".`,
		`A file without an image: "notes.txt".`,
	} {
		wantText(t, output, "  "+want+"\n")
	}
}

// A check beside a running site that takes uploads reports no problem.
func TestCheckDuringUploads(t *testing.T) {
	t.Parallel()
	place, db, _ := newStock(t)
	library := media.NewLibrary(filesOf(t, place), &db.Images)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() {
		for i := 0; ; i++ {
			address, err := library.AddJPEG(t.Context(), "tester", "logo.png", fmt.Append(nil, "image ", i))
			if err == nil {
				_, err = db.CreateProduct(t.Context(), "tester", shown(address))
			}
			if err != nil || ctx.Err() != nil {
				stopped <- err
				return
			}
		}
	}()
	output, err := said(t, check, config.Check{Database: place})
	stop()
	noError(t, <-stopped)
	if err != nil || strings.Contains(output, "Wrong:") || strings.Contains(output, "Leftovers") {
		t.Errorf("%v and:\n%s", err, output)
	}
}

// A check changes nothing in the folder of uploads.
func TestCheckUploadsReadOnly(t *testing.T) {
	t.Parallel()
	place, _, logo := newStock(t)
	folder := filepath.Join(place.Data, "uploads")
	unfinished := filepath.Join(folder, ".new-UNFINISHED")
	hourAgo := time.Now().Add(-time.Hour)
	noError(t, os.WriteFile(unfinished, []byte("half"), 0o640), os.Chtimes(unfinished, hourAgo, hourAgo))
	if output, err := said(t, check, config.Check{Database: place}); err != nil {
		t.Errorf("%v and:\n%s", err, output)
	}
	noError(t, errOf(os.Stat(unfinished)), os.RemoveAll(folder))
	output, err := said(t, check, config.Check{Database: place})
	wantError(t, err, "problem")
	wantText(t, output, logo)
	wantMissing(t, folder)
}

// A check warns of files and folders that other users may read.
func TestCheckPermissions(t *testing.T) {
	t.Parallel()
	place, _, _ := newStock(t)
	backups := filepath.Join(place.Data, "backups")
	backup := filepath.Join(backups, "vitrine-backup-20260101-000000.000.zip")
	paths := map[string]fs.FileMode{place.Data: 0o700, backups: 0o700, backup: 0o600, filepath.Join(place.Data, "vitrine.db"): 0o600}
	noError(t, os.Mkdir(backups, 0o700), os.WriteFile(backup, nil, 0o600))
	for path, mode := range paths {
		noError(t, os.Chmod(path, mode|mode>>3))
	}
	output, err := said(t, check, config.Check{Database: place})
	noError(t, err)
	for path, mode := range paths {
		wantText(t, output, fmt.Sprintf("  Other users may read %s (mode %04o); to stop that: chmod %o %s\n", path, mode|mode>>3, mode, path))
		noError(t, os.Chmod(path, mode))
	}
	if output, err := said(t, check, config.Check{Database: place}); err != nil || strings.Contains(output, "Warnings") {
		t.Errorf("with private files: %v and:\n%s", err, output)
	}
}

// A long report is cut short.
func TestCheckReportLimit(t *testing.T) {
	t.Parallel()
	names := make([]string, 1_000)
	recorded := media.Uploads{Rows: map[string]int64{}, Used: map[string]bool{}}
	for i := range names {
		names[i] = fmt.Sprintf("%x.jpg", sha256.Sum256([]byte{byte(i), byte(i >> 8)}))
		if i >= 500 {
			recorded.Rows[names[i]], recorded.Used[names[i]] = 1, true
		}
	}
	look := compareUploads(recorded, slices.Clone(names[:750]))
	same(t, "findings", len(look.found), 250+500)
	var out bytes.Buffer
	same(t, "how it ends", fmt.Sprint(look.found.write(&out)), "250 problems found")
	if text := out.String(); !strings.Contains(text, "and 50 more.") || !strings.Contains(text, "and 300 more.") || strings.Count(text, "\n") != 404 {
		t.Errorf("%d lines", strings.Count(text, "\n"))
	}
	noError(t, checkReport{}.write(io.Discard))
}
