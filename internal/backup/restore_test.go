package backup_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// save writes a backup's file.
func save(t *testing.T, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "saved.zip")
	noError(t, os.WriteFile(path, content, 0o600))
	return path
}

// rewritten is a copy of a backup with its manifest changed, and perhaps a member more.
func rewritten(t *testing.T, path string, change func(*backup.Manifest), more ...string) string {
	t.Helper()
	archive := must(backup.Open(path, backup.Keys{}))(t)
	defer archive.Close()
	change(&archive.Manifest)
	from := must(zip.OpenReader(path))(t)
	defer from.Close()
	var file bytes.Buffer
	to := zip.NewWriter(&file)
	for _, member := range from.File {
		if member.Name != "manifest.json" {
			noError(t, to.Copy(member))
		}
	}
	for _, name := range append(more, "manifest.json") {
		member := must(to.Create(name))(t)
		if name == "manifest.json" {
			noError(t, json.NewEncoder(member).Encode(archive.Manifest))
		}
	}
	noError(t, to.Close())
	return save(t, file.Bytes())
}

// leftOut returns tables as they are after a restore: those whose rows it leaves out are empty, and give no id twice.
func leftOut(tables []backup.Table) []backup.Table {
	tables, nothing := slices.Clone(tables), sha256.Sum256(nil)
	for i, table := range tables {
		if slices.Contains(backup.NotRestored, table.Name) {
			tables[i].Rows, tables[i].Hash = 0, hex.EncodeToString(nothing[:])
		}
	}
	return tables
}

// A backup of one engine is restored to the other and back, whole and equal but for what is left out.
func TestRestoreAcrossEngines(t *testing.T) {
	t.Parallel()
	for _, way := range [][]string{{"sqlite", "postgres", "sqlite"}, {"postgres", "sqlite", "postgres"}, {"sqlite", "sqlite"}, {"postgres", "postgres"}} {
		t.Run(strings.Join(way, " to "), func(t *testing.T) {
			here, files := place(t, way[0]), disk(t)
			s := storetest.Filled(t, here)
			image := upload(t, here, files, "a picture")
			first := written(t, s, files)
			same(t, "engine", first.Manifest.Engine, way[0])
			for _, table := range first.Manifest.Tables {
				if table.Rows == 0 && table.Name != "emails" {
					t.Errorf("the table %s is empty, so that nothing is tried of it", table.Name)
				}
			}
			last := first
			for _, engine := range way[1:] {
				there, empty := place(t, engine), disk(t)
				same(t, "old data", restored(t, last.Path, there, empty).OldData, "")
				last = written(t, storetest.OpenAt(t, there), empty)
				same(t, "engine", last.Manifest.Engine, engine)
				same(t, "tables", last.Manifest.Tables, leftOut(first.Manifest.Tables))
				same(t, "uploads", last.Manifest.Uploads, first.Manifest.Uploads)
			}
			same(t, "uploads", first.Manifest.Uploads[0].Name, image)
		})
	}
}

