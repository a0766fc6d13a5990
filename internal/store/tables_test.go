package store_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// partOf are the tables whose rows an export has as a part of another kind of row.
var partOf = map[string]string{
	"product_categories":  "products",
	"collection_products": "collections",
	"category_names":      "categories",
	"category_slugs":      "categories",
	"images":              "images", // the files that the content names
}

// uploadColumns are the columns of text that may name an upload, with a value that names one. Those of the audit do for each
// object that can be restored.
var uploadColumns = map[string]string{
	"products.logo":             "/uploads/x.jpg",
	"products.images":           `["/uploads/x.jpg"]`,
	"logo_proposals.image":      "/uploads/x.jpg",
	"legal_pages.content":       "![](/uploads/x.jpg)",
	"collections.introduction":  "![](/uploads/x.jpg)",
	"comparison_verdicts.text":  "![](/uploads/x.jpg)",
	"newsletter_drafts.intro":   "![](/uploads/x.jpg)",
	"newsletter_issues.intro":   "![](/uploads/x.jpg)",
	"newsletter_issues.content": `[{"image":"/uploads/x.jpg"}]`,
	"audit.before":              `{"text":"/uploads/x.jpg"}`,
	"audit.after":               `{"text":"/uploads/x.jpg"}`,
}

// withoutUploads are the columns and tables whose text names no upload, and why.
var withoutUploads = map[string]string{
	"plain text": "products.name products.name_key products.slug products.description products.use_cases products.tags products.promo_text products.type " +
		"products.section products.logo_color categories category_names category_slugs product_slugs collections.slug collections.title collections.author " +
		"collections.status collections.old_slugs collection_products.note legal_pages.type legal_pages.title site_settings comparison_verdicts.products " +
		"newsletter_drafts.cadence newsletter_drafts.subject newsletter_drafts.items newsletter_issues.cadence newsletter_issues.status " +
		"newsletter_issues.subject newsletter_issues.items newsletter_issues.zone",
	"an address that is no image":                         "products.website products.website_key products.video_url social_media_links indexnow_calls indexnow_marks",
	"the file is in the row":                              "logo_settings audit_files",
	"the upload itself":                                   "images",
	"the image of another site":                           "logo_proposals.host logo_proposals.website logo_proposals.source logo_proposals.logo_color logo_proposals.state logo_proposals.reason",
	"whoever sends it cannot upload":                      "product_submissions",
	"made from what other rows name, and sent or dropped": "emails idempotency_keys",
	"says who changed what":                               "audit.actor audit.action audit.object audit.object_id audit.address audit.request_id",
	"of people":                                           "users sessions tokens email_changes sign_ups newsletters newsletter_links",
	"state of the program":                                "page_views sync_runs webhook_deliveries rate_limits leases logo_runs",
}

// noUndo are the kinds of entries in the history without undo, and why.
var noUndo = map[string]string{
	"images":              "an upload changes nothing that visitors see",
	"users":               "about people and their sign-ins",
	"tokens":              "a revoked key must stay revoked",
	"social_media_links":  "a line to type again",
	"logo_settings":       "the history does not have the files",
	"product_submissions": "the sender may have been told the decision",
	"drafts":              "a draft changes nothing",
	"content":             "the backup that was made before it has what was here",
	"sync_runs":           "a run that changed nothing",
	"newsletters":         "about people",
	"newsletter_drafts":   "the history does not have the text",
	"newsletter_issues":   "what was sent was sent",
}

type tableColumn struct{ table, column, kind string }

func tableColumns(t *testing.T) (found []tableColumn) {
	t.Helper()
	step := must(db.LastStep())(t)
	noError(t, db.Schema(t.Context(), step, func(ctx context.Context, tx db.Tx) error {
		return tx.Each(ctx, func(rows *sql.Rows) error {
			var c tableColumn
			err := rows.Scan(&c.table, &c.column, &c.kind)
			found = append(found, c)
			return err
		}, "SELECT t.name, c.name, c.type FROM sqlite_master t JOIN pragma_table_info(t.name) c "+
			"WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite~_%' ESCAPE '~' AND t.name <> 'goose_db_version' ORDER BY t.name, c.cid")
	}))
	return found
}

func fileText(t *testing.T, path string) string {
	t.Helper()
	return string(must(os.ReadFile(filepath.Join("..", "..", path)))(t))
}

