package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

func draft() Draft {
	return Draft{ProductFields: ProductFields{Name: "T", Description: "d", Categories: []string{"Writing"}, Type: Free, Section: OurProducts, Website: "https://example.com/"}}
}

// invalidFields returns the fields of a validation error; any other error fails the test.
func invalidFields(t *testing.T, err error) []fault.Field {
	t.Helper()
	if err == nil {
		return nil
	}
	var f *fault.Fault
	if !errors.As(err, &f) || f.Kind != fault.Invalid {
		t.Fatalf("not a validation error: %v", err)
	}
	return f.Fields
}

// draftErrors checks the draft and returns the error messages by field.
func draftErrors(t *testing.T, d Draft) map[string]string {
	t.Helper()
	_, err := d.Check(false)
	messages := map[string]string{}
	for _, field := range invalidFields(t, err) {
		messages[field.Field] = field.Message
	}
	return messages
}

// A complete draft is accepted, and one whose fields are as long as may be.
func TestDraftComplete(t *testing.T) {
	longest := draft()
	longest.Name, longest.Description, longest.UseCases = strings.Repeat("é", 200), strings.Repeat("é", 20_000), strings.Repeat("é", 20_000)
	longest.PromoText, longest.DisplayOrder, longest.Categories = strings.Repeat("😀", 500), 1_000_000, []string{strings.Repeat("é", 100)}
	longest.Logo, longest.LogoColor = "data:image/png;base64,iVBORw0KGgo=", "#aabbcc"
	for _, d := range []Draft{draft(), longest} {
		if f := draftErrors(t, d); len(f) != 0 {
			t.Errorf("refused: %v", f)
		}
	}
}

