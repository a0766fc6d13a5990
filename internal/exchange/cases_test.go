package exchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// readCase reads a file of a situation from other people's bug reports.
func readCase(t *testing.T, path string) Result {
	t.Helper()
	format, err := FormatOf(path)
	noError(t, err)
	file, err := os.Open(filepath.Join("testdata", "cases", path))
	noError(t, err)
	defer file.Close()
	got, err := readAt(file, Options{Format: format}, testNow)
	noError(t, err)
	return got
}

// namesOfRows returns the names of the good rows.
func namesOfRows(got Result) string {
	var names []string
	for _, row := range got.Rows {
		names = append(names, row.Draft.Name)
	}
	return strings.Join(names, ", ")
}

// Each file is read as its operator means it.
func TestCases(t *testing.T) {
	for path, want := range map[string]string{ // the names of the rows that are read
		"03-excel-blank-rows/in.csv":                   "Rowfold, Rowfold Two",
		"04-mac-cr-only/in.csv":                        "Macfold, Macfold Two",
		"05-header-invisible/in.csv":                   "Inkfold",
		"07-wxr-control-character/site.xml":            "Wordfold, Wordfold Two",
		"07-wxr-control-character/reference.xml":       "Reffold",
		"08-wxr-leading-space/site.xml":                "Leadfold",
		"10-wxr-password/site.xml":                     "Openfold",
		"15-notion-tags-text/Tools abc_all.csv":        "Notefold, Notefold Two",
		"16-json-wrapped/directus.json":                "Dirfold",
		"16-json-wrapped/payload.json":                 "Payfold",
		"16-json-wrapped/strapi.json":                  "Strapfold",
		"27-drafts-in-exports/airtable-status.csv":     "Livefold",
		"27-drafts-in-exports/geodirectory.csv":        "Livefold",
		"27-drafts-in-exports/pocketbase.json":         "Livefold",
		"27-drafts-in-exports/woocommerce.csv":         "Livefold",
		"27-drafts-in-exports/wp-all-export.csv":       "Livefold",
		"28-wxr-affiliate-products/site.xml":           "Woofold, Woofold Two",
		"28-wxr-affiliate-products/cat-taxonomies.xml": "Catfold, Catfold Two",
		"29-csv-siblings/nbsp-header.csv":              "Inkfold",
		"29-csv-siblings/bom2.csv":                     "Inkfold",
		"29-csv-siblings/zwsp-header.csv":              "Inkfold",
		"29-csv-siblings/zwsp-website.csv":             "Inkfold, Inkfold2",
		"29-csv-siblings/semi-blank.csv":               "A1, A2",
		"29-csv-siblings/na-cells.csv":                 "Proto, Na",
		"29-csv-siblings/bools.csv":                    "B1, B2, B3",
		"29-csv-siblings/cats.csv":                     "M, M2, M3, M4",
		"12-wxr-website-without-scheme/site.xml":       "Barefold, Slashfold, Goodfold",
	} {
		t.Run(path, func(t *testing.T) {
			got := readCase(t, path)
			same(t, "the rows", namesOfRows(got), want)
			same(t, "the bad rows", got.Bad, []BadRow(nil))
		})
	}
	for path, want := range map[string]string{ // bad rows
		"07-wxr-control-character/invalid-utf8.xml": "[{3 Badfold [" + problemXMLEncoding + "]}]",
		"29-csv-siblings/urls.csv":                  "[{3 Space [website: Please enter a valid URL that starts with http:// or https://]}]",
	} {
		same(t, path, fmt.Sprint(readCase(t, path).Bad), want)
	}
}

