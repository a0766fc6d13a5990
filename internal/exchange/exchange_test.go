package exchange

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/unicode"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// same fails the test if the two differ. Package storetest, which has it too, imports this package.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// testNow is the time of the tests' imports.
var testNow = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func read(t *testing.T, format Format, text string) Result {
	t.Helper()
	result, err := readAt(strings.NewReader(text), Options{Format: format}, testNow)
	noError(t, err)
	return result
}

// lines returns JSON lines with the required members plus the given ones.
func lines(members ...string) string {
	var b strings.Builder
	for i, m := range members {
		fmt.Fprintf(&b, `{"name":"Tool %d","website":"https://tool%d.example","categories":["Writing"]%s}`+"\n", i+1, i+1, m)
	}
	return b.String()
}

// Every field of our own export is read, and the fields of other catalogues into ours.
func TestReadFields(t *testing.T) {
	lamp := catalog.ProductFields{
		Name: "Lamp", Description: "Lights.", UseCases: "Read\nWrite", Categories: []string{"A"},
		Tags: []string{"t"}, Type: catalog.Free, Section: catalog.OurProducts, Website: "https://lamp.example",
		Logo: "/uploads/a.jpg", LogoColor: "#aabbcc", Images: []string{"https://lamp.example/1.png"},
		VideoURL: "https://vimeo.com/1", IsFeatured: true, HasLandingPage: true, HasDeal: true, PromoText: "p", DisplayOrder: 3,
	}
	inCSV := lamp
	inCSV.Categories, inCSV.Tags, inCSV.Images = []string{"A, b", "C"}, []string{"x", "y"}, []string{"https://l.example/1", "https://l.example/2"}
	inCSV.Type, inCSV.Logo, inCSV.LogoColor, inCSV.HasLandingPage = catalog.Premium, "", "", false
	all := lamp.Differing(catalog.ProductFields{})
	for name, test := range map[string]struct {
		format Format
		text   string
		want   catalog.ImportRow
		filled int // fields
	}{
		"JSON of another catalogue": {JSONLines, `{"id":"lamp-post","name":" Lamp  Post ","website":"https://lamp.example/","description":"Lights up.",` +
			`"categories":["Writing","writing"],"pricing":"Freemium","tags":["light"],"source":"somewhere","also_in":[]}` + "\n",
			catalog.ImportRow{Line: 1, Sets: catalog.FieldsNamed("name", "website", "description", "categories", "tags"),
				Draft: catalog.Draft{Slug: "lamp-post", ProductFields: catalog.ProductFields{
					Name: "Lamp Post", Description: "Lights up.", Categories: []string{"Writing"}, Tags: []string{"light"},
					Type: catalog.Freemium, Section: catalog.RecommendedProducts, Website: "https://lamp.example/", Images: []string{},
				}}}, 1},
		"our own JSON": {JSONLines, `{"id":7,"slug":"lamp","name":"Lamp","description":"Lights.","useCases":"Read\nWrite","categories":["A"],` +
			`"tags":["t"],"type":"Free","section":"Our Products","website":"https://lamp.example","logo":"/uploads/a.jpg","logoColor":"#aabbcc",` +
			`"images":["https://lamp.example/1.png"],"videoUrl":"https://vimeo.com/1","isFeatured":true,"hasLandingPage":true,"hasDeal":true,` +
			`"promoText":"p","displayOrder":3,"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","version":4,"inBulk":true}`,
			catalog.ImportRow{Line: 1, ID: 7, Sets: all, InBulk: true, Draft: catalog.Draft{Slug: "lamp", ProductFields: lamp}, CreatedAt: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}, 0},
		"every column of CSV": {CSV, "\uFEFFID,Slug,Name,Website,Description,Categories,Type,Section,Use Cases,tags,logo,logo_color,images,video-url," +
			"isFeatured,hasLandingPage,hasDeal,promoText,displayOrder,unknown\r\n" +
			`7,lamp,Lamp,https://lamp.example,Lights.,"A, b;C",premium,our products,"Read` + "\r\n" + `Write",x;y,,,https://l.example/1 https://l.example/2,` +
			"https://vimeo.com/1,yes,FALSE,1,p,3,whatever\r\n",
			catalog.ImportRow{Line: 2, ID: 7, Sets: all, Draft: catalog.Draft{Slug: "lamp", ProductFields: inCSV}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := read(t, test.format, test.text)
			test.want.Draft.Complete()
			same(t, "the rows", got.Rows, []catalog.ImportRow{test.want})
			var lacking Defaults
			lacking.Add(got.Rows[0])
			if len(got.Bad) != 0 || lacking.NoPrice+lacking.NoSection+lacking.NoDescription != test.filled {
				t.Errorf("bad rows or filled fields: %+v", got)
			}
		})
	}
}

