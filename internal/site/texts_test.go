package site

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

func TestTexts(t *testing.T) {
	t.Run("empty ones are the defaults", func(t *testing.T) {
		want := Texts{
			Name: "Orchestra", Tagline: "Find the right AI tool", Hero: "Find the right AI tool",
			Footer: "Find the right AI tool, without the noise.",
		}
		same(t, "the texts", (Texts{}).Shown("Orchestra"), want)
	})
	t.Run("a heading of its own has no accent that it does not name", func(t *testing.T) {
		if got := (Texts{Hero: "Tools"}).Shown("V"); got.Hero != "Tools" || got.HeroAccent != "" {
			t.Errorf("%+v", got)
		}
		if got := (Texts{HeroAccent: "on stage"}).Shown("V"); got.Hero != "Find the right AI tool" || got.HeroAccent != "on stage" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("the accent is the last words of the heading", func(t *testing.T) {
		if text, accent := (Texts{Hero: "Tools", HeroAccent: "on a stage"}).Heading(); text != "Tools on a stage" || accent != 3 {
			t.Errorf("%q, %d words", text, accent)
		}
		if text, accent := (Texts{Hero: "Tools"}).Heading(); text != "Tools" || accent != 0 {
			t.Errorf("%q, %d words", text, accent)
		}
	})
}

// Bad input is refused with a sentence, and good input is cleaned.
func TestTextsChange(t *testing.T) {
	of := func(text string) *string { return &text }
	long := strings.Repeat("é", 61)
	for name, try := range map[string]struct {
		change  ValuesChange
		message string // empty: accepted
	}{
		"name: 60 characters":         {ValuesChange{Texts: &TextsChange{Name: of(long[:120])}}, ""},
		"name: 61 characters":         {ValuesChange{Texts: &TextsChange{Name: of(long)}}, "Please use at most 60 characters"},
		"tagline: two lines":          {ValuesChange{Texts: &TextsChange{Tagline: of("a\nb")}}, "line"},
		"hero: a direction":           {ValuesChange{Texts: &TextsChange{Hero: of("a\u202eb")}}, "line"},
		"accent: too long":            {ValuesChange{Texts: &TextsChange{HeroAccent: of(long)}}, "Please use at most 40 characters"},
		"introduction: 301":           {ValuesChange{Texts: &TextsChange{Introduction: of(strings.Repeat("a", 301))}}, "Please use at most 300 characters"},
		"footer: markup is text":      {ValuesChange{Texts: &TextsChange{Footer: of("<script>alert(1)</script>")}}, ""},
		"social title: 101":           {ValuesChange{Texts: &TextsChange{SocialTitle: of(strings.Repeat("a", 101))}}, "Please use at most 100 characters"},
		"contact: no address":         {ValuesChange{Texts: &TextsChange{Contact: of("ask us")}}, "Please enter an email address, such as hello@example.com"},
		"contact: with a name":        {ValuesChange{Texts: &TextsChange{Contact: of("Us <us@example.com>")}}, "Please enter an email address, such as hello@example.com"},
		"contact: an address":         {ValuesChange{Texts: &TextsChange{Contact: of(" us@example.com ")}}, ""},
		"verification: a whole tag":   {ValuesChange{Verification: &VerificationTagsChange{Google: of(`<meta content="a">`)}}, `Please enter only what is in content="…" of the tag`},
		"verification: 101":           {ValuesChange{Verification: &VerificationTagsChange{Bing: of(strings.Repeat("A", 101))}}, "Please use at most 100 characters"},
		"verification: a real one":    {ValuesChange{Verification: &VerificationTagsChange{Google: of("dBw5CvburAxi537Rp9qi5uG2174Vb6JwHwIRwPSLIK8")}}, ""},
		"verification: of Pinterest":  {ValuesChange{Verification: &VerificationTagsChange{Pinterest: of("0d1b3a_4-c=")}}, ""},
		"verification: is taken away": {ValuesChange{Verification: &VerificationTagsChange{Yandex: of("")}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := try.change.Apply(DefaultValues())
			if (err == nil) != (try.message == "") {
				t.Fatalf("error %v", err)
			}
			if err != nil && (!fault.Is(err, fault.Invalid) || !strings.Contains(fault.From(err).Fields[0].Message, try.message)) {
				t.Errorf("error %v", err)
			}
			if try.change.Texts != nil && try.change.Texts.Contact != nil && err == nil && got.Texts.Contact != "us@example.com" {
				t.Errorf("contact %q", got.Texts.Contact)
			}
		})
	}
}

func TestVerificationTags(t *testing.T) {
	got := VerificationTags{Google: "g", Pinterest: "p"}.Tags()
	same(t, "the tags", got, []Tag{{"google-site-verification", "g"}, {"p:domain_verify", "p"}})
}

// The built-in legal pages name the site and its contact address, also after both have changed.
func TestLegalPagesFollowTexts(t *testing.T) {
	store := &fakeStore{version: 1}
	live := newLive(t, store)
	const foot = "links in the footer"
	for _, page := range live.Settings().Shown {
		if !strings.Contains(page.HTML, foot) || !strings.Contains(page.HTML, "Vitrine") {
			t.Errorf("%s without an address: %s", page.Type, page.HTML)
		}
	}
	store.version, store.texts = 2, Texts{Name: "Tools & <b>More</b>", Contact: "a_b*c@example.com"}
	if err := live.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, page := range live.Settings().Shown {
		if strings.Contains(page.HTML, foot) || !strings.Contains(page.HTML, `<a href="mailto:a_b%2Ac@example.com">a_b*c@example.com</a>`) {
			t.Errorf("%s with an address: %s", page.Type, page.HTML[len(page.HTML)-300:])
		}
		if strings.Contains(page.HTML, "Vitrine") || !strings.Contains(page.HTML, "Tools &amp; &lt;b&gt;More&lt;/b&gt;") {
			t.Errorf("%s does not name the site", page.Type)
		}
	}
}