// What is in the columns of those files is read as their programs mean it.
func TestCaseFields(t *testing.T) {
	first := func(path string) catalog.ImportRow { return readCase(t, path).Rows[0] }
	same(t, "an option with a comma", first("06-airtable-option-with-comma/Tools-Grid.csv").Draft.Categories, []string{"Text, Audio & Video", "Writing"})
	wordfold := readCase(t, "07-wxr-control-character/site.xml")
	same(t, "without control characters", wordfold.Rows[0].Draft.Description, "A writing aid. It drafts letters from notes.")
	same(t, "rows with control characters", wordfold.ControlChars, 1)
	same(t, "without shortcodes", first("09-wxr-shortcodes/site.xml").Draft.Description,
		"Shortfold writes minutes.\n\nA screen It sorts notes [2] by date. Built for teams.")
	dates := readCase(t, "11-wxr-dates/site.xml").Rows
	same(t, "the dates", []time.Time{dates[0].CreatedAt, dates[1].CreatedAt},
		[]time.Time{time.Date(2018, 1, 2, 10, 0, 0, 0, time.UTC), time.Date(2024, 3, 4, 10, 0, 0, 0, time.UTC)})
	same(t, "the date in a table", first("29-csv-siblings/dated.csv").CreatedAt, dates[0].CreatedAt)
	for i, row := range readCase(t, "13-wxr-nonlatin-slug/site.xml").Rows { // the second listing has a slug of its own
		same(t, "names and slugs", []string{row.Draft.Name, row.Draft.Slug}, [][]string{{"翻訳くん", "翻訳くん"}, {"ผู้ช่วยเขียน", "ผู้ช่วย"}}[i])
	}
	hosts := readCase(t, "12-wxr-website-without-scheme/site.xml").Rows
	same(t, "websites without a scheme", []string{hosts[0].Draft.Website, hosts[1].Draft.Website}, []string{"https://www.barefold.example", "https://slashfold.example/app"})
	ampfold := first("14-wxr-entities-in-terms/site.xml").Draft
	same(t, "without entities", append(ampfold.Categories, ampfold.Name, ampfold.Website),
		[]string{"Sales & Marketing", "Q&A", "AI – Text", "Ampfold & Sons", "https://ampfold.example/?a=1&b=2"})
	notefold := readCase(t, "15-notion-tags-text/Tools abc_all.csv").Rows
	same(t, "lists", append(notefold[0].Draft.Categories, notefold[0].Draft.Tags...), []string{"Writing", "Research", "ai", "notes"})
	same(t, "a bare host", notefold[1].Draft.Website, "https://notefold2.example")
	for _, path := range []string{"directus.json", "payload.json", "strapi.json"} {
		row := first("16-json-wrapped/" + path)
		same(t, path, []string{fmt.Sprint(row.ID), row.Draft.Slug, row.Draft.Categories[0]}, []string{"0", "", "Writing"})
	}
	html := readCase(t, "19-html-in-spreadsheet/in.csv").Rows
	same(t, "without HTML", html[0].Draft.Description, "Htmlfold writes letters.\u00a0It’s quick.\n\n- One\n- Two")
	same(t, "no HTML", html[1].Draft.Description, "Works when x < y and y > z, 5 < 6 </b")
	woo := first("28-wxr-affiliate-products/site.xml").Draft
	same(t, "a product of WooCommerce", []string{woo.Website, woo.Categories[0], woo.Tags[0], string(woo.Type)}, []string{"https://woofold.example/?aff=7", "Writing", "ai", "Free"})
	same(t, "categories of WooCommerce", first("27-drafts-in-exports/woocommerce.csv").Draft.Categories, []string{"AI", "Writing", "Design"})
	for i, row := range readCase(t, "29-csv-siblings/cats.csv").Rows {
		same(t, row.Draft.Name, row.Draft.Categories, [][]string{{"writing / Copy"}, {"Writing", "Design, Art"}, {"Writing", "Design"}, {"Writing", "Design"}}[i])
	}
	for i, row := range readCase(t, "29-csv-siblings/bools.csv").Rows {
		same(t, row.Draft.Name, []bool{row.Draft.IsFeatured, row.Draft.HasDeal}, [][]bool{{true, true}, {true, true}, {true, false}}[i])
	}
	cells := readCase(t, "29-csv-siblings/na-cells.csv").Rows
	same(t, "nothing", []string{cells[1].Draft.Logo, cells[1].Draft.VideoURL, fmt.Sprint(cells[1].Draft.Images)}, []string{"", "", "[]"})
	same(t, "no scheme", []string{cells[0].Draft.Logo, cells[0].Draft.VideoURL}, []string{"https://cdn.example/l.png", "https://youtu.be/dQw4w9WgXcQ"})
	for i, row := range readCase(t, "01-price-range-from-zero/in.csv").Rows {
		same(t, row.Draft.Name, row.Draft.Type, []catalog.Type{catalog.Freemium, catalog.Freemium, catalog.Freemium, catalog.Freemium, catalog.Freemium, catalog.Freemium,
			catalog.Unknown, catalog.Free, catalog.Unknown, catalog.Free, catalog.Premium, catalog.Unknown}[i])
	}
	same(t, "left out", readCase(t, "27-drafts-in-exports/geodirectory.csv").Hidden, map[string]int{"draft": 1, "pending": 1, "trash": 1})
	same(t, "with a password", readCase(t, "10-wxr-password/site.xml").Hidden, map[string]int{"password": 1})
}