// Categories in a cell are separated by semicolons or, without any, by commas.
func TestReadCSVCategories(t *testing.T) {
	got := read(t, CSV, "name,website,categories\na,https://a.example,\"One, Two ,,\"\nb,https://b.example,\"One, Two; Three > Four\"\n")
	want := [][]string{{"One", "Two"}, {"One, Two", "Three > Four"}}
	for i, row := range got.Rows {
		same(t, fmt.Sprint("row ", i), row.Draft.Categories, want[i])
	}
}

// Cells may be separated by semicolons or tabs, and a list in a cell is read as with commas.
func TestReadSeparators(t *testing.T) {
	for name, text := range map[string]string{
		"semicolons":   "name;website;categories;tags\r\nÄ, b;https://a.example;\"One; Two, three\";x, y\r\n",
		"sep=":         "sep=;\r\nName;URL;Category;Tags\r\nÄ, b;https://a.example;\"One; Two, three\";x, y\r\n",
		"quoted sep=":  "\uFEFF\"SEP=;\"\n\nname;website;categories;tags\nÄ, b;https://a.example;\"One; Two, three\";\"x, y\"\n",
		"another sep=": "sep=,\nname;website;categories;tags\nÄ, b;https://a.example;\"One; Two, three\";x, y\n",
		"tabs":         "name\twebsite\tcategories\ttags\nÄ, b\thttps://a.example\tOne; Two, three\tx, y\n",
		"a name with commas and a line break": "\"a,b,name,website\r\nurl,c\";name;website;\"categories\";tags\r\n;\"Ä, b\";https://a.example;" +
			"\"One; Two, three\";x, y\r\n",
		"bars":                         "name|website|categories|tags\nÄ, b|https://a.example|One; Two, three|x, y\n",
		"a title and empty rows above": ",,,\nMy tools,,,\n\nname,website,categories,tags\n\"Ä, b\",https://a.example,\"One; Two, three\",\"x, y\"\n",
		"notes in the header":          "Name*,Website (required),Categories [list],Tags:\n\"Ä, b\",https://a.example,\"One; Two, three\",\"x, y\"\n",
		"names in Polish":              "Nazwa;Strona;Kategoria;Tagi;Tags\nÄ, b;https://a.example;\"One; Two, three\";;x, y\n",
		"names in Japanese":            "名前,ウェブサイト,カテゴリ,Tags\n\"Ä, b\",https://a.example,\"One; Two, three\",\"x, y\"\n",
		"names in Korean":              "이름,웹사이트,카테고리,Tags\n\"Ä, b\",https://a.example,\"One; Two, three\",\"x, y\"\n",
		"links":                        "name,website,categories,tags\n\"=HYPERLINK(\"\"https://b.example\"\",\"\"Ä, b\"\")\",<https://a.example>,\"One; Two, three\",\"x, y\"\n",
		"a link of Markdown":           "name,website,categories,tags\n\"\u200eÄ, \x1b[31mb\x1b[0m\u202c\",[a](https://a.example),\"One; Two, three\",\"x, y\"\n",
		"UTF-16 without a mark":        utf16Of(t, unicode.LittleEndian, "name,website,categories,tags\n\"Ä, b\",https://a.example,\"One; Two, three\",\"x, y\"\n")[2:],
		"big-endian, too":              utf16Of(t, unicode.BigEndian, "name,website,categories,tags\n\"Ä, b\",https://a.example,\"One; Two, three\",\"x, y\"\n")[2:],
		"UTF-16, little-endian":        utf16Of(t, unicode.LittleEndian, "name\twebsite\tcategories\ttags\r\nÄ, b\thttps://a.example\t\"One; Two, three\"\tx, y\r\n"),
		"UTF-16, big-endian":           utf16Of(t, unicode.BigEndian, "name,website,categories,tags\n\"Ä, b\",https://a.example,\"One; Two, three\",\"x, y\"\n"),
	} {
		t.Run(name, func(t *testing.T) {
			got := read(t, CSV, text)
			if len(got.Bad) > 0 || len(got.Rows) != 1 {
				t.Fatalf("got %+v", got)
			}
			draft := got.Rows[0].Draft
			same(t, "the website", draft.Website, "https://a.example")
			same(t, "the cells", [][]string{{draft.Name}, draft.Categories, draft.Tags}, [][]string{{"Ä, b"}, {"One", "Two, three"}, {"x", "y"}})
		})
	}
}

