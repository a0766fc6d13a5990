package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// What touches files works on Windows: a start, an upload, a restart, an export and its import, a backup and two restores of it.
// The other systems have a test of each.
func TestJourney(t *testing.T) {
	place, there := config.Database{Data: filepath.Join(t.TempDir(), "A site")}, config.Database{Data: t.TempDir()}
	jar, err := cookiejar.New(nil)
	noError(t, err)
	var added media.Added
	whileOpen(t, place, jar, func(c client) {
		c.write("/api/auth/login", http.StatusOK, map[string]any{"username": adminEmail, "password": adminPassword})
		noError(t, json.Unmarshal([]byte(c.write("/api/upload", http.StatusOK, map[string]any{"image": smallPNG(t)})), &added))
		c.write("/api/products", http.StatusCreated, map[string]any{
			"name": "Lumen", "description": "Edits photos.", "website": "https://lumen.example/", "categories": []string{"Video"}, "type": "Free", "section": "Our Products", "logo": added.URL})
	})
	shown := func(place config.Database) {
		t.Helper()
		whileOpen(t, place, nil, func(c client) {
			wantText(t, c.read("/products/lumen"), "<title>Lumen", added.URL)
			wantText(t, c.read(added.URL), "\xff\xd8\xff")
		})
		noError(t, check(t.Context(), config.Check{Database: place}, io.Discard))
	}
	shown(place)

	exported, backedUp := filepath.Join(t.TempDir(), "site.zip"), filepath.Join(t.TempDir(), "backup.zip")
	noError(t, errOf(said(t, export, config.Export{Database: place, File: exported})))
	to := config.Import{Database: config.Database{Data: t.TempDir()}, File: exported}
	to.BackupKeep = 1
	noError(t, errOf(said(t, importSite, to)))
	shown(to.Database)

	noError(t, errOf(said(t, backUp, config.Backup{Database: place, To: backedUp})))
	for range 2 { // to an empty place, and over a site
		noError(t, errOf(said(t, restore, config.Restore{Database: there, File: backedUp})))
		shown(there)
	}
}