// Each rule of a draft names its field.
func TestDraftRules(t *testing.T) {
	long := func(n int) string { return strings.Repeat("é", n) }
	for name, c := range map[string]struct {
		change func(*Draft)
		field  string
	}{
		"no name":                            {func(d *Draft) { d.Name = " \t" }, "name"},
		"a name of 201 characters":           {func(d *Draft) { d.Name = long(201) }, "name"},
		"a name of two lines":                {func(d *Draft) { d.Name = "a\nb" }, "name"},
		"a name with a bidi override":        {func(d *Draft) { d.Name = "exe.\u202egpj" }, "name"},
		"a name with a bidi isolate":         {func(d *Draft) { d.Name = "a\u2067b" }, "name"},
		"a name with a line separator":       {func(d *Draft) { d.Name = "a\u2028b" }, "name"},
		"an invisible name":                  {func(d *Draft) { d.Name = "\u200b\u2060 \ufeff" }, "name"},
		"a category with a bidi override":    {func(d *Draft) { d.Categories = []string{"a\u202eb"} }, "categories"},
		"an invisible category":              {func(d *Draft) { d.Categories = []string{"\u200b"} }, "categories"},
		"a tag with a bidi override":         {func(d *Draft) { d.Tags = []string{"a\u202d"} }, "tags"},
		"a promo text with a bidi isolate":   {func(d *Draft) { d.PromoText = "a\u2066" }, "promoText"},
		"a website with a bidi override":     {func(d *Draft) { d.Website = "https://exa\u202emple.com/" }, "website"},
		"a website with a bidi mark":         {func(d *Draft) { d.Website = "https://example.com/\u200f" }, "website"},
		"a website with a host of dots":      {func(d *Draft) { d.Website = "https://.." }, "website"},
		"a port above 65535":                 {func(d *Draft) { d.Website = "https://h:65536/" }, "website"},
		"no description":                     {func(d *Draft) { d.Description = "" }, "description"},
		"a description of 20,001 characters": {func(d *Draft) { d.Description = long(20_001) }, "description"},
		"a NUL in the use cases":             {func(d *Draft) { d.UseCases = "a\x00b" }, "useCases"},
		"no category":                        {func(d *Draft) { d.Categories = []string{" "} }, "categories"},
		"a category of 101 characters":       {func(d *Draft) { d.Categories = []string{long(101)} }, "categories"},
		"a NUL in a category":                {func(d *Draft) { d.Categories = []string{"a\x00b"} }, "categories"},
		"a control character in the text":    {func(d *Draft) { d.Description = "a\ab" }, "description"},
		"a name with a next line":            {func(d *Draft) { d.Name = "a\u0085b" }, "name"},
		"a path of the machine as logo":      {func(d *Draft) { d.Logo = "/etc/passwd" }, "logo"},
		"a promo text of two lines":          {func(d *Draft) { d.PromoText = "a\nb" }, "promoText"},
		"a code of 101 characters":           {func(d *Draft) { d.DealCode = long(101) }, "dealCode"},
		"a code of two lines":                {func(d *Draft) { d.DealCode = "a\nb" }, "dealCode"},
		"a deal of a script":                 {func(d *Draft) { d.DealURL = "javascript:alert(1)" }, "dealUrl"},
		"a deal with a password":             {func(d *Draft) { d.DealURL = "https://a:b@pen.example/" }, "dealUrl"},
		"a deal at this machine":             {func(d *Draft) { d.DealURL = "http://127.0.0.1/" }, "dealUrl"},
		"a deal at a private IPv6 address":   {func(d *Draft) { d.DealURL = "http://[fd00::1]/" }, "dealUrl"},
		"a deal on a printer":                {func(d *Draft) { d.DealURL = "http://printer.local/" }, "dealUrl"},
		"a start that is a day":              {func(d *Draft) { d.DealFrom = "2026-11-30" }, "dealFrom"},
		"a start in the last century":        {func(d *Draft) { d.DealFrom = "1999-12-31T23:59:59Z" }, "dealFrom"},
		"an end on no day":                   {func(d *Draft) { d.DealTo = "2026-02-30T00:00:00Z" }, "dealTo"},
		"an end in the next century":         {func(d *Draft) { d.DealTo = "2101-01-01T00:00:00Z" }, "dealTo"},
		"an end at its start":                {func(d *Draft) { d.DealFrom, d.DealTo = "2026-11-30T10:00:00+01:00", "2026-11-30T09:00:00Z" }, "dealTo"},
		"an order above 1,000,000":           {func(d *Draft) { d.DisplayOrder = 1_000_001 }, "displayOrder"},
		"a slug that begins with a hyphen":   {func(d *Draft) { d.Slug = "-a" }, "slug"},
		"21 categories":                      {func(d *Draft) { d.Categories = strings.Split("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u", ",") }, "categories"},
		"type in lower case":                 {func(d *Draft) { d.Type = "free" }, "type"},
		"type Unknown":                       {func(d *Draft) { d.Type = Unknown }, "type"},
		"an unknown section":                 {func(d *Draft) { d.Section = "our products" }, "section"},
		"no website":                         {func(d *Draft) { d.Website = "" }, "website"},
		"a script as website":                {func(d *Draft) { d.Website = "javascript:alert(1)" }, "website"},
		"a script in capitals as website":    {func(d *Draft) { d.Website = " JavaScript:alert(1)//https://door.example" }, "website"},
		"a website without scheme":           {func(d *Draft) { d.Website = "//host/x" }, "website"},
		"a website with a password":          {func(d *Draft) { d.Website = "https://a:b@host/" }, "website"},
		"a website of 2,049 characters":      {func(d *Draft) { d.Website = "https://h/" + strings.Repeat("a", 2_039) }, "website"},
		"a script as video":                  {func(d *Draft) { d.VideoURL = "javascript:alert(1)" }, "videoUrl"},
		"a script as logo":                   {func(d *Draft) { d.Logo = "javascript:alert(1)" }, "logo"},
		"an html data URI as logo":           {func(d *Draft) { d.Logo = "data:text/html,x" }, "logo"},
		"a script among the images":          {func(d *Draft) { d.Images = []string{"javascript:alert(1)"} }, "images"},
		"seven images":                       {func(d *Draft) { d.Images = strings.Split(strings.Repeat("https://h/a.png ", 7), " ") }, "images"},
		"an upload path with ..":             {func(d *Draft) { d.Logo = "/uploads/..%2fapp.db" }, "logo"},
		"a promo text of 501 characters":     {func(d *Draft) { d.PromoText = long(501) }, "promoText"},
		"a negative order":                   {func(d *Draft) { d.DisplayOrder = -5 }, "displayOrder"},
		"a slug with capitals":               {func(d *Draft) { d.Slug = "Not-A-Slug" }, "slug"},
		"a slug that is a number":            {func(d *Draft) { d.Slug = "42" }, "slug"},
		"a color by name":                    {func(d *Draft) { d.LogoColor = "red" }, "logoColor"},
	} {
		d := draft()
		c.change(&d)
		if f := draftErrors(t, d); len(f) != 1 || f[c.field] == "" {
			t.Errorf("%s: fields %v, want only %s", name, f, c.field)
		}
	}
}