// utf16Of returns a text as Excel saves "Unicode text".
func utf16Of(t *testing.T, order unicode.Endianness, text string) string {
	t.Helper()
	encoded, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String(text)
	noError(t, err)
	return encoded
}

// A table in Windows-1252 is read; a byte that is none of its letters, or is in a text of UTF-8, refuses its row.
func TestReadWindows1252(t *testing.T) {
	const header = "Bezeichnung;Webseite;Kategorien\r\n"
	got := read(t, CSV, header+"Gr\xfc\xdfe;https://a.example;B\xfccher\r\n")
	if len(got.Rows) != 1 || got.Encoding != windows1252 {
		t.Fatalf("got %+v", got)
	}
	draft := got.Rows[0].Draft
	same(t, "the texts", []string{draft.Name, draft.Categories[0]}, []string{"Grüße", "Bücher"})
	for name, text := range map[string]string{
		"in UTF-8":  header + "Größe;https://a.example;C\r\nGr\xfc\xdfe;https://b.example;C\r\n",
		"no letter": header + "A;https://a.example;C\r\nGr\xff;https://b.example;C\r\n",
	} {
		got := read(t, CSV, text)
		same(t, name, got.Bad, []BadRow{{3, "", []string{problemEncoding}}})
		same(t, name+", how many are good", len(got.Rows), 1)
	}
}

// Missing fields are filled in and counted.
func TestReadMissingFields(t *testing.T) {
	got := read(t, JSONLines, lines(
		`,"description":"Does things.","type":"Free","section":"Our Products"`,
		`,"description":". .","pricing":":grey_question:"`,
		`,"description":null,"pricing":null,"section":""`,
		`,"description":"a\u0080b","type":"Unknown"`,
	))
	same(t, "what is repaired", got.Filled, Filled{Prices: map[Price]int{{":grey_question:", catalog.Unknown}: 1}, OddStates: map[string]int{}, ControlChars: 1})
	var lacking Defaults
	for _, row := range got.Rows {
		lacking.Add(row)
	}
	same(t, "what is filled in", lacking, Defaults{NoPrice: 3, NoSection: 3, NoDescription: 2, NoLogo: 4})
	for i, want := range []string{"Does things.", catalog.NoDescription, catalog.NoDescription, "ab"} {
		same(t, fmt.Sprint("the description of row ", i), got.Rows[i].Draft.Description, want)
	}
	if d := got.Rows[2]; d.Draft.Type != catalog.Unknown || d.Draft.Section != catalog.RecommendedProducts || d.Sets != catalog.FieldsNamed("name", "website", "categories") {
		t.Errorf("defaults: %+v", d)
	}
}

// A textual id becomes the slug.
func TestReadTextID(t *testing.T) {
	for id, want := range map[string]string{"lamp-post": "lamp-post", "360": "tool-360", "Éclair 2": "eclair-2"} {
		got := read(t, JSONLines, lines(`,"id":"`+id+`"`))
		if len(got.Rows) != 1 || got.Rows[0].Draft.Slug != want || got.Rows[0].ID != 0 {
			t.Errorf("%q: %+v, want the slug %q", id, got, want)
		}
	}
}