func TestRestore(t *testing.T) {
	eachDatabase(t, map[string]func(t *testing.T, there db.Options){
		"gives as next id one that was never given": func(t *testing.T, there db.Options) {
			restored(t, written(t, storetest.Filled(t, place(t, "sqlite")), disk(t)).Path, there, disk(t))
			storetest.OpenAt(t, there)
			storetest.Exec(t, there, "INSERT INTO emails (submission_id, recipient, subject, body, created_at) VALUES (1, '', '', '', 1)")
			if contents := storetest.Contents(t, there); !strings.Contains(contents, `emails: ['\x02'`) {
				t.Error("the first email after the restore has not the id 2")
			}
		},
		"stops the issues that were to be sent, which may have been sent since the backup": func(t *testing.T, there db.Options) {
			here := place(t, "sqlite")
			s := storetest.Filled(t, here)
			storetest.Exec(t, here, `INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items) VALUES
			(2, 'weekly', 'scheduled', '', '', '[]'), (3, 'weekly', 'sending', '', '', '[]'), (4, 'monthly', 'paused', '', '', '[]'), (5, 'weekly', 'sent', '', '', '[]');
			INSERT INTO emails (issue, recipient, subject, body, state, created_at) VALUES (3, '', '', '', 'waiting', 1), (3, '', '', '', 'sending', 1), (3, '', '', '', 'sent', 1),
			(4, '', '', '', 'paused', 1), (5, '', '', '', 'sent', 1), (NULL, '', '', '', 'waiting', 1)`)
			archive := written(t, s, disk(t))
			restored(t, archive.Path, there, disk(t))
			after := storetest.OpenAt(t, there)
			var statuses, states string
			noError(t, after.ReadOne(t.Context(), "read", &statuses, "SELECT string_agg(status, ' ') FROM (SELECT status FROM newsletter_issues ORDER BY number) AS i"))
			noError(t, after.ReadOne(t.Context(), "read", &states, "SELECT string_agg(state, ' ') FROM (SELECT COALESCE(issue, 0) || ' ' || state AS state FROM emails ORDER BY id) AS e"))
			same(t, "the issues", statuses, "sent stopped stopped stopped sent")
			same(t, "the emails", states, "3 sending 3 sent 5 sent 0 waiting")
		},
		"brings back no session, key or code, which may have ended since the backup": func(t *testing.T, there db.Options) {
			here := place(t, "sqlite")
			s := storetest.Filled(t, here)
			storetest.Exec(t, here, "UPDATE users SET verification_code = 'c', verification_expiry = 4000000000000000")
			restored(t, written(t, s, disk(t)).Path, there, disk(t))
			storetest.OpenAt(t, there)
			for _, table := range []string{"sessions", "tokens", "sign_ups", "email_changes", "invitations", "users WHERE verification_code <> '' OR verification_expiry IS NOT NULL"} {
				same(t, table, storetest.Column(t, there, "SELECT CAST(COUNT(*) AS TEXT) FROM "+table), []string{"0"})
			}
			same(t, "users", storetest.Column(t, there, "SELECT email FROM users"), []string{"Ann@example.com"})
		},
		"moves the old data away and deletes none of it": func(t *testing.T, there db.Options) {
			archive := written(t, storetest.Filled(t, place(t, "sqlite")), disk(t))
			old := must(store.Open(t.Context(), there))(t)
			storetest.Exec(t, there, "INSERT INTO categories (name, name_key, slug) VALUES ('Old', 'old', 'old')")
			before := storetest.Contents(t, there)
			noError(t, old.Close())
			if there.DatabaseURL != "" {
				storetest.Exec(t, there, "CREATE TABLE of_another_program (id INT)")
			}
			oldData := restored(t, archive.Path, there, disk(t)).OldData
			oldDatabase := db.Options{DataDir: oldData}
			if there.DatabaseURL != "" {
				storetest.Exec(t, there, "DROP TABLE of_another_program") // it stayed where it was
				_, schema, _ := strings.Cut(oldData, "the schema ")
				oldDatabase = db.Options{DatabaseURL: there.DatabaseURL + "&search_path=" + schema}
			}
			same(t, "the old data", storetest.Contents(t, oldDatabase), before)
			if now := storetest.Contents(t, there); strings.Contains(now, `"Old"`) || !strings.Contains(now, "Ann <b>") {
				t.Error("what was restored is not in its place")
			}
		},
		"does nothing while the database is open": func(t *testing.T, there db.Options) {
			archive := written(t, storetest.Filled(t, place(t, "sqlite")), disk(t))
			s := storetest.Filled(t, there)
			before := storetest.Contents(t, there)
			wantError(t, errOf(tryRestore(t, archive.Path, there, disk(t))), "stop it first")
			same(t, "what is there", storetest.Contents(t, there), before)
			noError(t, s.Ping(t.Context()))
		},
	})
}