// A file that was cut off says where.
func TestCaseCutFile(t *testing.T) {
	file, err := os.Open("testdata/cases/07-wxr-control-character/truncated.xml")
	noError(t, err)
	defer file.Close()
	if _, err = Read(file, WordPress, catalog.MatchAsk); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "cut off on line 4") {
		t.Errorf("got %v", err)
	}
}

// Only rows that are public where they come from are read, whatever their program calls the others.
func TestStates(t *testing.T) {
	for column, cells := range map[string]struct{ public, hidden string }{
		"Status": {"published|Publish|LIVE|✅ Published|Active|Approved|Done||N/A|1|true|Beta|veröffentlicht|Publié|publicado|pubblicato|ativo|Publicerad|opublikowany|опубликовано|公開|已发布|게시됨|yayınlandı",
			"draft|Draft|auto-draft|Draft (v2)|pending|Pending review|In review|private|future|scheduled|trash|archived|❌ Rejected|unpublished|not published|To do|In progress|Not started|" +
				"false|0|-1|Entwurf|Ausstehend|nicht veröffentlicht|Papierkorb|brouillon|En attente de relecture|privé|borrador|pendiente|no publicado|bozza|in attesa|cestino|rascunho|não publicado|lixeira|Cancelled|Hold|Needs work|New submission|In Bearbeitung|Wartet auf Freigabe|Programmé|À valider|sin publicar|utkast|kladde|luonnos|koncept|szkic|taslak|черновик|на модерации|не опубликовано|下書き|非公開|草稿|未发布|초안|비공개"},
		"post_status":           {"publish", "draft|pending|private|future|trash|inherit|auto-draft"},
		"_status":               {"published", "draft"},
		"Visibility in catalog": {"visible|catalog|search", "hidden"},
		"Published":             {"1|yes|true|2026-01-01|published", "0|-1|no|false|draft|2027-01-01"},
		"is_active":             {"true", "false|0"},
		"publishedAt":           {"2024-03-01T10:00:00.000Z", "|null|2027-03-01T10:00:00.000Z"},
		"Draft":                 {"|false|0|no", "true|1|yes|checked"},
		"Archived":              {"false|", "true|2024-01-01"},
		"deleted_at":            {"|null", "2024-01-01 10:00:00"},
		"post_password":         {"", "hunter22"},
	} {
		for isHidden, list := range map[bool]string{false: cells.public, true: cells.hidden} {
			for cell := range strings.SplitSeq(list, "|") {
				got := read(t, CSV, "name,website,categories,"+column+"\nA,https://a.example,C,"+cell+"\n")
				if (len(got.Rows) == 0) != isHidden || len(got.Bad) > 0 || isHidden && len(got.Hidden) != 1 {
					t.Errorf("%s %q: rows %+v, left out %v", column, cell, got.Rows, got.Hidden)
				}
			}
		}
	}
}