// Bad rows are reported with line, name and reasons.
func TestReadBadRows(t *testing.T) {
	const header = "name,website,categories,isFeatured,displayOrder\n"
	good := func(name string) string { return name + ",https://" + name + ".example,Writing,,\n" }
	for name, test := range map[string]struct {
		format Format
		text   string
		want   []BadRow
	}{
		"a link of Markdown with another URL": {CSV, header + "Lamp,[https://l.example](https://m.example),Writing,,\n" + good("b"), []BadRow{{2, "Lamp", []string{"website: Please enter a valid URL that starts with http:// or https://"}}}},
		"no website":                          {CSV, header + "Lamp,,Writing,,\n" + good("b"), []BadRow{{2, "Lamp", []string{"website: Please enter a website URL"}}}},
		"no scheme":                           {CSV, header + "Lamp,lamp,Writing,,\n" + good("b"), []BadRow{{2, "Lamp", []string{"website: Please enter a valid URL that starts with http:// or https://"}}}},
		"no name":                             {CSV, header + " ,https://a.example,Writing,,\n" + good("b"), []BadRow{{2, "", []string{"name: Please enter a name"}}}},
		"a name of 2 lines":                   {CSV, header + good("b") + "\"One\nTwo\",https://a.example,Writing,,\n" + good("c"), []BadRow{{3, "One\nTwo", []string{"name: Please remove line breaks and invisible control characters"}}}},
		"a long name":                         {CSV, header + strings.Repeat("x", 201) + ",https://a.example,Writing,,\n" + good("b"), []BadRow{{2, strings.Repeat("x", 80) + "…", []string{"name: Please use at most 200 characters"}}}},
		"no category":                         {CSV, header + "Lamp,https://a.example,;,,\n" + good("b"), []BadRow{{2, "Lamp", []string{"categories: Please select at least one category"}}}},
		"two bad fields":                      {CSV, header + ",,Writing,,\n" + good("b"), []BadRow{{2, "", []string{"name: Please enter a name", "website: Please enter a website URL"}}}},
		"invalid UTF-8":                       {CSV, header + "L\xffmp,https://a.example,Writing,,\n" + good("b"), []BadRow{{2, "", []string{problemEncoding}}}},
		"too few cells":                       {CSV, header + "Lamp,https://a.example\n" + good("b"), []BadRow{{2, "", []string{"the row has 2 cells, the header 5"}}}},
		"a bare quote":                        {CSV, header + "5\" Lamp,https://a.example,Writing,,\n" + good("b"), []BadRow{{2, "", []string{`a quote stands inside a cell that is not quoted; write it as "" and quote the cell`}}}},
		"text after a quote":                  {CSV, header + "\"Lamp\" one,https://a.example,Writing,,\n" + good("b"), []BadRow{{2, "", []string{`text stands behind a closing quote; write a quote inside a cell as ""`}}}},
		"an open quote":                       {CSV, header + "\"Lamp,https://a.example,Writing,,\n" + good("b") + good("c"), []BadRow{{2, "", []string{problemUnclosed}}}},
		"an open last quote":                  {CSV, header + good("b") + "\"Lamp", []BadRow{{3, "", []string{problemUnclosed}}}},
		"not true or false":                   {CSV, header + "Lamp,https://a.example,Writing,maybe,x\n" + good("b"), []BadRow{{2, "Lamp", []string{"isfeatured: please write true or false", "displayorder: please write a whole number"}}}},
		"a row too long":                      {CSV, header + strings.Repeat("x", maxLine+5) + "\n" + good("b"), []BadRow{{2, "", []string{problemTooLong}}}},
		"a website twice":                     {CSV, header + good("b") + "Other,http://www.b.example/?utm_source=x,Writing,,\n", []BadRow{{3, "Other", []string{`website: the same as that of "b" on line 2; if they are two tools, give each a slug of its own or match by name (--match name)`}}}},
		"broken JSON":                         {JSONLines, `{"name":` + "\n" + lines(""), []BadRow{{1, "", []string{"broken JSON near byte 8 of the line"}}}},
		"two objects":                         {JSONLines, "{} {}\n" + lines(""), []BadRow{{1, "", []string{"broken JSON near byte 4 of the line"}}}},
		"not an object":                       {JSONLines, "7\n" + lines(""), []BadRow{{1, "", []string{"the line is not a JSON object"}}}},
		"a wrong type":                        {JSONLines, `{"name":"Lamp","website":7}` + "\n" + lines(""), []BadRow{{1, "Lamp", []string{"website: cannot be a JSON number"}}}},
		"a wrong list":                        {JSONLines, `{"name":"Lamp","categories":"Writing"}` + "\n" + lines(""), []BadRow{{1, "Lamp", []string{"categories: cannot be a JSON string"}}}},
		"a wrong id":                          {JSONLines, lines(`,"id":-1`, ""), []BadRow{{1, "Tool 1", []string{"id: must be a whole number above 0, or a word"}}}},
		"bytes in JSON":                       {JSONLines, "{\"name\":\"\xff\"}\n" + lines(""), []BadRow{{1, "", []string{problemEncoding}}}},
		"a long JSON line":                    {JSONLines, strings.Repeat(" ", maxLine) + "{}\n" + lines(""), []BadRow{{1, "", []string{problemTooLong}}}},
		"an unknown section":                  {JSONLines, lines(`,"section":"Elsewhere"`, ""), []BadRow{{1, "Tool 1", []string{"section: Please select a section: Our Products or Recommended AI Products"}}}},
		"an id twice":                         {JSONLines, lines(`,"id":3`, `,"id":3`), []BadRow{{2, "Tool 2", []string{"id: the same as on line 1; the two would overwrite each other"}}}},
		"a slug twice":                        {JSONLines, lines(`,"slug":"lamp"`, `,"id":"lamp"`), []BadRow{{2, "Tool 2", []string{"slug: the same as on line 1; the two would overwrite each other"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			got := read(t, test.format, test.text)
			same(t, "the bad rows", got.Bad, test.want)
			if len(got.Rows) == 0 {
				t.Error("the good rows are missing")
			}
		})
	}
}

// The website of a refused row may occur in a good row.
func TestReadRefusedRowWebsite(t *testing.T) {
	got := read(t, CSV, "name,website,categories\n,https://a.example,Writing\nLamp,https://a.example,Writing\n")
	if len(got.Bad) != 1 || len(got.Rows) != 1 || got.Rows[0].Draft.Name != "Lamp" {
		t.Errorf("got %+v", got)
	}
}

// Rows with an id may share a website; a row without one may not.
func TestReadSharedWebsite(t *testing.T) {
	got := read(t, JSONLines, `{"id":1,"name":"A","website":"https://a.example","categories":["C"]}
{"id":2,"name":"B","website":"https://a.example","categories":["C"]}
{"name":"C","website":"https://a.example","categories":["C"]}`)
	if len(got.Rows) != 2 || len(got.Bad) != 1 || got.Bad[0].Line != 3 {
		t.Errorf("got %+v", got)
	}
}

// Two names for one website are two tools where their URLs, slugs or ids differ; the operator can say what decides.
func TestReadMatch(t *testing.T) {
	const header = "name,website,categories,slug\n"
	for name, test := range map[string]struct {
		match catalog.Match
		rows  string
		good  int
	}{
		"another name":                  {catalog.MatchAsk, "A,https://a.example,C,\nB,https://www.a.example/?utm_source=x,C,\n", 1},
		"another name and URL":          {catalog.MatchAsk, "A,https://a.example/?ref=a,C,\nB,https://a.example/?ref=b,C,\n", 2},
		"another name and slug":         {catalog.MatchAsk, "A,https://a.example,C,a\nB,https://a.example,C,b\n", 2},
		"the same name":                 {catalog.MatchAsk, "A,https://a.example/?ref=a,C,\nÁ,https://a.example/?ref=b,C,\n", 1},
		"the website decides":           {catalog.MatchWebsite, "A,https://a.example/?ref=a,C,\nB,https://a.example/?ref=b,C,\n", 1},
		"the name decides":              {catalog.MatchName, "A,https://a.example,C,\nB,https://a.example,C,\nb,https://c.example,C,\n", 2},
		"the id decides, there is none": {catalog.MatchID, "A,https://a.example,C,\nA,https://a.example,C,\n", 2},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Read(strings.NewReader(header+test.rows), CSV, test.match)
			noError(t, err)
			same(t, "the good rows", len(got.Rows), test.good)
		})
	}
}

