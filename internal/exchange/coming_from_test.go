package exchange

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

var update = flag.Bool("update", false, "write what the samples of other programs' exports are read as")

// The samples have the form of what other programs export. What each is read as is in testdata too.
func TestComingFrom(t *testing.T) {
	samples, err := filepath.Glob("testdata/*.*")
	noError(t, err)
	read := 0
	for _, sample := range samples {
		if strings.HasSuffix(sample, ".want") {
			continue
		}
		read++
		t.Run(filepath.Base(sample), func(t *testing.T) {
			format, err := FormatOf(sample)
			noError(t, err)
			file, err := os.Open(sample)
			noError(t, err)
			defer file.Close()
			got, err := readAt(file, Options{Format: format}, testNow)
			noError(t, err)
			compareWith(t, sample+".want", describe(t, got))
		})
	}
	if read < 8 {
		t.Errorf("%d samples", read)
	}
}

// describe returns a result as text: the fields that each row sets, the bad rows, and the report about the rest.
func describe(t *testing.T, got Result) string {
	t.Helper()
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	for _, row := range got.Rows {
		noError(t, encoder.Encode(struct {
			Line      int
			ID        int64     `json:",omitempty"`
			Slug      string    `json:",omitempty"`
			CreatedAt time.Time `json:",omitzero"`
		}{row.Line, row.ID, row.Draft.Slug, row.CreatedAt}))
		for field, value := range reflect.ValueOf(row.Draft.ProductFields).Fields() {
			if value.IsZero() || value.Interface() == catalog.Published || value.Kind() == reflect.Slice && value.Len() == 0 {
				continue
			}
			out.WriteString(field.Tag.Get("json") + ": ")
			noError(t, encoder.Encode(value.Interface()))
		}
	}
	report := Report{Read: got, Done: &catalog.ImportResult{Created: len(got.Rows)}}
	for _, row := range got.Rows {
		report.New.Add(row)
	}
	_, err := report.WriteTo(&out)
	noError(t, err)
	return out.String()
}

func compareWith(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		noError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	noError(t, err)
	same(t, path, got, string(want))
}

// Columns of other programs are read into the fields that they are for, however they are spelled.
func TestColumnNames(t *testing.T) {
	for field, titles := range map[string][]string{
		"name":        {"Title", "post_title", "Listing Title", "Tool", "Tool Name", "Product", "product-name"},
		"website":     {"URL", "Link", "Homepage", "Website URL", "Website Link", "External URL", "company_website", "listing_website", "hp_website", "hp_url"},
		"description": {"Content", "Post Content", "listing_content", "Summary", "About"},
		"categories":  {"Category", "post_category", "Listing Categories", "Listing Category"},
		"tags":        {"Tag", "post_tags", "Keywords", "Listing Tags"},
		"pricing":     {"Price", "Pricing Model", "price_range", "Plan"},
		"logo":        {"Logo URL", "Icon", "icon_url"},
		"images":      {"Screenshots", "Screenshot", "Image", "Image URL", "post_images", "listing_img"},
		"videourl":    {"Video", "Company Video"},
		"isfeatured":  {"Featured"},
		"slug":        {"post_name"},
	} {
		for _, title := range titles {
			same(t, title, fieldOf(canonical(title)), field)
		}
	}
}

// A column with our own name is read instead of one with a name of another program, whatever their order.
func TestOwnColumnWins(t *testing.T) {
	got := read(t, CSV, "Title,URL,name,website,category,link\nT,https://t.example,N,https://n.example,C,https://l.example\n")
	if draft := got.Rows[0].Draft; draft.Name != "N" || draft.Website != "https://n.example" {
		t.Errorf("got %+v", draft)
	}
	want := []Column{{Name: "Title"}, {Name: "URL"}, {Name: "name", Field: "name"}, {Name: "website", Field: "website"}, {Name: "category", Field: "categories"}, {Name: "link"}}
	same(t, "the columns", got.Columns, want)
}