// The contract gives the message for a missing category.
func TestDraftCategoryMessage(t *testing.T) {
	d := draft()
	d.Categories = nil
	if got := draftErrors(t, d)["categories"]; got != "Please select at least one category" {
		t.Errorf("got %q", got)
	}
}

// A website URL is stored exactly as given.
func TestDraftWebsite(t *testing.T) {
	for _, address := range []string{
		"https://bücher.example/ä?q=a%20b&x=1#f", "http://h:8080/", "https://x.example/?aff=1&b=2&c=%C3%A9&utm_source=me",
		"https://h/" + strings.Repeat("a", 2_038), "http://127.0.0.1:65535", "http://[::1]/", "https://例え.jp/👩‍👧", "https://h:/", "https://h./",
	} {
		d := draft()
		d.Website = address
		checked, err := d.Check(false)
		if err != nil || checked.Website != address {
			t.Errorf("%.60s became %.60s, %v", address, checked.Website, err)
		}
	}
}

// Check normalizes the text of a draft.
func TestDraftNormalization(t *testing.T) {
	d := draft()
	d.Name, d.Description, d.Categories = "  Cafe\u0301 ", "a\r\nb", []string{"Vidéo", "video", " Audio "}
	d.Logo, d.Type = "/uploads/abc.jpg", Unknown
	checked, err := d.Check(true)
	if err != nil {
		t.Fatal(err)
	}
	if checked.Name != "Café" || checked.Description != "a\nb" || strings.Join(checked.Categories, "|") != "Vidéo|Audio" {
		t.Errorf("got %q %q %q", checked.Name, checked.Description, checked.Categories)
	}
}

