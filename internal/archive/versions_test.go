package archive_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// noUploads is an empty upload folder.
type noUploads struct{}

func (noUploads) Names(context.Context) ([]string, error) { return nil, nil }
func (noUploads) AddJPEG(context.Context, string, string, []byte) (string, error) {
	return "", fs.ErrInvalid
}

// fileWith returns a file with everything, in which each first text of a pair is replaced by the second.
func fileWith(t *testing.T, replacements ...string) []byte {
	t.Helper()
	text := string(written(t, everything()))
	for i := 0; i < len(replacements); i += 2 {
		if !strings.Contains(text, replacements[i]) {
			t.Fatalf("%s is not in %s", replacements[i], text)
		}
		text = strings.Replace(text, replacements[i], replacements[i+1], 1)
	}
	return []byte(text)
}

// additions are the replacements for a file of a later version, with fields and a kind of row that this version does not know.
var additions = []string{
	`"format":1`, `"format":1,"more":true`,
	`"slug":"one"`, `"slug":"one","price":{"from":3},"badges":["a"]`,
	`"oldNames":`, `"color":"red","oldNames":`,
	`{"kind":"legal_pages"`, `{"kind":"reviews","row":{"id":1}}` + "\n" + `{"kind":"legal_pages","new":1`,
	`{"kind":"site_settings"`, `{"kind":"site_settings","row":{"name":"verification.google","value":"x"}}` + "\n" +
		`{"kind":"site_settings","row":{"name":"texts.motto","value":"x"}}` + "\n" + `{"kind":"site_settings"`,
	`{"rows":11}`, `{"rows":14,"sum":"x"}`,
}

// early is everything that a version without former slugs, settings and what came later wrote.
func early() *archive.Content {
	c := everything()
	set(c, "products", c.Products()[0])
	set[catalog.OldSlug](c, "product_slugs")
	set[note](c, "notes")
	set[site.Setting](c, "site_settings")
	return c
}

func TestReadOtherVersions(t *testing.T) {
	t.Run("reads files of an earlier version", func(t *testing.T) {
		recorded, err := os.ReadFile("testdata/before-additions.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		got, err := archive.Read(kinds, bytes.NewReader(recorded))
		if err != nil || got.Check() != nil || len(got.LeftOut) > 0 || !archive.Compare(got, early()).Empty() {
			t.Errorf("%v, left out %v", err, got)
		}
		file, err := archive.Open("testdata/before-additions.zip")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if got, _, err := file.Read(t.Context(), kinds); err != nil || !archive.Compare(got, early()).Empty() {
			t.Errorf("the export: %v", err)
		}
	})
	t.Run("leaves here what an earlier version did not have, but not of tools that it replaces", func(t *testing.T) {
		recorded, err := os.ReadFile("testdata/before-additions.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			change func(lines string) string
			stays  bool
		}{
			"the same tools":             {func(lines string) string { return lines }, true},
			"one by another former slug": {func(lines string) string { return strings.ReplaceAll(lines, `"slug":"one"`, `"slug":"uno"`) }, true},
			"one by its website":         {func(lines string) string { return strings.ReplaceAll(lines, `"slug":"one"`, `"slug":"new"`) }, true},
			"another tool with its number": {func(lines string) string {
				return strings.NewReplacer(`"slug":"one"`, `"slug":"new"`, "one.example", "new.example").Replace(lines)
			}, false},
		} {
			text := string(recorded)
			second := strings.NewReplacer(`"id":9`, `"id":12`, `"slug":"one"`, `"slug":"two"`, "one.example", "two.example").Replace(strings.SplitAfter(text, "\n")[2])
			text = strings.Replace(c.change(text), `{"kind":"legal_pages"`, second+`{"kind":"legal_pages"`, 1)
			got, err := archive.Read(kinds, strings.NewReader(strings.Replace(text, `"rows":5`, `"rows":6`, 1)))
			if err != nil {
				t.Fatal(err)
			}
			have := everything()
			over := got.Over(have)
			notes, settings := rows[note](over, "notes"), rows[site.Setting](over, "site_settings")
			if stays := len(notes) == 1; stays != c.stays || !slices.Equal(settings, rows[site.Setting](have, "site_settings")) || over.Check() != nil {
				t.Errorf("%s: %+v, %+v, %v", name, notes, settings, over.Check())
			}
		}
	})
	t.Run("skips and lists additions of a later version", func(t *testing.T) {
		got, err := archive.Read(kinds, bytes.NewReader(fileWith(t, additions...)))
		if err != nil || !archive.Compare(got, everything()).Empty() {
			t.Fatalf("%v", err)
		}
		if want := []string{"categories.color", "products.badges", "products.price", "reviews", "site_settings.verification.google", "site_settings.texts.motto"}; !slices.Equal(got.LeftOut, want) {
			t.Errorf("left out %v, want %v", got.LeftOut, want)
		}
	})
	t.Run("limits the number and length of listed names", func(t *testing.T) {
		var fields strings.Builder
		for i := range 1000 {
			fmt.Fprintf(&fields, `"%d%s":0,`, i, strings.Repeat("é", 50))
		}
		got, err := archive.Read(kinds, bytes.NewReader(fileWith(t, `"slug":"one"`, fields.String()+`"slug":"one"`)))
		if err != nil || len(got.LeftOut) != 50 || len(got.LeftOut[49]) > 80 {
			t.Errorf("%v, %d names", err, len(got.LeftOut))
		}
	})
}

// exported returns an export with this content, written by this version of the program.
func exported(t *testing.T, program string, content []byte) archive.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), "site.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	export := zip.NewWriter(file)
	member, err := export.Create("content.jsonl")
	if err == nil {
		_, err = member.Write(content)
	}
	if err := errors.Join(err, export.SetComment(program), export.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	opened, err := archive.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opened.Close() })
	return opened
}