func TestRestoreBackup(t *testing.T) {
	inParallel(t, map[string]func(t *testing.T){
		"refuses a damaged backup, wherever the damage is": func(t *testing.T) {
			here, files := place(t, "sqlite"), disk(t)
			s := storetest.Filled(t, here)
			upload(t, here, files, strings.Repeat("an image ", 2_000))
			archive := written(t, s, files)
			whole := must(os.ReadFile(archive.Path))(t)
			there, none := place(t, "sqlite"), disk(t)
			noError(t, storetest.OpenAt(t, there).Close())
			before := storetest.Contents(t, there)
			refused := 0
			for at := 0; at < len(whole); at += 331 {
				damaged := slices.Clone(whole)
				damaged[at] ^= 0x10
				path := save(t, damaged)
				a, err := backup.Open(path, backup.Keys{})
				if err == nil {
					err = a.Verify(t.Context(), nil)
					a.Close()
				}
				if err == nil { // a byte that says nothing of the content: a time, an attribute
					continue
				}
				refused++
				if refused%20 == 1 {
					wantError(t, errOf(tryRestore(t, path, there, none)))
				}
			}
			if refused < len(whole)/331*8/10 {
				t.Errorf("only %d of %d damaged backups were refused", refused, len(whole)/331)
			}
			for _, size := range []int{0, 1, len(whole) / 2, len(whole) - 1} {
				wantError(t, errOf(tryRestore(t, save(t, whole[:size]), there, none)))
			}
			same(t, "what is there", storetest.Contents(t, there), before)
		},
		"refuses a backup if what it says of itself is wrong": func(t *testing.T) {
			archive := written(t, storetest.Filled(t, place(t, "sqlite")), disk(t))
			there := place(t, "sqlite")
			for want, path := range map[string]string{
				"later version of this program, test (step 999, known here: ":   rewritten(t, archive.Path, func(m *backup.Manifest) { m.Step = 999 }),
				"later version of this program, test (format 9, known here: 1)": rewritten(t, archive.Path, func(m *backup.Manifest) { m.Format = 9 }),
				"tables and not ": rewritten(t, archive.Path, func(m *backup.Manifest) {
					nothing := sha256.Sum256(nil)
					m.Tables = append(m.Tables, backup.Table{Name: "more", Hash: hex.EncodeToString(nothing[:])})
				}, "tables/more.jsonl"),
				"that is too old (step 11; the oldest that can be restored is step ": rewritten(t, archive.Path, func(m *backup.Manifest) { m.Step = 11 }),
				"is not what was written, by its SHA-256":                            rewritten(t, archive.Path, func(m *backup.Manifest) { m.Tables[0].Hash = "00" }),
				"rows and not 77":         rewritten(t, archive.Path, func(m *backup.Manifest) { m.Tables[0].Rows = 77 }),
				"members and not":         rewritten(t, archive.Path, func(*backup.Manifest) {}, "tables/more.jsonl"),
				"is no name of an upload": rewritten(t, archive.Path, func(m *backup.Manifest) { m.Uploads = []backup.Upload{{Name: "../../vitrine.db"}} }, "uploads/../../vitrine.db"),
				`was made in step`: rewritten(t, archive.Path, func(m *backup.Manifest) {
					m.Tables[0].Columns = append([]string{`id") VALUES (1); DROP TABLE users; --`}, m.Tables[0].Columns[1:]...)
				}),
				"was not restored as it was: nothing was changed": rewritten(t, archive.Path, func(m *backup.Manifest) {
					products := slices.IndexFunc(m.Tables, func(t backup.Table) bool { return t.Name == "products" })
					m.Tables[products].LastID = 1 // there are products with higher ids
				}),
				"its custom.css is larger than 100 KB": rewritten(t, archive.Path, func(m *backup.Manifest) { m.CustomCSS = make([]byte, theme.MaxCustomCSS+1) }),
				"it has no table ":                     rewritten(t, archive.Path, func(m *backup.Manifest) { m.Tables[0] = m.Tables[1] }),
				"it is no backup of this program":      filepath.Join("testing_test.go"),
			} {
				wantError(t, errOf(tryRestore(t, path, there, disk(t))), want)
			}
			same(t, "what is left", names(t, there.DataDir), []string{"vitrine.lock"})
		},
		"restores tables in whatever order they are listed": func(t *testing.T) {
			archive := written(t, storetest.Filled(t, place(t, "sqlite")), disk(t))
			there := place(t, "postgres")
			restored(t, rewritten(t, archive.Path, func(m *backup.Manifest) { slices.Reverse(m.Tables) }), there, disk(t))
			same(t, "tables", written(t, storetest.OpenAt(t, there), disk(t)).Manifest.Tables, leftOut(archive.Manifest.Tables))
		},
		"moves a database of another version away, with the tables that only that version has": func(t *testing.T) {
			archive := written(t, storetest.Filled(t, place(t, "sqlite")), disk(t))
			for _, engine := range []string{"sqlite", "postgres"} {
				for table, other := range map[string]func(there db.Options){
					"of_earlier": func(there db.Options) {
						noError(t, storetest.OpenAt(t, there).Close())
						storetest.Exec(t, there, "CREATE TABLE of_earlier (id BIGINT)")
						storetest.Exec(t, there, "UPDATE goose_db_version SET version_id = 3 WHERE version_id > 0")
					},
					"of_later": func(there db.Options) {
						noError(t, storetest.OpenAt(t, there).Close())
						storetest.Exec(t, there, "CREATE TABLE of_later (id BIGINT)")
						storetest.Exec(t, there, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)")
					},
				} {
					there := place(t, engine)
					other(there)
					restored(t, archive.Path, there, disk(t))
					storetest.OpenAt(t, there)
					storetest.Exec(t, there, "CREATE TABLE "+table+" (id BIGINT)") // which is not there any more
				}
			}
		},
		"replaces an upload that is damaged, and leaves others alone": func(t *testing.T) {
			here, files := place(t, "sqlite"), disk(t)
			s := storetest.Filled(t, here)
			name := upload(t, here, files, "a picture")
			archive := written(t, s, files)
			damaged := disk(t)
			for file, content := range map[string]string{name: "A PICTURE", "other.jpg": "another"} {
				noError(t, damaged.Put(t.Context(), file, []byte(content)))
			}
			restored(t, archive.Path, place(t, "sqlite"), damaged)
			whole := must(media.IsWhole(t.Context(), damaged, name))(t)
			same(t, "the damaged one is whole", whole, true)
			noError(t, errOf(damaged.Open(t.Context(), "other.jpg")))
		},
	})
}