// Folding ignores case, accents and spacing.
func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Éditeur  VIDÉO": "editeur video", "Straße": "strasse", "Œuvre": "oeuvre", " İstanbul\t": "istanbul", "ﬁne": "fine", "零一万物": "零一万物", "Ｆｕｌｌ": "full",
		// Accents and vowel points go …
		"Ελλάδα": "ελλαδα", "Ёлка": "елка", "עִבְרִית": "עברית", "مُحَمَّد": "محمد", "❤\ufe0f": "❤",
		// … and marks that belong to the letter stay, however they are written.
		"Мой дом": "мой дом", "и\u0306": "й", "Київ": "київ", "ガイド": "ガイド", "カ\u3099イト\u3099": "ガイド", "ｶﾞｲﾄﾞ": "ガイド", "カイト": "カイト", "パン": "パン",
		"ไม้": "ไม้", "ไม่": "ไม่", "हिन्दी": "हिन्दी", "தமிழ்": "தமிழ்", "সহায়ক": "সহায়ক", "ខ្មែរ": "ខ្មែរ", "한국": norm.NFD.String("한국"),
	} {
		if got := Fold(text); got != want {
			t.Errorf("Fold(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSlugsOfNames(t *testing.T) {
	for name, want := range map[string]string{
		"GitHub Copilot": "github-copilot", "llama.cpp": "llama-cpp", "É!": "e", "???": "tool", "42": "tool-42", "Seedance 2.0": "seedance-2-0", "零一万物": "零一万物",
		"ゲーム ガイド": "ゲーム-ガイド", "カイト工房": "カイト工房", "ผู้ช่วยเขียน": "ผู้ช่วยเขียน", "हिन्दी लेखक": "हिन्दी-लेखक", "Российский чат": "российский-чат",
		"தமிழ் உதவி": "தமிழ்-உதவி", "বাংলা সহায়ক": "বাংলা-সহায়ক", "עִבְרִית": "עברית",
		"번역 도우미": "번역-도우미", norm.NFD.String("한국어"): "한국어", "ஜெமினி போட்": "ஜெமினி-போட்", "লেখো": "লেখো", "1111": "tool-1111", "🤖 +++": "tool", "C++": "c", "README.md": "readme-md",
	} {
		if got := Slug(name); got != want {
			t.Errorf("Slug(%q) = %q, want %q", name, got, want)
		}
	}
}

// Slugs that were made before marks were kept stay valid.
func TestFormerSlugs(t *testing.T) {
	for _, slug := range []string{"ケーム-カイト", "россиискии-чат", "हनद", norm.NFD.String("한국"), "ผชวยเขยน"} {
		if !ValidSlug(slug) {
			t.Errorf("%q is not valid any more", slug)
		}
	}
}

// Folding twice changes nothing.
func TestFoldIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if once := Fold(rapid.String().Draw(t, "text")); Fold(once) != once {
			t.Fatalf("%q becomes %q", once, Fold(once))
		}
	})
}

// Slug always returns a valid slug of limited length.
func TestSlugValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slug := Slug(rapid.String().Draw(t, "name"))
		if !ValidSlug(slug) || len(slug) > maxSlug+len("tool-") {
			t.Fatalf("%q is not a slug", slug)
		}
	})
}

// Different spellings of a website's URL share a key.
func TestNameKey(t *testing.T) {
	for _, spelling := range []string{"Copy.ai", "CopyAI", "copy AI", "Cópy", "Copy App", "COPY", "Copy.ai.com"} {
		if got := NameKey(spelling); got != "copy" {
			t.Errorf("NameKey(%q) = %q", spelling, got)
		}
	}
	for spelling, want := range map[string]string{"Chai": "chai", "AI": "ai", "App": "app", "Kim AI": "kim", "豆包": "豆包", "!": "", "Copy 2": "copy2"} {
		if got := NameKey(spelling); got != want {
			t.Errorf("NameKey(%q) = %q, want %q", spelling, got, want)
		}
	}
}

func TestWebsiteKey(t *testing.T) {
	for _, spelling := range []string{
		"https://www.Example.com/", "http://example.com", "https://example.com:443/?utm_source=a&ref=b", "https://example.com/#top", "https://example.com?UTM_Medium=x",
	} {
		if got := WebsiteKey(spelling); got != "example.com" {
			t.Errorf("WebsiteKey(%q) = %q", spelling, got)
		}
	}
	for a, b := range map[string]string{
		"https://example.com/a": "https://example.com/b", "https://example.com/?id=1": "https://example.com/?id=2", "https://example.com/#/a": "https://example.com/#/b",
	} {
		if WebsiteKey(a) == WebsiteKey(b) {
			t.Errorf("%q and %q share a key", a, b)
		}
	}
	if WebsiteKey("www.bing.com") != "" || WebsiteKey("javascript:alert(1)") != "" {
		t.Error("something other than a web address has a key")
	}
}