// Line numbers count quoted line breaks and blank lines.
func TestReadLineNumbers(t *testing.T) {
	got := read(t, CSV, "\n\nname,website,categories,description\n\nA,https://a.example,C,\"one\n\n\"\"two\"\"\nthree\"\n\r\n,,,\nB,https://b.example,C,x")
	if len(got.Rows) != 2 || got.Rows[0].Line != 5 || got.Rows[1].Line != 11 {
		t.Errorf("rows: %+v", got.Rows)
	}
	same(t, "the bad rows, without the empty one", got.Bad, []BadRow(nil))
	same(t, "the description", got.Rows[0].Draft.Description, "one\n\n\"two\"\nthree")
}

// A file without readable rows is one error.
func TestReadBadFile(t *testing.T) {
	const noListings = "This file has no published listings with a website."
	for name, test := range map[string]struct {
		format Format
		text   string
		want   string
	}{
		"missing columns": {CSV, "name#website#categories\n", "The first row must name the columns, separated by commas, semicolons or tabs. Missing: name, website, categories."},
		"only sep=;":      {CSV, "sep=;\r\n", "This file is empty. The first row must name the columns."},
		"no header":       {CSV, " \n", "This file is empty. The first row must name the columns."},
		"a column twice":  {CSV, "name,website,categories,Name\n", `The first row names the column "name" twice.`},
		"a broken header": {CSV, "na\"me,website\n", "cannot be read"},
		"an odd header":   {CSV, "name;website;categories;Pr\xfffix\n", `cannot be read: the row is not in UTF-8; save the file in UTF-8 (in Excel as "CSV UTF-8").`},
		"not WordPress":   {WordPress, "name,website\n", noListings},
		"another feed":    {WordPress, "<rss><channel><item><title>A</title></item></channel></rss>", noListings},
		"broken XML":      {WordPress, "<rss>\n<channel>\n<item><title>A</item>", "broken XML on line 3."},
		"Latin 1":         {WordPress, `<?xml version="1.0" encoding="ISO-8859-1"?><rss/>`, "not written in UTF-8"},
		"a broken array":  {JSONLines, "[\n{\"name\":\"A\"},\n{\"name\":}]", "broken JSON on line 2, or after it"},
		"an open array":   {JSONLines, "[{\"name\":\"A\"}", "broken JSON on line 1, or after it"},
		"no records":      {JSONLines, `{"page":1,"perPage":30}`, "broken JSON on line 1"},
		"one page of two": {JSONLines, `{"page":1,"perPage":1,"totalItems":2,"items":[{}]}`, "This file has 1 of 2 records."},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(strings.NewReader(test.text), test.format, catalog.MatchAsk)
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// Too many rows, and a record or an item without end, are refused before they fill the memory.
func TestReadTooLarge(t *testing.T) {
	for _, test := range []struct {
		format Format
		text   string
	}{
		{JSONLines, strings.Repeat("x\n", catalog.MaxProducts+1)},
		{JSONLines, `[{"name":"` + strings.Repeat("x", 3*maxLine)},
		{WordPress, "<rss><channel><item><title>" + strings.Repeat("x", maxItem+maxLine)},
	} {
		if _, err := Read(strings.NewReader(test.text), test.format, catalog.MatchAsk); !fault.Is(err, fault.TooLarge) {
			t.Errorf("%s, %.30q…: %v", test.format, test.text, err)
		}
	}
}

// An empty JSON file is an empty list.
func TestReadEmptyJSON(t *testing.T) {
	if got := read(t, JSONLines, "\uFEFF\n\n"); len(got.Rows)+len(got.Bad) != 0 {
		t.Errorf("got %+v", got)
	}
}

// An error of the reader is returned.
func TestReadError(t *testing.T) {
	broken := errors.New("disk failure")
	for _, format := range []Format{JSONLines, CSV, WordPress} {
		for _, before := range []string{"", "name,website,categories\nA,https://a.example,C\n", "[{}", "<rss><item>"} {
			if before != "" && format == CSV && !strings.HasPrefix(before, "name") {
				continue // no header
			}
			_, err := Read(io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken)), format, catalog.MatchAsk)
			if !errors.Is(err, broken) {
				t.Errorf("%s after %q: got %v", format, before, err)
			}
		}
	}
}

