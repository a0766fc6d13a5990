package app_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/imports"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const (
	onImport       = "/api/admin/import"
	onImportImages = "/api/admin/import-images"
)

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST " + onImport, onImport + "?name=tools.csv&dryRun=true", "name,website,categories,slug\nFirst,https://example.com/first,Writing,first\n"},
		{"POST " + onImportImages + "/retry", "", ""},
		{"DELETE " + onImportImages, "", ""},
	}...)
	needScope(account.ScopeReadAll, onImportImages)
	fileTypes[onImport], bounds[onImport] = "application/octet-stream", imports.MaxFile
}

// importFile imports a file, or says what that would do.
func (s *openSite) importFile(t *testing.T, query, text string) imports.Outcome {
	t.Helper()
	return read[imports.Outcome](t, s.ask(administrator, "POST", onImport+"?"+query, text), http.StatusOK)
}

const dry = "dryRun=true&name="

func TestImports(t *testing.T) {
	eachSite(t, siteTests{
		"are tried, done as one change and undone": func(t *testing.T, s *openSite) {
			const table = "Titel;Homepage;Kategorie;Preis;Status;Bild;Notiz\nÜber;https://uber.example;Écriture;ab 9 €;live;https://old.example/u.png;a\n" +
				"First;https://1.example;Écriture;gratis;live;;b\nEntwurf;https://e.example;X;;Entwurf;;c\n;https://nobody.example;X;;live;;d\n"
			windows := strings.NewReplacer("Ü", "\xdc", "É", "\xc9", "€", "\x80").Replace(table)
			found := s.importFile(t, dry+"liste.csv", windows)
			storetest.Same(t, "what it is", []string{found.Format, found.Encoding, found.Separator, found.Problem}, []string{"csv", "Windows-1252", ";", ""})
			storetest.Same(t, "rows", []int{found.Rows, found.Refused, found.Created, found.Updated}, []int{2, 1, 2, 0})
			storetest.Same(t, "a column", found.Columns[0], imports.Column{Name: "Titel", Field: "name", Samples: []string{"Über", "First", "Entwurf"}})
			storetest.Same(t, "a problem", found.Problems, []imports.Problem{{Line: 5, Reasons: []string{"name: Please enter a name"}}})
			storetest.Same(t, "differences", found.Differences[0].Name, "Über")
			storetest.Same(t, "notes", found.Notes[:3], []string{"The file is in Windows-1252, not in UTF-8, and was read as such: check the letters with accents.",
				`1 row not public where it comes from: left out ("entwurf" 1)`, `Prices read: "ab 9 €" as Premium 1, "gratis" as Free 1`})

			refused := s.importFile(t, "name=liste.csv", windows)
			if refused.IsReady || !strings.HasPrefix(refused.Problem, "1 of 3 rows can't be used.") {
				t.Errorf("with a bad row: %+v", refused)
			}
			done := s.importFile(t, "name=liste.csv&skipBad=true&fetchImages=true", windows)
			storetest.Same(t, "done", []any{done.Created, done.IsReady, done.Version > 0}, []any{2, true, true})
			s.expect(t, administrator, "GET", onImportImages, "", 200, `{"pending":1,"failed":0,"listed":[]}`)
			again := s.importFile(t, dry+"liste.csv&columns="+url.QueryEscape(`{"Notiz":"description"}`), windows)
			storetest.Same(t, "with a column mapped by hand", []any{again.Updated, again.Changed}, []any{2, []imports.Counted{{Text: "description", Count: 2}}})

			entries := read[records.AuditPage](t, s.ask(administrator, "GET", "/api/audit?object=products&limit=1", ""), http.StatusOK).Entries
			if len(entries) != 1 || entries[0].Version != done.Version || !entries[0].CanUndo || !strings.Contains(asJSON(entries[0].After), "liste.csv") {
				t.Errorf("entries %+v", entries)
			}
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, done.Version), 200, `{"restored":2}`)
			s.expect(t, administrator, "GET", onImportImages, "", 200, `{"pending":0}`)
		},
		"map columns by hand where none is known": func(t *testing.T, s *openSite) {
			text := "Ding\tWo\tArt\nLamp\thttps://lamp.example\tLight\n"
			found := s.importFile(t, dry+"a.tsv", text)
			if found.IsReady || !strings.Contains(found.Problem, "Missing: name, website, categories") || len(found.Columns) != 3 {
				t.Errorf("found %+v", found)
			}
			mapping := url.QueryEscape(`{"Ding":"name","Wo":"website","Art":"categories"}`)
			storetest.Same(t, "created", s.importFile(t, "name=a.tsv&columns="+mapping, text).Created, 1)
			twice := s.importFile(t, dry+"a.tsv&columns="+url.QueryEscape(`{"Ding":"name","Wo":"name"}`), text)
			storetest.Same(t, "two columns for a field", twice.Problem, "Two columns are chosen for the field name. Please leave one of them out.")
			for _, query := range []string{"", "name=a.csv&match=all", "name=a.csv&columns=5", "name=a.csv&columns=" + strings.Repeat("x", 9000)} {
				s.ask(administrator, "POST", onImport+"?"+query, text).failed(t, http.StatusBadRequest)
			}
			if p := s.importFile(t, dry+"a.doc", text).Problem; !strings.Contains(p, ".csv") || !strings.Contains(p, ".zip") {
				t.Errorf("another file: %s", p)
			}
			json := `{"headline":"Lamp two","url":"https://two.example","category":"Light"}` + "\n"
			storetest.Same(t, "JSON lines", s.importFile(t, dry+"a.jsonl&columns="+url.QueryEscape(`{"headline":"name"}`), json).Created, 1)
			wordpress := `<rss><channel><item><title>Lamp three</title><post_type>t</post_type><status>publish</status><category domain="category">Light</category>` +
				"<postmeta><meta_key>goes_to</meta_key><meta_value>https://three.example</meta_value></postmeta></item></channel></rss>"
			found = s.importFile(t, dry+"a.xml", wordpress)
			storetest.Same(t, "fields of WordPress", []any{found.IsReady, found.Columns}, []any{false, []imports.Column{{Name: "goes_to", Samples: []string{"https://three.example"}}}})
			storetest.Same(t, "WordPress", s.importFile(t, dry+"a.xml&columns="+url.QueryEscape(`{"goes_to":"website"}`), wordpress).Created, 1)
		},
		"ask about a website under another name": func(t *testing.T, s *openSite) {
			s.importFile(t, "name=a.csv", "name,website,categories\nLamp,https://lamp.example,Light\n")
			const text = "name,website,categories\nTorch,https://lamp.example,Light\n"
			if found := s.importFile(t, "name=a.csv", text); found.IsReady || strings.Contains(found.Problem, "--match") || len(found.Questions) != 1 || !strings.Contains(found.Questions[0], `"Torch" has the website of "Lamp"`) {
				t.Errorf("found %+v", found)
			}
			storetest.Same(t, "renamed", s.importFile(t, dry+"a.csv&match=website", text).Updated, 1)
			storetest.Same(t, "beside it", s.importFile(t, dry+"a.csv&match=name", text).Created, 1)
		},
		"tell how far they are": func(t *testing.T, s *openSite) {
			got := s.ask(administrator, "POST", onImport+"?name=a.csv", "name,website,categories\nLamp,https://lamp.example,Light\n", "Accept", "text/event-stream")
			if got.status != http.StatusOK || !strings.Contains(got.body, "event: done\ndata: {\"format\":\"csv\"") {
				t.Errorf("%d %s", got.status, got.body)
			}
		},
		"take the tools of an archive with their images": func(t *testing.T, s *openSite) {
			var file bytes.Buffer
			storetest.Exec(t, s.place, "UPDATE products SET name = 'Other' WHERE id = 1")
			image := read[media.Added](t, s.ask(administrator, "POST", "/api/upload", `{"image":"`+pixel+`"}`), http.StatusOK).URL
			storetest.Exec(t, s.place, "UPDATE products SET logo = '"+image+"' WHERE id = 2")
			content, err := (&archive.Queries{DB: s.store.DB, Kinds: s.store.Kinds}).Content(t.Context())
			storetest.NoError(t, err)
			files := storetest.Must(media.OpenDisk(s.uploads))(t)
			_, err = archive.Export(t.Context(), &file, "v1", content, files, func(int, int) {})
			storetest.NoError(t, err)
			storetest.NoError(t, files.Close())
			storetest.Exec(t, s.place, "UPDATE products SET name = 'First' WHERE id = 1; UPDATE products SET logo = '' WHERE id = 2")
			storetest.NoError(t, os.Remove(filepath.Join(s.uploads, filepath.Base(image))))
			found := s.importFile(t, dry+"site.ZIP", file.String())
			storetest.Same(t, "found", []any{found.Format, found.Updated, found.Created, found.Problem}, []any{"archive", 2, 0, ""})
			if len(found.NotTaken) == 0 {
				t.Error("it says of nothing that it is not taken")
			}
			storetest.Same(t, "imported", s.importFile(t, "name=site.zip", file.String()).Updated, 2)
			s.ask(nobody, "GET", image, "").has(t, http.StatusOK)
			if p := s.importFile(t, dry+"a.zip", "PK").Problem; p != "This file is not an export of a site." {
				t.Errorf("what is no file: %s", p)
			}
		},
	})
}

// Each messy file of other programs is read in the browser as by the command.
func TestImportsMessy(t *testing.T) {
	t.Parallel()
	s := siteWith(t, siteOptions{})
	files, err := filepath.Glob("../exchange/testdata/cases/*/*.*")
	storetest.NoError(t, err)
	read := 0
	for _, path := range files {
		if ext := filepath.Ext(path); !strings.Contains(".csv .tsv .json .jsonl .xml", ext) || ext == "" {
			continue
		}
		text, err := os.ReadFile(path)
		storetest.NoError(t, err)
		found := s.importFile(t, dry+url.QueryEscape(filepath.Base(path))+"&match=id", string(text))
		if found.IsReady {
			read++
		} else if found.Problem == "" {
			t.Errorf("%s: %+v", path, found)
		}
	}
	if read < 20 {
		t.Errorf("%d of %d files can be imported", read, len(files))
	}
}