func TestCompareVersions(t *testing.T) {
	here := storetest.Open(t)
	m := &archive.Copier{Store: &archive.Queries{DB: here.DB, Kinds: kinds}, Uploads: noUploads{}, Program: "vitrine 1.2", Logger: slog.New(slog.DiscardHandler)}
	unknownType := append(slices.Clone(additions), `"type":"Unknown"`, `"type":"Trial"`)
	for _, c := range []struct {
		name, program, want string
		content             []byte
		wantLeftOut         bool
	}{
		{"accepts additions", "vitrine 1.3", "", fileWith(t, additions...), true},
		{"asks to upgrade this site after a new format", "vitrine 2.0", "runs a newer program (vitrine 2.0; this site: vitrine 1.2). Upgrade this site first.", fileWith(t, `"format":1`, `"format":2`), false},
		{"asks to upgrade this site after a value of a newer version", "vitrine 1.3", "It comes from a newer program (vitrine 1.3; this site: vitrine 1.2). Upgrade this site first.", fileWith(t, unknownType...), false},
		{"names both versions after an invalid value of an older version", "vitrine 1.1", "It comes from another version of the program (vitrine 1.1; this site: vitrine 1.2). Upgrade the older of the two.", fileWith(t, `"type":"Unknown"`, `"type":"Trial"`), false},
		{"does not mention versions after an invalid value of the same version", "vitrine 1.2", "The product 9 breaks a rule: Please select a type: Free, Freemium or Premium", fileWith(t, `"type":"Unknown"`, `"type":"Trial"`), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			difference, err := m.Compare(t.Context(), exported(t, c.program, c.content))
			if c.want != "" && (err == nil || !strings.HasSuffix(fault.From(err).Message, c.want)) {
				t.Errorf("got %v", err)
			}
			if c.want == "" && err != nil || (len(difference.LeftOut) > 0) != c.wantLeftOut {
				t.Errorf("got %v, left out %v", err, difference.LeftOut)
			}
		})
	}
}