// The ids of another program never match a tool of this site.
func TestForeignIDs(t *testing.T) {
	for _, text := range []string{
		"id,listing_title,website,category\n7,A,https://a.example,C\n",
		"ID,post_title,website,post_category\n7,A,https://a.example,C\n",
	} {
		if got := read(t, CSV, text); len(got.Rows) != 1 || got.Rows[0].ID != 0 || got.Rows[0].Draft.Slug != "" {
			t.Errorf("%s: %+v", text, got)
		}
	}
	if got := read(t, JSONLines, `[{"id":7,"name":"A","website":"https://a.example","categories":["C"]}]`); got.Rows[0].ID != 7 {
		t.Errorf("our own id: %+v", got)
	}
}

// In our own export nothing is taken for another program's way of writing.
func TestOwnExportCells(t *testing.T) {
	fields := catalog.ProductFields{Name: "A", Website: "https://a.example", Description: "<p>a</p>", Categories: []string{"Notes (read.md)", "B|C>D"},
		Tags: []string{}, Type: catalog.Free, Section: catalog.OurProducts, Images: []string{"https://a.example/1|2.png", "https://a.example/3,https://b.example"}}
	fields.Complete()
	var file strings.Builder
	noError(t, Write(&file, CSV, slices.Values([]catalog.Product{{ID: 1, Slug: "a", ProductFields: fields}}), nil))
	got := read(t, CSV, file.String())
	if diff := cmp.Diff(fields, got.Rows[0].Draft.ProductFields, cmpopts.EquateEmpty()); diff != "" || got.Rows[0].ID != 1 {
		t.Error(diff)
	}
}

// Categories that are only numbers of WordPress are refused.
func TestCategoryNumbers(t *testing.T) {
	got := read(t, CSV, "post_title,website,post_category\nA,https://a.example,\",12,7,\"\nB,https://b.example,2D\n")
	want := []BadRow{{2, "A", []string{"categories: these are the numbers of categories in WordPress; replace them with the names"}}}
	same(t, "the bad rows", got.Bad, want)
	same(t, "how many are good", len(got.Rows), 1)
}

// A JSON array has rows with our names and with others, and reports problems with their lines.
func TestReadArray(t *testing.T) {
	got := read(t, JSONLines, "\n[\n"+`{"name":"A","website":"https://a.example","categories":["C, D"],"useCases":"x","isFeatured":true,"displayOrder":3},`+
		"\n7,\n\n{\"title\":\"B\",\n\"category\":\"C\"}, {\"name\":\"\xff\"},"+`{"name":"`+strings.Repeat("x", maxLine)+`"}`+"]\n")
	if len(got.Rows) != 1 || got.Rows[0].Line != 3 {
		t.Fatalf("rows: %+v", got.Rows)
	}
	if draft := got.Rows[0].Draft; !draft.IsFeatured || draft.DisplayOrder != 3 || draft.UseCases != "x" || draft.Categories[0] != "C, D" {
		t.Errorf("got %+v", draft)
	}
	want := []BadRow{
		{4, "", []string{"the record is not a JSON object"}},
		{6, "B", []string{"website: Please enter a website URL"}},
		{7, "", []string{problemEncoding}},
		{7, "", []string{problemTooLong}},
	}
	same(t, "the bad rows", got.Bad, want)
}

// Text of WordPress loses its markup and nothing else.
func TestPlainText(t *testing.T) {
	for markup, want := range map[string]string{
		"One\n\ntwo & three":                              "One\n\ntwo & three",
		"<p>One <b>two</b></p><p>three&nbsp;&lt;4</p>":    "One two\n\nthree\u00a0<4",
		"a<br>b<br/>c":                                    "a\nb\nc",
		"<ul>\n<li>a</li>\n<li>b</li>\n</ul>":             "- a\n\n- b",
		"<script>x()</script>a<style>b</style><!-- c -->": "a",
		"a < b": "a < b",
	} {
		same(t, markup, plainText(markup), want)
	}
}