// Text in every writing system is accepted.
func TestDraftUnicode(t *testing.T) {
	for _, text := range []string{"שלום \u200fC++\u200e", "می\u200cخواهم", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "soft\u00adhyphen", "क्\u200dष", "e\u0301", "\u3000全角\u3000"} {
		d := draft()
		d.Name, d.PromoText, d.Description, d.Categories = text, text, text+"\u2067a\u2069\u2028", []string{text}
		if f := draftErrors(t, d); len(f) != 0 {
			t.Errorf("%q: refused: %v", text, f)
		}
	}
}

func TestProductCheck(t *testing.T) {
	t.Run("accepts invisible characters stored by an earlier version", func(t *testing.T) {
		const name = "Chat\u200bG\u200dPT"
		p := Product{ID: 1, Slug: "one", ProductFields: ProductFields{Name: name, Description: "d", Categories: []string{name}, Tags: []string{name}, PromoText: name, Type: Free, Section: OurProducts, Website: "https://example.com/"}}
		if err := p.Check(); err != nil {
			t.Error(err)
		}
		if p.Categories[0] != name || p.Tags[0] != name {
			t.Errorf("the product became %+v", p)
		}
		if err := (Category{ID: 1, Name: name, Slug: "one"}).Check(); err != nil {
			t.Error(err)
		}
		if p.Name = " One"; p.Check() == nil {
			t.Error("a name with leading space is accepted")
		}
	})
}

// The host of a website is shown without www., whatever case it is written in.
func TestHost(t *testing.T) {
	for website, want := range map[string]string{
		"https://www.Example.com:8080/path": "example.com", "http://app.example/": "app.example", "https://[::1]/": "::1", "nowhere": "", "http://a b/": "", "": "",
	} {
		if got := Host(website); got != want {
			t.Errorf("of %q it is %q, want %q", website, got, want)
		}
	}
}

// Each fact has a label.
func TestFactLabels(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range FactKinds() {
		label := kind.Label()
		if label == "" || seen[label] {
			t.Errorf("the label of %s is %q", kind, label)
		}
		seen[label] = true
	}
}

// A category without a group of its own has the one that the first known word of its name proposes.
func TestGroups(t *testing.T) {
	for name, want := range map[string]string{
		"Image Generation": "Images & Design", "3D": "Images & Design", "VIDÉO": "Video & Audio", "Language Models": "Models & Agents", "Coding Assistants": "Coding & Development",
		"Local LLMs & Serving": "Models & Agents", "E-commerce": "Marketing & Sales", "Travel": "Lifestyle", "Startling": "Other", "Écriture": "Other", "": "Other", "!?": "Other",
	} {
		if got := (Category{Name: name}).Grouped().Group; got != want {
			t.Errorf("%q is in %q, want %q", name, got, want)
		}
	}
	if got := (Category{Name: "Video", Group: "Film"}).Grouped().Group; got != "Film" {
		t.Errorf("its own group became %q", got)
	}
	list := []string{"Other", "Lifestyle", "beta", "Images & Design", "Alpha"}
	slices.SortFunc(list, CompareGroups)
	if got := strings.Join(list, ", "); got != "Images & Design, Lifestyle, Alpha, beta, Other" {
		t.Errorf("in the order %s", got)
	}
}

// A product of an earlier version of the program lacks fields. It reads as one that a store has, so that what an audit or an archive has
// of it doesn't seem to have changed.
func TestComplete(t *testing.T) {
	p := Product{ID: 1, Slug: "one", ProductFields: draft().ProductFields}
	want, err := Draft{Slug: p.Slug, ProductFields: p.ProductFields}.Check(true)
	if err != nil {
		t.Fatal(err)
	}
	row := map[string]any{}
	storedAs(t, p, &row)
	for name, value := range row {
		if text := fmt.Sprint(value); text == "" || text == "[]" || text == "<nil>" {
			delete(row, name)
		}
	}
	var read Product
	storedAs(t, row, &read)
	read.Complete()
	if got := read.Differing(want.ProductFields).Names(); len(got) > 0 {
		t.Errorf("%v differ from what is stored", got)
	}
}

func storedAs(t *testing.T, from, to any) {
	t.Helper()
	text, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}
