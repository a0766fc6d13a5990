package backup_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// style gives a data folder a style sheet of its own.
func style(t *testing.T, data, text string) (path string) {
	t.Helper()
	path = theme.CustomCSSPath(data)
	noError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func contentOf(t *testing.T, path string) string {
	t.Helper()
	text := must(os.ReadFile(path))(t)
	return string(text)
}

func TestCustomCSS(t *testing.T) {
	inParallel(t, map[string]func(t *testing.T){
		"is that of the backup after a restore, or none if the site had none, and another is renamed": func(t *testing.T) {
			for _, engine := range []string{"sqlite", "postgres"} {
				there := place(t, engine)
				const text = ".card { content: '\xe4\x00' } /* as it is */"
				here := place(t, "sqlite")
				site := backup.Site{DB: storetest.OpenAt(t, here).DB, Files: disk(t), CustomCSS: style(t, here.DataDir, text)}
				with := write(t, backup.Folder{Site: site, Path: t.TempDir()}, backup.Asked)
				noError(t, os.Remove(site.CustomCSS))
				without := write(t, backup.Folder{Site: site, Path: t.TempDir()}, backup.Asked)
				earlier := rewritten(t, with.Path, func(m *backup.Manifest) { m.CustomCSS = nil })
				path := theme.CustomCSSPath(there.DataDir)

				restore := func(archive string) (old string) {
					t.Helper()
					return restored(t, archive, there, disk(t)).OldCustomCSS
				}
				same(t, "nothing is moved", restore(with.Path), "")
				same(t, "the style sheet", contentOf(t, path), text)
				same(t, "the same one is not moved", restore(with.Path), "")

				style(t, there.DataDir, "another")
				same(t, "an earlier version's backup moves nothing", restore(earlier), "")
				same(t, "an earlier version's backup leaves it", contentOf(t, path), "another")
				old := restore(with.Path)
				same(t, "the other one", contentOf(t, old), "another")
				same(t, "the style sheet", contentOf(t, path), text)

				old = restore(without.Path)
				same(t, "the one that the site had not", contentOf(t, old), text)
				noError(t, os.Mkdir(path, 0o700)) // which cannot be read
				old = restore(with.Path)
				same(t, "a folder in", []any{must(os.Stat(old))(t).IsDir(), filepath.Dir(old)}, []any{true, there.DataDir})
				same(t, "the style sheet", contentOf(t, path), text)
			}
		},
		"stays after a restore that cannot write it, which says that the data is restored": func(t *testing.T) {
			here, there := place(t, "sqlite"), place(t, "sqlite")
			site := backup.Site{DB: storetest.Filled(t, here).DB, Files: disk(t), CustomCSS: style(t, here.DataDir, "new")}
			archive := write(t, backup.Folder{Site: site, Path: t.TempDir()}, backup.Asked)
			path := style(t, there.DataDir, "old")
			blocked := filepath.Join(there.DataDir, ".vitrine-unfinished-custom.css")
			noError(t, os.Mkdir(blocked, 0o700))
			wantError(t, errOf(tryRestore(t, archive.Path, there, disk(t))), "the data is restored, but custom.css is not")
			same(t, "the style sheet", contentOf(t, path), "old")
			same(t, "the tables", written(t, storetest.OpenAt(t, there), disk(t)).Manifest.Tables, leftOut(archive.Manifest.Tables))
		},
		"does not prevent a backup if it cannot be read, which lists it and restores none": func(t *testing.T) {
			here, there := place(t, "sqlite"), place(t, "sqlite")
			site := backup.Site{DB: storetest.OpenAt(t, here).DB, Files: disk(t), CustomCSS: style(t, here.DataDir, strings.Repeat("/", theme.MaxCustomCSS+1))}
			archive := write(t, backup.Folder{Site: site, Path: t.TempDir()}, backup.Asked)
			same(t, "missing", archive.Manifest.Missing, []string{site.CustomCSS + " is larger than 100 KB"})
			path := style(t, there.DataDir, "present")
			same(t, "nothing is moved", restored(t, archive.Path, there, disk(t)).OldCustomCSS, "")
			same(t, "the style sheet", contentOf(t, path), "present")
		},
	})
}