// The result does not depend on how many bytes the reader returns at a time.
func TestReadByteByByte(t *testing.T) {
	text := "name,website,categories\n\"A\nB\",https://a.example,C\nD,https://d.example,C\n\"open,\nE,https://e.example,C\n"
	whole := read(t, CSV, text)
	slow, err := Read(iotest.OneByteReader(strings.NewReader(text)), CSV, catalog.MatchAsk)
	noError(t, err)
	same(t, "byte by byte", slow, whole)
}

// The format is derived from the file name.
func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{"a.jsonl": JSONLines, "b.NDJSON": JSONLines, "c.json": JSONLines, "d.CSV": CSV, "e.tsv": CSV, "f.txt": CSV, "g.xml": WordPress} {
		got, err := FormatOf(name)
		noError(t, err)
		same(t, name, got, want)
	}
	if _, err := FormatOf("e.xlsx"); !fault.Is(err, fault.Invalid) {
		t.Errorf("a spreadsheet: %v", err)
	}
}

// Prices of other catalogues become a type. What is free only for a while, and everything in doubt, is Unknown.
func TestPriceType(t *testing.T) {
	for want, prices := range map[catalog.Type][]string{
		catalog.Free: {"Free", "FREE", "open-source", "Free & Open Source", "$0", "0,00 €", "Plan 1 $0", "0", "0.00", "0,00", "Free forever", "Free $0", "$0/month", "USD 0",
			"kostenlos", "Kostenfrei", "gratuit", "Gratuite", "gratis", "Grátis", "gratuito", "Código abierto",
			"free of charge", "No cost", "Free and unlimited", "Toujours gratuit", "gratuit à vie", "dauerhaft kostenlos", "kostenlos (Open Source)", "totalmente gratuito", "100% gratis", "gratis für immer", "0 zł", "0,- €", "EUR0",
			"бесплатно", "безкоштовно", "免费", "無料", "무료", "darmowy", "ücretsiz"},
		catalog.Freemium: {"freemium", "Offers free version", "From $0/mo", "free + paid", "Starting at $0", "ab 0 €", "ab 0", "Freemium, from $10",
			"$0 - $49/mo", "€0 / €29", "$0–$99", "0 - 49 €", "$0-49", "0-29", "Free $0, Pro $20, Team $60", "Free plan, paid from $12/mo", "Free up to 3 users, then $9 per seat",
			"Free plan / $12/month", "Free, Pro, Enterprise", "[\"Free\",\"Paid\"]", "Free plan, 14-day trial of Pro, $20/mo",
			"kostenlos, Pro ab 9 €", "Kostenlos und kostenpflichtig", "gratuit, puis 12 €/mois", "Gratuit / Payant", "Gratis, luego 10 €", "gratis y de pago", "Gratuito, poi 9 € al mese", "grátis, pro R$ 30",
			"0-$20", "$0-$20", "0/9/29", "From free", "Free tier + usage based", "plano gratuito e planos pagos", "無料 / 500円", "бесплатно, Pro 500 руб"},
		catalog.Premium: {"Paid", "premium", "From $24/mo", "$18 One-time", "From $0.50/hr", "Pay-as-you-go", "€ 1,299", "29 €", "1.000,00 €/month", "10€",
			"£8", "8 £", "₺100", "￥100", "100", "¥900", "900¥", "8 $", "€8", // each sign, before and behind
			"19", "29,00", "19.99", "9-29", "19/mo", "20 USD/month", "EUR 20", "Pro $20, Team $60", "not free", "No free plan, $9", "kein kostenloser Plan, 9 €",
			"kostenpflichtig", "payant", "de pago", "a pagamento", "pago", "Abonnement", "à partir de 9 €",
			"19.- CHF", "CHF 19.–", "19 Fr.", "49 zł", "199 kr/mån", "20USD", "EUR20", "20+", "500 руб", "20 евро", "500円", "99元", "5만원", "One-off payment", "Monthly subscription", "Paid per use", "pago único 49 €", "pago unico", "pagamento unico",
			"no es gratis", "No free trial, $20/mo", "no trial, $20"},
		catalog.Unknown: {"", "Unknown", ":grey_question:", ":white_check_mark:", "Not available", "Waitlist", "$", "nonsense", "Contact sales", "$$",
			"Free trial", "Free trial, then $15/mo", "Free 14-day trial", "14-day free trial", "30 days free", "Free for 30 days", "$5 free credit, then pay as you go",
			"kostenlose Testversion", "kostenlos testen, dann 9 €", "essai gratuit", "prueba gratis", "Prueba gratuita, 9 €", "prova gratuita", "teste grátis", "Free demo", "Free for students"},
	} {
		for _, price := range prices {
			same(t, price, priceType(price), want)
		}
	}
}
