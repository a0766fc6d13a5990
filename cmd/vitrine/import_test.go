package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/exchange"
)

// imported imports a text and returns the report.
func imported(t *testing.T, settings config.Import, text string) (string, error) {
	t.Helper()
	settings.File, settings.Format = "-", "jsonl"
	return said(t, func(ctx context.Context, settings config.Import, output io.Writer) error {
		return importFile(ctx, settings, strings.NewReader(text), output)
	}, settings)
}

// A file with a bad row is refused, unless bad rows are left out.
func TestImportBadRow(t *testing.T) {
	t.Parallel()
	const bad = `{"name":"Third Tool","website":"nowhere","categories":["Video"]}`
	settings := config.Import{Database: config.Database{Data: t.TempDir()}}
	output, err := imported(t, settings, twoTools+bad)
	if !errors.Is(err, errRefused) || !strings.Contains(output, "line 3") {
		t.Errorf("got %v and:\n%s", err, output)
	}
	wantMissing(t, filepath.Join(settings.Data, "vitrine.db"))
	settings.SkipBad = true
	output, err = imported(t, settings, twoTools+bad)
	noError(t, err)
	wantText(t, output, "2 new, 0 changed, 0 unchanged")
}

// tools are that many rows in JSON lines, described alike.
func tools(count int, description string) string {
	var lines strings.Builder
	for i := range count {
		fmt.Fprintf(&lines, `{"name":"Tool %d","website":"https://tool-%d.example","description":%q,"categories":["Writing"],"pricing":"Free","section":"Our Products"}`+"\n", i, i, description)
	}
	return lines.String()
}

// The history names the file of an import.
func TestImportFileName(t *testing.T) {
	t.Parallel()
	settings := config.Import{Database: config.Database{Data: t.TempDir()}, File: filepath.Join(t.TempDir(), "tools.jsonl")}
	noError(t, os.WriteFile(settings.File, []byte(twoTools), 0o600))
	noError(t, errOf(said(t, func(ctx context.Context, settings config.Import, output io.Writer) error {
		return importFile(ctx, settings, nil, output)
	}, settings)))
	own, err := dataFor(t.Context(), true, settings.Database, settings.S3, slog.New(slog.DiscardHandler))
	noError(t, err)
	defer own.Close()
	entries, err := own.db.Audit(t.Context(), audit.Query{Action: "import"})
	noError(t, err)
	if len(entries) != 1 || !strings.Contains(string(entries[0].After), `"file":"tools.jsonl"`) {
		t.Errorf("the entry is %+v", entries)
	}
	for path, want := range map[string]string{
		"-": "", "a/b/Tools (2) é.csv": "Tools (2) é.csv", "tools\n.csv": "", "\xff.csv": "", strings.Repeat("x", 256): "", strings.Repeat("x", 255): strings.Repeat("x", 255),
	} {
		if got := exchange.FileName(path); got != want {
			t.Errorf("%q is called %q", path, got)
		}
	}
}

// A dry run lists what an import would do, and writes nothing: each case finds the same database.
func TestImportDryRun(t *testing.T) {
	t.Parallel()
	settings := config.Import{Database: config.Database{Data: t.TempDir()}}
	noError(t, errOf(imported(t, settings, tools(1, "Draws."))))
	settings.DryRun = true
	for name, c := range map[string]struct{ description, want string }{
		"lists what is added and what differs": {"Draws \u202etxt.", `products: changed 1 "Tool 0"
  description: "Draws." -> "Draws \u202etxt."
products: added tool-1 "Tool 1"
Dry run, nothing was written: 1 new, 1 changed, 0 unchanged.
`},
		"shortens long texts from where they differ": {"Draws." + strings.Repeat("x", 1_000), `products: changed 1 "Tool 0"
  description: "Draws." -> "Draws.` + strings.Repeat("x", 294) + `…"
products: added tool-1 "Tool 1"
Dry run, nothing was written: 1 new, 1 changed, 0 unchanged.
`},
	} {
		t.Run(name, func(t *testing.T) {
			output, err := imported(t, settings, tools(2, c.description))
			noError(t, err)
			same(t, "the output", output, c.want)
		})
	}
}

