package store_test

import (
	"cmp"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// featureTables are the tables of features that can be taken out. They stay without their feature, and nothing is asked of them.
var featureTables = map[string][]string{
	"additions":    {"additions"},
	"alternatives": {"alternative_picks"},
	"money":        {"affiliate_links", "bookings", "affiliate_clicks", "affiliate_journals", "affiliate_imports", "affiliate_earnings", "affiliate_moves", "affiliate_checks"},
	"compare":      {"comparison_verdicts"},
	"collections":  {"collections", "collection_products"},
	"searches":     {"synonyms", "vain_searches", "vain_search_words"},
	"redirects":    {"redirects", "redirect_hits"},
	"newsletter":   {"newsletters", "newsletter_drafts", "newsletter_issues", "newsletter_links", "newsletter_visits"},
	"indexnow":     {"indexnow_calls", "indexnow_marks"},
	"linkchecks":   {"link_checks", "link_runs"},
	"logos":        {"logo_proposals", "logo_runs"},
	"imports":      {"import_images"},
	"people":       {"invitations"},
	"mirror":       {"sync_runs", "webhook_deliveries"},
}

// withoutFeature returns the tables whose feature was taken out.
func withoutFeature() (tables []string) {
	for name, own := range featureTables {
		if !slices.ContainsFunc(features.All, func(f feature.Feature) bool { return f.Name == name }) {
			tables = append(tables, own...)
		}
	}
	return tables
}

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

// withoutUploads are the columns and tables whose text names no upload, and why. The words of a tool are catalog.ProductFields'.
var withoutUploads = map[string]string{
	"plain text": "products.name_key products.slug products.type products.section products.logo_color products.status products.publish_at products.featured_until products.deal_from products.deal_to categories category_names category_slugs product_slugs " +
		"synonyms collections.slug collections.title collections.author collections.status collections.old_slugs collection_products.note legal_pages.type " +
		"legal_pages.title site_settings comparison_verdicts.products bookings newsletter_drafts.cadence newsletter_drafts.subject newsletter_drafts.items newsletter_issues.cadence newsletter_issues.status " +
		"newsletter_issues.subject newsletter_issues.items newsletter_issues.zone",
	"an address that is no image":                         "affiliate_links affiliate_moves affiliate_checks link_checks redirects additions products.website products.website_key products.video_url products.deal_url social_media_links indexnow_calls indexnow_marks",
	"the file is in the row":                              "logo_settings audit_files",
	"the upload itself":                                   "images",
	"the image of another site":                           "import_images logo_proposals.host logo_proposals.website logo_proposals.source logo_proposals.logo_color logo_proposals.state logo_proposals.reason",
	"whoever sends it cannot upload":                      "product_submissions",
	"made from what other rows name, and sent or dropped": "emails idempotency_keys",
	"says who changed what":                               "audit.actor audit.action audit.object audit.object_id audit.address audit.request_id",
	"state of the program":                                "page_views vain_searches vain_search_words affiliate_clicks affiliate_journals affiliate_imports affiliate_earnings sync_runs webhook_deliveries rate_limits leases notices logo_runs link_runs",
	"of people":                                           "users sessions tokens two_factor recovery_codes invitations email_changes sign_ups newsletters newsletter_links",
}

var rewrite = flag.Bool("update", false, "rewrite web/src/api/kinds.gen.ts")

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
	columns, gone := tableColumns(t), withoutFeature()
	var all []string
	for _, c := range columns {
		all = append(all, c.table)
	}
	all = slices.Compact(all)
	isGone := func(table string) bool { return slices.Contains(gone, table) }
	tables := slices.DeleteFunc(slices.Clone(all), isGone)
	columns = slices.DeleteFunc(columns, func(c tableColumn) bool { return isGone(c.table) })
	t.Run("each is in the export, or on the list of docs/development-site.md", func(t *testing.T) {
		_, list, found := strings.Cut(fileText(t, "docs/development-site.md"), "\n## What an export and a sync leave out\n")
		if !found {
			t.Fatal("the list is missing")
		}
		leftOut := map[string]string{} // why, by table
		for _, row := range regexp.MustCompile(`(?m)^\|[^|]*\|([^|]*)\| (.*) \|$`).FindAllStringSubmatch(list, -1) {
			for _, name := range regexp.MustCompile("`[a-z_]+`").FindAllString(row[1], -1) {
				leftOut[strings.Trim(name, "`")] = row[2]
			}
		}
		kinds := archive.KindNames(store.Kinds())
		for _, table := range tables {
			isExported := slices.Contains(kinds, table) || slices.Contains(kinds, partOf[table])
			if _, isListed := leftOut[table]; isExported == isListed && table != "products" && table != "site_settings" {
				t.Errorf("%s: in the export %t, on the list %t", table, isExported, isListed)
			}
		}
		for _, k := range store.Kinds() {
			if isExported := k.Archive != nil; isExported == (k.NotArchived != "") {
				t.Errorf("%s: in the export %t, and there is a reason why not: %t", k.Table, isExported, !isExported)
			}
			if why, isListed := leftOut[k.Table]; isListed && k.NotArchived != "" && why != k.NotArchived {
				t.Errorf("%s is left out because %q, on the list because %q", k.Table, k.NotArchived, why)
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
		same(t, "tables", slices.Sorted(slices.Values(backedUp)), all)
	})
	t.Run("each column that may name an upload keeps it", func(t *testing.T) {
		reasons := map[string]bool{}
		for _, words := range withoutUploads {
			for word := range strings.FieldsSeq(words) {
				reasons[word] = true
			}
		}
		for field := range reflect.TypeFor[catalog.ProductFields]().Fields() {
			if kind := catalog.TextKind(field.Tag.Get("text")); kind == catalog.Line || kind == catalog.Lines {
				reasons["products."+field.Tag.Get("db")] = true
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
			if isGone(table) {
				continue
			}
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
	t.Run("each kind of entry in the history has its words, and undo or a reason", func(t *testing.T) {
		audited := auditedObjects(t)
		for _, object := range audited {
			if !slices.ContainsFunc(store.Kinds(), func(k records.Kind) bool { return k.Table == object && k.Many != "" }) {
				t.Errorf("the history has entries about %s, which no kind has words for", object)
			}
		}
		for _, k := range store.Kinds() {
			if isAudited := slices.Contains(audited, k.Table); isAudited != (k.Many != "") {
				t.Errorf("%s has words in the history: %t, and entries: %t", k.Table, !isAudited, isAudited)
			}
			if hasArea := slices.Contains(httpapi.Areas(), k.Area); hasArea != (k.Many != "") {
				t.Errorf("%s has an area: %t, and entries in the history: %t", k.Table, hasArea, !hasArea)
			}
			if k.Many != "" && k.IsUndone() == (k.NoUndo != "") {
				t.Errorf("%s can be undone: %t, and there is a reason why not: %t", k.Table, k.IsUndone(), !k.IsUndone())
			}
		}
	})
	t.Run("the history in the browser has the same words", func(t *testing.T) {
		made := "// Made by `make generate` from the kinds in Go (internal/records).\n\n" +
			"/** What the history has entries about, by its name there: one of them and all of them in words. */\nexport const kinds = new Map([\n"
		for _, k := range store.Kinds() {
			if k.Many != "" {
				made += fmt.Sprintf("  [%q, { one: %q, many: %q }],\n", k.Table, cmp.Or(k.One, k.Label), k.Many)
			}
		}
		made += "]);\n"
		const file = "web/src/api/kinds.gen.ts"
		if *rewrite {
			noError(t, os.WriteFile(filepath.Join("..", "..", file), []byte(made), 0o644))
		}
		same(t, file+", which make generate writes", fileText(t, file), made)
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