// A new table, column or kind of entry in the history fails here until it has its place everywhere.
func TestTables(t *testing.T) {
	t.Parallel()
	columns := tableColumns(t)
	var tables []string
	for _, c := range columns {
		tables = append(tables, c.table)
	}
	tables = slices.Compact(tables)
	t.Run("each is in the export, or on the list of docs/development-site.md", func(t *testing.T) {
		_, list, found := strings.Cut(fileText(t, "docs/development-site.md"), "\n## What an export and a sync leave out\n")
		if !found {
			t.Fatal("the list is missing")
		}
		kinds := mirror.KindNames(store.Kinds())
		for _, table := range tables {
			isExported := slices.Contains(kinds, table) || slices.Contains(kinds, partOf[table])
			if isListed := regexp.MustCompile("(?m)^\\|[^|]*\\|[^|]*`" + table + "`").MatchString(list); isExported == isListed && table != "products" && table != "site_settings" {
				t.Errorf("%s: in the export %t, on the list %t", table, isExported, isListed)
			}
		}
		for _, kind := range kinds {
			if !slices.Contains(tables, kind) {
				t.Errorf("%s is in the export, and no table", kind)
			}
		}
	})
	t.Run("each is in a backup", func(t *testing.T) {
		o := db.Options{DataDir: t.TempDir()}
		s := storetest.Filled(t, o)
		files := must(media.OpenDisk(t.TempDir()))(t)
		defer files.Close()
		written := must(backup.Folder{Site: backup.Site{DB: s.DB, Files: files}, Path: t.TempDir()}.Write(t.Context(), backup.Asked))(t)
		archive := must(backup.Open(written.Path, backup.Keys{}))(t)
		defer archive.Close()
		var backedUp []string
		for _, table := range archive.Manifest.Tables {
			if backedUp = append(backedUp, table.Name); table.Rows == 0 && table.Name != "emails" {
				t.Errorf("storetest.Filled has no row of %s", table.Name)
			}
		}
		same(t, "tables", slices.Sorted(slices.Values(backedUp)), tables)
	})
	t.Run("each column that may name an upload keeps it", func(t *testing.T) {
		reasons := map[string]bool{}
		for _, words := range withoutUploads {
			for word := range strings.FieldsSeq(words) {
				reasons[word] = true
			}
		}
		for _, c := range columns {
			name := c.table + "." + c.column
			_, may := uploadColumns[name]
			if c.kind == "TEXT" && may == (reasons[name] || reasons[c.table]) {
				t.Errorf("%s may name an upload: %t, and there is a reason why not: %t", name, may, !may)
			}
		}
		for name, value := range uploadColumns {
			table, column, _ := strings.Cut(name, ".")
			objects := []string{""}
			if table == "audit" {
				objects = store.UndoableObjects()
				objects = slices.DeleteFunc(objects, func(object string) bool { return object == "categories" })
			}
			for _, object := range objects {
				o := db.Options{DataDir: t.TempDir()}
				s := storetest.Filled(t, o)
				if column != "logo" {
					noError(t, s.Exec(t.Context(), "UPDATE products SET logo = ''"))
				}
				if table == "audit" { // its rows never change
					noError(t, s.Exec(t.Context(), "INSERT INTO audit (at, actor, action, object, object_id, version, "+column+
						", address, request_id, is_part) VALUES (1, '', 'update', ?, '1', 1, ?, '', '', FALSE)", object, value))
				} else {
					noError(t, s.Exec(t.Context(), "UPDATE "+table+" SET "+column+" = ?", value))
				}
				if used := must(s.Uploads(t.Context()))(t).Used; !used["x.jpg"] {
					t.Errorf("%s %s: its upload would be thrown away", name, object)
				}
			}
		}
	})
	t.Run("each kind of entry in the history has its words, its filter, and undo or a reason", func(t *testing.T) {
		words, filters, details := fileText(t, "web/src/admin/history/entry-words.ts"), fileText(t, "web/src/admin/history/change-filters.tsx"),
			fileText(t, "web/src/admin/history/change-details.tsx")
		for _, object := range auditedObjects(t) {
			if !strings.Contains(words, `["`+object+`", "`) {
				t.Errorf("%s has no word in entry-words.ts", object)
			}
			if !strings.Contains(filters, `["`+object+`", "`) {
				t.Errorf("%s has no filter in change-filters.tsx", object)
			}
			canUndo := slices.Contains(store.UndoableObjects(), object)
			if canUndo == (noUndo[object] != "") {
				t.Errorf("%s can be undone: %t, and there is a reason why not: %t", object, canUndo, !canUndo)
			}
			if canUndo && !strings.Contains(details, `"`+object+`"`) {
				t.Errorf("%s has no Undo in change-details.tsx", object)
			}
		}
	})
}

// auditedObjects returns the objects that the program's sources name in entries of the audit.
func auditedObjects(t *testing.T) []string {
	t.Helper()
	named := regexp.MustCompile(`\bObject:\s+"(\w+)"`)
	var objects []string
	for _, path := range must(filepath.Glob("../*/*.go"))(t) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, match := range named.FindAllSubmatch(must(os.ReadFile(path))(t), -1) {
			objects = append(objects, string(match[1]))
		}
	}
	slices.Sort(objects)
	return slices.Compact(objects)
}