// What rows lack is counted of new tools only: one that is there keeps what it has.
func TestImportLacking(t *testing.T) {
	t.Parallel()
	const first = `{"name":"Lampfold","website":"https://lampfold.example","categories":["Writing"],"createdAt":"soon"}` + "\n"
	const second = `{"name":"Inkfold","website":"https://inkfold.example","categories":["Writing"],"createdAt":"2999-01-01"}` + "\n"
	const lacking = `  1 new product without a known price: type Unknown
  1 new product without a section: Recommended AI Products
  1 new product without a description: "No description yet."
  1 new product with a date that cannot be read or is in the future: dated today`
	settings := config.Import{Database: config.Database{Data: t.TempDir()}}
	noError(t, errOf(imported(t, settings, "")))
	for _, c := range []struct{ name, rows, want string }{
		{"a first one", first, lacking + ` ("soon" 1)`},
		{"a second one", first + second, lacking + ` ("2999-01-01" 1)`},
	} {
		for _, settings.DryRun = range []bool{true, false} {
			output, err := imported(t, settings, c.rows)
			noError(t, err)
			wantText(t, output, c.want)
			if !settings.DryRun {
				wantText(t, output, "New products without a logo: 1.")
			}
		}
	}
	output, err := imported(t, settings, first+second)
	noError(t, err)
	same(t, "the report of nothing new", output, "Imported: 0 new, 0 changed, 2 unchanged.\n")
}

func TestImportBackup(t *testing.T) {
	t.Parallel()
	place := newPlace(t)
	settings := config.Import{Database: place}
	backups := func() int {
		found, err := os.ReadDir(settings.Folder(settings.Data))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return len(found)
	}
	for _, c := range []struct {
		name    string
		rows    string
		backups int
	}{
		{"makes none of 100 rows", tools(100, "Draws."), 0},
		{"makes one of more", tools(101, "Paints."), 1},
		{"makes none where nothing changes", tools(101, "Paints."), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			output, err := imported(t, settings, c.rows)
			if err != nil || backups() != c.backups {
				t.Errorf("%d backups, want %d; got %v and:\n%s", backups(), c.backups, err, output)
			}
		})
	}
	t.Run("imports nothing where it fails", func(t *testing.T) {
		settings.BackupDir = "/dev/null/backups"
		wantError(t, errOf(imported(t, settings, tools(101, "Erases."))), "nothing was imported")
		settings.BackupDir = ""
		output, err := imported(t, settings, tools(101, "Paints."))
		noError(t, err)
		wantText(t, output, "0 new, 0 changed, 101 unchanged")
	})
}

// What another program exports is in the catalogue after an import, field by field, and importing it again changes nothing.
func TestImportComingFrom(t *testing.T) {
	t.Parallel()
	samples, err := filepath.Glob("../../internal/exchange/testdata/*.*")
	noError(t, err)
	place := newPlace(t)
	settings := config.Import{Database: place, SkipBad: true, Match: "website"} // the samples have the same tools
	for _, sample := range samples {
		if strings.HasSuffix(sample, ".want") {
			continue
		}
		settings.File = sample
		format, err := exchange.FormatOf(sample)
		noError(t, err)
		text, err := os.ReadFile(sample)
		noError(t, err)
		want, err := exchange.Read(bytes.NewReader(text), format, catalog.MatchAsk)
		noError(t, err)
		for _, report := range []string{"Imported:", fmt.Sprintf("0 new, 0 changed, %d unchanged", len(want.Rows))} {
			var output bytes.Buffer
			if err := importFile(t.Context(), settings, nil, &output); err != nil || !strings.Contains(output.String(), report) {
				t.Errorf("%s: got %v and:\n%s\nwant %q", sample, err, output.String(), report)
			}
		}
		catalogue := exported(t, config.Export{Database: place, File: filepath.Join(t.TempDir(), "tools.jsonl")})
		got, err := exchange.Read(bytes.NewReader(catalogue), exchange.JSONLines, catalog.MatchAsk)
		noError(t, err)
		byWebsite := map[string]catalog.ImportRow{}
		for _, row := range got.Rows {
			byWebsite[catalog.WebsiteKey(row.Draft.Website)] = row
		}
		for _, row := range want.Rows {
			expected := byWebsite[catalog.WebsiteKey(row.Draft.Website)].Draft.ProductFields
			both := expected
			both.Take(row.Draft.ProductFields, row.Sets)
			same(t, fmt.Sprintf("%s, line %d", sample, row.Line), both, expected)
		}
	}
}