// A row that is not public is left out in JSON lines and in answers of APIs too, and refuses no file.
func TestStatesInJSON(t *testing.T) {
	const good = `{"name":"A","website":"https://a.example","categories":["C"]`
	for _, text := range []string{
		good + "}\n" + good + `,"status":"draft"}` + "\n" + `{"name":"B","status":"archived"}`,
		`[` + good + `,"publishedAt":"2024-01-01T00:00:00Z"},` + good + `,"publishedAt":null},` + good + `,"_id":"drafts.x"}]`,
		`{"records":[{"id":"rec1","createdTime":"2024-01-01T00:00:00.000Z","fields":` + good + `,"Status":"Published"}},{"id":"rec2","fields":` + good + `,"Status":"Draft"}},{"id":"rec3","fields":{"Status":"Draft"}}]}`,
		`{"data":{"tools":[` + good + `,"published":true},{"published":false},{"_status":"draft"}]}}`,
	} {
		got := read(t, JSONLines, text)
		hidden := 0
		for _, count := range got.Hidden {
			hidden += count
		}
		if namesOfRows(got) != "A" || hidden != 2 || len(got.Bad) > 0 || got.Rows[0].ID != 0 {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// Records are found in whatever APIs, databases and programs wrap them, in any order of the keys.
func TestWrappersOfJSON(t *testing.T) {
	const a = `{"name":"A","website":"https://a.example","categories":["C"],"date_created":"2024-03-05"}`
	const b = `{"name":"B","website":"https://b.example","categories":["C"],"status":"draft"}`
	const both = "[" + a + "," + b + "]"
	for _, text := range []string{
		`{"result":` + both + `}`, `{"@odata.context":"x","value":` + both + `}`, `{"hits":{"total":{"value":2},"hits":[{"_id":"1","_source":` + a + `},{"_source":` + b + `}]}}`,
		`{"data":{"tools":{"edges":[{"node":` + a + `},{"node":` + b + `}],"pageInfo":{}}}}`, `{"@context":"x","hydra:member":` + both + `}`, `{"_embedded":{"tools":` + both + `},"_links":{}}`,
		`{"status":200,"message":"ok","data":` + both + `}`, `{"version":"1.0","generator":{"name":"X"},"tools":` + both + `}`, `{"content":"x","response":{"items":` + both + `}}`,
		`{"tools":{"-N1":` + a + `,"-N2":` + b + `}}`, `{"one":` + a + `,"two":` + b + `}`, `{"items":[{"sys":{"id":"x"},"fields":` + a + `},{"fields":` + b + `}]}`,
		`{"items":[{"isDraft":false,"fieldData":` + a + `},{"isDraft":true,"fieldData":` + a + `}]}`, `{"ms":3,"result":[` + a + `,{"_id":"drafts.y","name":"B"}]}`,
		`{"itemListElement":[{"item":{"name":"A","url":"https://a.example","applicationCategory":"C","dateCreated":"2024-03-05"}},{"item":` + b + `}]}`,
		`[{"title":{"rendered":"A"},"link":"https://a.example","categories":[{"id":1,"value":"C"}],"date":"2024-03-05T00:00:00"},{"title":{"rendered":"B"},"status":{"id":1,"value":"Draft"}}]`,
		a + ",\n" + b + "\n",
		`[{"createdAt":{"$date":{"$numberLong":"1709596800000"}},"_id":{"$oid":"5f"},"name":"A","website":"https://a.example","categories":["C"]},` + b + `]`,
	} {
		var pretty bytes.Buffer
		texts := []string{text}
		if json.Indent(&pretty, []byte(text), "", "  ") == nil {
			texts = append(texts, pretty.String())
		}
		for _, text := range texts {
			got := read(t, JSONLines, text)
			if namesOfRows(got) != "A" || len(got.Bad) > 0 || sum(got.Hidden) != 1 || got.Rows[0].CreatedAt.Format(time.DateOnly) != "2024-03-05" || got.Rows[0].Draft.Categories[0] != "C" {
				t.Errorf("%s: %+v", text, got)
			}
		}
	}
	for _, text := range []string{`{"tools":"none","count":0}`, `{"a":{"name":"A"}}`, "{\n}"} {
		if _, err := Read(strings.NewReader(text), JSONLines, catalog.MatchAsk); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", text, err)
		}
	}
	own := "{\n \"id\": 7,\n \"name\": \"A <b>\",\n \"website\": \"https://a.example\",\n \"categories\": [\"C\"],\n \"logoColor\": \"\"\n}\n"
	got := read(t, JSONLines, own+strings.NewReplacer("7", "8", "A <b>", "B <b>", "a.e", "b.e").Replace(own)) // our own export, as jq prints it
	same(t, "names", namesOfRows(got), "A <b>, B <b>")
	same(t, "id and line", []int64{got.Rows[1].ID, int64(got.Rows[1].Line)}, []int64{8, 9})
}

// Airtable leaves a box that is not checked empty: where others are checked, it says no.
func TestUncheckedBoxes(t *testing.T) {
	const header = "name,website,categories,Published\n"
	got := read(t, CSV, header+"A,https://a.example,C,\nB,https://b.example,C,checked\n")
	same(t, "the rows of a file with checks", namesOfRows(got), "B")
	same(t, "left out", got.Hidden, map[string]int{"not published": 1})
	got = read(t, CSV, header+"A,https://a.example,C,\nB,https://b.example,C,yes\n")
	same(t, "the rows of a file without checks", namesOfRows(got), "A, B")
}

// A state that is not known is public and named.
func TestOddStates(t *testing.T) {
	got := read(t, CSV, "name,website,categories,status\nA,https://a.example,C,Beta\n")
	same(t, "the words", got.OddStates, map[string]int{"Beta": 1})
}

// Dates are read as programs write them. A date that could be two is none.
func TestParseDate(t *testing.T) {
	for text, want := range map[string]string{
		"2018-01-02T10:00:00Z": "2018-01-02 10:00", "2018-01-02T10:00:00.000+02:00": "2018-01-02 08:00", "2018-01-02 10:00:00": "2018-01-02 10:00", "2018-01-02 10:00:00.123Z": "2018-01-02 10:00",
		"2018-01-02": "2018-01-02 00:00", "Tue, 02 Jan 2018 10:00:00 +0000": "2018-01-02 10:00", "January 2, 2018 9:12 AM": "2018-01-02 09:12", "Jan 2, 2018": "2018-01-02 00:00",
		"2 January 2018": "2018-01-02 00:00", "02.01.2018": "2018-01-02 00:00", "2.1.2018 10:30": "2018-01-02 10:30", "2018/01/02": "2018-01-02 00:00", "13/01/2018": "2018-01-13 00:00",
		"1/13/2018": "2018-01-13 00:00", "2/2/2018": "2018-02-02 00:00", "1514887200": "2018-01-02 10:00", "1514887200000": "2018-01-02 10:00", "43102": "2018-01-02 00:00", "20180102": "2018-01-02 00:00",
		"Tue Jan 02 2018 10:00:00 GMT+0000 (Coordinated Universal Time)": "2018-01-02 10:00",
		"2. März 2018": "2018-03-02 00:00", "2 février 2018": "2018-02-02 00:00", "2 de enero de 2018": "2018-01-02 00:00", "2 gennaio 2018": "2018-01-02 00:00", "2 de março de 2018": "2018-03-02 00:00",
		"2018-1-2": "2018-01-02 00:00", "2018. 1. 2.": "2018-01-02 00:00", "2018年1月2日": "2018-01-02 00:00", "2018년 1월 2일 10:30": "2018-01-02 10:30", "02.01.18": "2018-01-02 00:00", "1/13/18": "2018-01-13 00:00",
		"le 2 janvier 2018": "2018-01-02 00:00", "2-Jan-18": "2018-01-02 00:00", "January 2nd, 2018": "2018-01-02 00:00", "Di., 2. Jän. 2018": "2018-01-02 00:00", "mardi 2 févr. 2018 à 10:30": "2018-02-02 10:30", "2 dic 2018": "2018-12-02 00:00",
		"2 gen 2018": "2018-01-02 00:00", "2 января 2018 г.": "2018-01-02 00:00", "2 marca 2018": "2018-03-02 00:00", "2 Mart 2018": "2018-03-02 00:00", "2. března 2018": "2018-03-02 00:00", "martes, 2 de enero de 2018": "2018-01-02 00:00",
		"Jan 2 2018 10:30AM": "2018-01-02 10:30", "Jan 2, 2018, 12:15 a.m.": "2018-01-02 00:15", "1/13/2018 10:30:00 PM": "2018-01-13 22:30", "2018-01-02 10:00:00+00": "2018-01-02 10:00", "2018-01-02 10:00:00.123456-05": "2018-01-02 15:00",
		"2018-01-02 10:00 UTC": "2018-01-02 10:00", "2018-01-02 10:00:00 +0530 IST": "2018-01-02 04:30", "2018-01-02T10:00:00Z[UTC]": "2018-01-02 10:00", "2018-01-02+01:00": "2018-01-02 00:00", `"2018-01-02"`: "2018-01-02 00:00",
		"20180102100000": "2018-01-02 10:00", "/Date(1514887200000)/": "2018-01-02 10:00", "1514887200000000": "2018-01-02 10:00", "43102,5": "2018-01-02 12:00", "January 2018": "2018-01-01 00:00", "2018-01": "2018-01-01 00:00",
		"31/02/2018": "", "2018-13-01": "", "2018-02-30": "", "15/3/18": "", "1/2/18": "", "2 jui 2018": "", "2018": "", "0001-01-01T00:00:00Z": "", "-62135596800": "", "in 2018 we had 12 tools": "", "2 days ago": "",
		"": "", "1/2/2018": "", "soon": "", "32.01.2018": "", "0000-00-00": "", "1970-01-01": "", "12": "",
	} {
		date, ok := ParseDate(text)
		got := ""
		if ok {
			got = date.Format("2006-01-02 15:04")
		}
		same(t, text, got, want)
	}
}

// A date in the future, or one that cannot be read, is named. WordPress's date for none is not.
func TestOddDates(t *testing.T) {
	got := read(t, CSV, "name,website,categories,Added\nA,https://a.example,C,2027-05-01\nB,https://b.example,C,1/2/2018\nC,https://c.example,C,0000-00-00 00:00:00\nD,https://d.example,C,2018-01-02\n")
	for i, row := range got.Rows {
		same(t, row.Draft.Name+"'s odd date", row.OddDate, []string{"2027-05-01", "1/2/2018", "", ""}[i])
		same(t, row.Draft.Name, row.CreatedAt.IsZero(), i < 3)
	}
}

// Shortcodes of WordPress and its builders go, what they enclose stays, and other words in brackets do.
func TestShortcodes(t *testing.T) {
	for text, want := range map[string]string{
		`a [gallery ids="1,2"] b`: "a  b", "[embed]https://youtu.be/x[/embed]a": "a", "[caption id=1]A screen[/caption]": "A screen", "[vc_row][vc_column_text]Text[/vc_column_text][/vc_row]": "Text",
		`[et_pb_text admin_label="x"]Text[/et_pb_text]`: "Text", "[fusion_text]Text[/fusion_text]": "Text", "[vc_raw_html]JTNDcCUzRQ==[/vc_raw_html]Text": "Text", "[my_box]Text[/my_box]": "Text",
		`[contact-form-7 id="3" title="x"]`: "", `[unknown size="2"]`: "", "[2]": "[2]", "[beta]": "[beta]", "a[i] = b": "a[i] = b", "[see the docs]": "[see the docs]", "[ ]": "[ ]", "[": "[", "[embed]x": "x",
	} {
		same(t, text, strings.TrimSpace(withoutShortcodes(text)), want)
	}
}

// The times of a deal may be written as days are: an end is the last second of its day.
func TestDealTimes(t *testing.T) {
	const head = "name,website,categories,dealFrom,dealTo\nA,https://a.example/,B,"
	for cells, want := range map[string][]string{
		"2026-11-27,2026-11-30":                       {"2026-11-27T00:00:00Z", "2026-11-30T23:59:59Z"},
		"2026-11-27T10:00:00+02:00,30 Nov 2026 08:30": {"2026-11-27T08:00:00Z", "2026-11-30T08:30:00Z"},
		",-": {"", ""},
	} {
		got := read(t, CSV, head+cells+"\n")
		if len(got.Rows) != 1 {
			t.Fatalf("%s: got %+v", cells, got)
		}
		same(t, cells, []string{got.Rows[0].Draft.DealFrom, got.Rows[0].Draft.DealTo}, want)
	}
	if got := read(t, CSV, head+"soon,"+"\n"); len(got.Rows) != 0 || !strings.Contains(fmt.Sprint(got.Bad), "dealFrom") {
		t.Errorf("a word is a time: %+v", got)
	}
}

// HTML and entities in any column become text, in every format.
func TestPlainColumns(t *testing.T) {
	for _, got := range []Result{
		read(t, CSV, `name,website,categories,tags,promoText,useCases,videoUrl`+"\n"+
			`"<b>A &amp; B</b>","<a href=""https://a.example/?x=1&amp;y=2"">A</a>","R&amp;D, Q&amp;A",t&#39;s,5 &lt; 6,<ul><li>Read</li></ul>,N/A`+"\n"),
		read(t, JSONLines, `{"name":"<b>A &amp; B</b>","website":"<a href='https://a.example/?x=1&amp;y=2'>A</a>","categories":["R&amp;D","Q&amp;A"],"tags":["t&#39;s"],"promoText":"5 &lt; 6","useCases":"<ul><li>Read</li></ul>","videoUrl":"-"}`),
	} {
		if len(got.Rows) != 1 {
			t.Fatalf("got %+v", got)
		}
		d := got.Rows[0].Draft
		same(t, "the texts", append(append(d.Categories, d.Tags...), d.Name, d.Website, d.PromoText, d.UseCases, d.VideoURL),
			[]string{"R&D", "Q&A", "t's", "A & B", "https://a.example/?x=1&y=2", "5 < 6", "- Read", ""})
	}
}

// What is HTML becomes text, however it is quoted; what only looks like it stays.
func TestMarkup(t *testing.T) {
	for text, want := range map[string]string{
		"&lt;p&gt;A &amp;amp; B&lt;/p&gt;": "A & B", "<![CDATA[<p>A</p>]]>": "A", "<o:p>&nbsp;</o:p>A": "A", "<span>A": "A", "<custom-tag>A</custom-tag>": "A", "<details><summary>A</summary>B</details>": "AB",
		"<b>A</b>B": "AB", "use the &lt;b&gt; tag": "use the <b> tag", "a <b and c> d": "a <b and c> d", "x < y": "x < y", "<3": "<3", "List<String>": "List<String>",
	} {
		same(t, text, strings.TrimSpace(origin{}.plain(text)), want)
	}
}

// Yes and no are read in the languages of spreadsheets.
func TestParseBool(t *testing.T) {
	for cells, want := range map[string]bool{
		"TRUE|Yes!|1|x|✔️|checked|wahr|Oui|sí|Vero|Sim|Waar|tak|ano|evet|да|ναι|はい|是|예|⭐|Featured|=TRUE()":      true,
		"FALSE|no.|0|-1||N/A|❌|falsch|Non|falso|não|Onwaar|nie|ne|hayır|нет|όχι|いいえ|否|아니요|×|Not featured|never": false,
	} {
		for cell := range strings.SplitSeq(cells, "|") {
			got, err := parseBool(cell)
			noError(t, err)
			same(t, cell, got, want)
		}
	}
	for _, cell := range []string{"maybe", "2", "2024-03-05", "not sure"} {
		if _, err := parseBool(cell); err == nil {
			t.Errorf("%q is read", cell)
		}
	}
}

// The pages of an API are read whole or not at all.
func TestWrappedJSON(t *testing.T) {
	const row = `{"name":"A","website":"https://a.example","categories":["C"]}`
	for text, want := range map[string]string{
		`{"results":[` + row + `],"count":1,"next":null}`:                    "",
		`{"count":2,"next":"x","results":[` + row + `]}`:                     "1 of 2 records",
		`{"docs":[` + row + `],"totalDocs":3}`:                               "1 of 3 records",
		`{"data":[` + row + `],"meta":{"pagination":{"page":1,"total":30}}}`: "1 of 30 records",
		`{"data":[` + row + `],"meta":{"filter_count":4}}`:                   "1 of 4 records",
		`{"data":7}`: "not an array",
		`{"data":{"data":{"data":{"data":{"data":{"data":[` + row + `]}}}}}}`: "not an array",
	} {
		got, err := Read(strings.NewReader(text), JSONLines, catalog.MatchAsk)
		if want == "" {
			noError(t, err)
			same(t, text, namesOfRows(got), "A")
		} else if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

// A notice of PHP before the XML is skipped, and lines are counted with it.
func TestXMLPreamble(t *testing.T) {
	const item = "<item><title>A</title><wp:status xmlns:wp='x'>publish</wp:status><wp:postmeta xmlns:wp='x'><wp:meta_key>url</wp:meta_key><wp:meta_value>https://a.example</wp:meta_value></wp:postmeta>" +
		"<category domain='listing_cat'>C</category></item>"
	got := read(t, WordPress, "<br>\nNotice: <b>x & y\n<?xml version=\"1.0\"?>\n<rss><channel>"+item+"</channel></rss>")
	if len(got.Rows) != 1 || got.Rows[0].Line != 4 {
		t.Errorf("got %+v", got)
	}
}