// Files that share names and websites are imported one after the other as their operator means it: no tool becomes
// another, none is there twice, and the last file again changes nothing.
func TestImportIdentity(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files   []string
		refused string   // what the last file is refused with
		want    []string // slugs and websites
	}{
		"an affiliate code that changes": {files: []string{"17-affiliate-code-change/first.csv", "17-affiliate-code-change/second.csv"},
			want: []string{"codefold https://codefold.example/?via=new"}},
		"three tools of one name": {files: []string{"18-same-name-two-tools/in.csv"},
			want: []string{"nova https://nova-a.example", "nova-2 https://nova-b.example", "nova-3 https://nova-c.example"}},
		"a homepage that two tools share": {files: []string{"25-shared-homepage-second-file/first.csv", "25-shared-homepage-second-file/second.csv"},
			refused: `"Videofold" has the website of "Chatfold"`, want: []string{"chatfold https://fold.example"}},
		"names with marks that belong to the letter": {files: []string{"26-marks-in-other-scripts/in.csv"}, want: []string{
			"ゲームガイド https://jp1.example", "カイト工房 https://jp2.example", "ผู้ช่วยเขียน https://th1.example", "ไม่มีชื่อ https://th2.example", "हिन्दी-लेखक https://hi1.example",
			"किताब https://hi2.example", "российский-чат https://ru1.example", "தமிழ்-உதவி https://ta1.example", "বাংলা-সহায়ক https://bn1.example",
			"فارسی-نویس https://fa1.example", "עברית https://he1.example"}},
		"fourteen tools with similar URLs": {files: []string{"02-website-identity/in.csv"}, want: []string{
			"pocket-scribe https://play.google.com/store/apps/details?id=com.example.scribe", "pocket-brush https://play.google.com/store/apps/details?id=com.example.brush",
			"deal-alpha https://deals.example/go?ref=alpha", "deal-beta https://deals.example/go?ref=beta", "net-alpha https://track.example/click?via=alpha",
			"net-beta https://track.example/click?via=beta", "hash-one https://apps.example/#/one", "hash-two https://apps.example/#/two", "case-upper https://bit.example/AbC",
			"case-lower https://bit.example/abc", "aff-one https://partner.example/c/77?u=https%3A%2F%2Fone.example", "aff-two https://partner.example/c/77?u=https%3A%2F%2Ftwo.example",
			"anchor-one https://suite.example/tools#writer", "anchor-two https://suite.example/tools#painter"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings := config.Import{Database: newPlace(t)}
			for i, file := range c.files {
				settings.File = "../../internal/exchange/testdata/cases/" + file
				var output bytes.Buffer
				err := importFile(t.Context(), settings, nil, &output)
				if isLast := i == len(c.files)-1; isLast && c.refused != "" {
					wantError(t, err, c.refused)
					continue
				}
				noError(t, err)
				output.Reset()
				noError(t, importFile(t.Context(), settings, nil, &output))
				wantText(t, output.String(), "0 new, 0 changed")
			}
			catalogue := exported(t, config.Export{Database: settings.Database, File: filepath.Join(t.TempDir(), "tools.jsonl")})
			got, err := exchange.Read(bytes.NewReader(catalogue), exchange.JSONLines, catalog.MatchID)
			noError(t, err)
			var tools []string
			for _, row := range got.Rows {
				tools = append(tools, row.Draft.Slug+" "+row.Draft.Website)
			}
			same(t, "the tools", tools, c.want)
		})
	}
}
