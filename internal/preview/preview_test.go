package preview

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// imageFolder is the environment variable for a folder that the tests write the images to, for people to look at.
const imageFolder = "VITRINE_PREVIEW_IMAGES"

func painter(t testing.TB, files Files) *Painter {
	t.Helper()
	p, err := New(files)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// memoryFiles returns files in memory.
func memoryFiles(files map[string][]byte) Files {
	return func(_ context.Context, name string) (io.ReadCloser, error) {
		if data, ok := files[name]; ok {
			return io.NopCloser(bytes.NewReader(data)), nil
		}
		return nil, fs.ErrNotExist
	}
}

// photo returns a logo in the format of stored uploads; with noise it hardly compresses.
func photo(t testing.TB, noise bool) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 500, 500))
	random := rand.New(rand.NewPCG(1, 2))
	for y := range 500 {
		for x := range 500 {
			c := color.RGBA{uint8(40 + x/4), uint8(80 + y/5), 200, 255}
			if (x-250)*(x-250)+(y-250)*(y-250) < 150*150 {
				c = color.RGBA{255, 240, 210, 255}
			}
			if noise {
				c = color.RGBA{uint8(random.UintN(256)), uint8(random.UintN(256)), uint8(random.UintN(256)), 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// cards returns the cards to draw, by the name of the image.
func cards() map[string]Card {
	tool := func(name string) Card {
		return Card{
			Site: "Vitrine", Kicker: "Writing", Title: name,
			Text:  "Writes, rewrites and shortens texts of every kind in the words that you would use yourself, and says where it is not sure.",
			Facts: []Fact{{"Freemium", Freemium}, {"Featured", Featured}, {"Deal", Deal}}, Host: "tool.example",
			Tools: []Tool{{Name: name}},
		}
	}
	logo, noise := tool("Tool with a Logo"), tool("Noise")
	logo.Tools[0].Logo, logo.Tools[0].Color = "logo.jpg", "#3c78c8"
	noise.Tools[0].Logo = "noise.jpg"
	initials := tool("Notion")
	initials.Facts, initials.Host = []Fact{{"Free", Free}}, "notion.example"
	many := []Tool{{"A", "logo.jpg", "#3c78c8"}, {"Beta Two", "", ""}, {"Gamma", "logo.jpg", "#aa5522"}, {"Delta", "", ""}}
	home := Card{Site: "Vitrine", Title: "AI tools worth putting behind glass", Accent: 2, Text: "5,465 AI tools in 42 categories.", Tools: many}
	category := Card{Site: "Vitrine", Title: "Video & Film AI tools", Fallback: "AI tools", Text: "38 tools: 12 free, 20 freemium and 6 premium. 3 come with a deal. The newest is Tool Twelve.", Tools: many[:3]}
	noisy := home
	noisy.Tools = []Tool{{"A", "noise.jpg", ""}, {"B", "noise.jpg", ""}, {"C", "noise.jpg", ""}, {"D", "noise.jpg", ""}}
	empty := home
	empty.Tools = nil
	return map[string]Card{
		"home": home, "category": category, "legal": {Site: "Vitrine", Title: "GDPR Cookies Disclaimer", Text: "Which cookies this site sets, what they are for and how long they stay. Last updated January 27, 2025."},
		"logo": logo, "initials": initials, "noise": noise, "noisy": noisy, "empty": empty,
		"long":     tool(strings.TrimSpace(strings.Repeat("A name of many words ", 10))[:200]),
		"unbroken": tool(strings.Repeat("Donaudampfschiff", 12)[:190]), "chinese": tool("文心一言"), "mixed": tool("通义千问 Qwen 中文"), "japanese": tool("ノーション Notion"),
		"emoji": tool("🎨 Paint 👩‍🎨 Pal 🚀"), "onlyemoji": tool("🚀🚀"), "arabic": tool("أداة الكتابة"), "hebrew": tool("כלי \u202Eevil"), "cyrillic": tool("Яндекс Перевод"),
		"accents": tool("Éditeur Vidéo Žluťoučký ﬁn"), "greek": tool("Ελληνικά"), "nothing": {}, "hostile": tool("</svg><script>alert(1)</script> %s {{.}}"),
	}
}

func files(t testing.TB) Files {
	return memoryFiles(map[string][]byte{"logo.jpg": photo(t, false), "noise.jpg": photo(t, true), "text.jpg": []byte("no image")})
}

// Images have the right dimensions, and their files stay below the limit.
func TestImageSize(t *testing.T) {
	p := painter(t, files(t))
	for name, card := range cards() {
		file, err := p.Draw(t.Context(), card)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		img, err := png.Decode(bytes.NewReader(file))
		if err != nil || img.Bounds() != image.Rect(0, 0, Width, Height) {
			t.Errorf("%s: %v, %v", name, err, img.Bounds())
		}
		if len(file) > MaxFile {
			t.Errorf("%s has %d bytes, want at most %d", name, len(file), MaxFile)
		}
		t.Logf("%s: %d KB", name, len(file)>>10)
		if dir := os.Getenv(imageFolder); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, name+".png"), file, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Drawing any text does not panic.
func TestDrawAnyText(t *testing.T) {
	p := painter(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.String()
		w := writer{img: image.NewRGBA(image.Rect(0, 0, Width, Height)), fonts: p.fonts, width: 650}
		defer w.close()
		w.card(Card{
			Site: words.Draw(t, "site"), Kicker: words.Draw(t, "kicker"), Title: words.Draw(t, "title"), Accent: rapid.IntRange(0, 5).Draw(t, "accent"),
			Fallback: words.Draw(t, "fallback"), Text: words.Draw(t, "text"), Facts: []Fact{{words.Draw(t, "fact"), Free}, {words.Draw(t, "plain"), Plain}}, Host: words.Draw(t, "host"),
		})
	})
}

// Texts to draw contain only characters for which the font has a glyph.
func TestMissingGlyphs(t *testing.T) {
	p := painter(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		for _, kind := range []string{"heading", "words", "initials"} {
			font, drawn := p.fonts.sans, p.fonts.words(name)
			switch kind {
			case "heading":
				drawn, font, _ = p.fonts.heading(name)
			case "initials":
				drawn = p.fonts.initialsOf(name)
			}
			for _, r := range drawn {
				if glyph, err := font.GlyphIndex(nil, r); err != nil || glyph == 0 {
					t.Errorf("%s: %q has no glyph for %U", kind, drawn, r)
				}
			}
		}
	})
}

// A heading consists of the characters of a name that can be drawn, or is empty if too few can.
func TestHeading(t *testing.T) {
	p := painter(t, nil)
	for name, want := range map[string]string{
		"ChatGPT": "ChatGPT", "Éditeur  Vidéo": "Éditeur Vidéo", "通义千问 Qwen": "Qwen", "文心一言": "", "文心一言 4.0": "", "ノーション (Notion)": "Notion", "🎨 Paint": "Paint",
		"🚀": "", "Яндекс": "Яндекс", "أداة": "", "a\u202Eb": "ab", "zero\u200dwidth": "zerowidth", "": "", "C++": "C++", "ﬁn Ｗide": "fin Wide", "4.0": "4.0",
	} {
		got, _, ok := p.fonts.heading(name)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q has the heading %q, want %q", name, got, want)
		}
	}
}

// Initials match those on the site, apart from characters that cannot be drawn.
func TestInitials(t *testing.T) {
	p := painter(t, nil)
	for name, want := range map[string]string{"ChatGPT": "C", "éditeur vidéo": "ÉV", "文心一言": "", "🚀": "AI", "🎨 paint pal": "PP", "": "AI", "d'Artagnan's 3 guards": "D3"} {
		if got := p.fonts.initialsOf(name); got != want {
			t.Errorf("%q has the initials %q, want %q", name, got, want)
		}
	}
}

// The mark is drawn if the logo is missing or not an image.
func TestLogoMissing(t *testing.T) {
	p := painter(t, files(t))
	draw := func(logo string) []byte {
		file, err := p.Draw(t.Context(), Card{Title: "x", Tools: []Tool{{Name: "Tool", Logo: logo}}})
		if err != nil {
			t.Fatalf("%s: %v", logo, err)
		}
		return file
	}
	drawn := draw("")
	for _, logo := range []string{"missing.jpg", "text.jpg"} {
		if !bytes.Equal(draw(logo), drawn) {
			t.Errorf("%s: the image differs from the one without a logo", logo)
		}
	}
	if bytes.Equal(draw("logo.jpg"), drawn) {
		t.Error("the logo is not drawn")
	}
}

// A mark's pieces are where their numbers say, and a hole shows the ground.
func TestMarkPieces(t *testing.T) {
	p := painter(t, nil)
	tile := p.mark(Tool{Name: "PhotoRoom"}, 480) // a ring around 28, 20 with a hole, in the colors 552b2d and 78d7f3
	for at, want := range map[image.Point]string{{5, 5}: "552b2d", {28, 20}: "552b2d", {28, 28}: "78d7f3", {28, 46}: "552b2d", {14, 20}: "637380"} {
		c := tile.RGBAAt(at.X*10, at.Y*10)
		if got := fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B); got != want {
			t.Errorf("%v is #%s, want #%s", at, got, want)
		}
	}
}

// If a logo cannot be read, Draw returns an error together with an image without the logo.
func TestLogoReadError(t *testing.T) {
	broken := errors.New("disk failure")
	p := painter(t, func(context.Context, string) (io.ReadCloser, error) { return nil, broken })
	file, err := p.Draw(t.Context(), Card{Title: "x", Tools: []Tool{{Name: "Tool", Logo: "a.jpg"}}})
	if !errors.Is(err, broken) || len(file) == 0 {
		t.Errorf("%d bytes and %v", len(file), err)
	}
}

// A logo that is too large is not decoded.
func TestLogoTooLarge(t *testing.T) {
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, maxLogoSide+1, 1))); err != nil {
		t.Fatal(err)
	}
	p := painter(t, memoryFiles(map[string][]byte{"wide.png": out.Bytes()}))
	if _, err := p.logo(t.Context(), "wide.png"); !errors.Is(err, errNoLogo) {
		t.Errorf("got %v, want errNoLogo", err)
	}
}

// The image of a tool whose name the fonts cannot write has no host, which would pass for the name.
func TestHostWithoutName(t *testing.T) {
	p := painter(t, nil)
	draw := func(name, host string) []byte {
		file, err := p.Draw(t.Context(), Card{Title: name, Kicker: "Writing", Host: host, Tools: []Tool{{Name: name}}})
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	for name, written := range map[string]bool{"Notion": true, "通义千问 Qwen": true, "文心一言": false, "أداة": false, "🚀": false} {
		if shown := !bytes.Equal(draw(name, "tool.example"), draw(name, "")); shown != written {
			t.Errorf("%s: the host is shown: %t, want %t", name, shown, written)
		}
	}
}

// Every card has a different key of 16 characters, which does not change.
func TestCardKey(t *testing.T) {
	seen := map[string]string{}
	for name, card := range cards() {
		key := card.Key()
		if other, duplicate := seen[key]; duplicate || len(key) != 16 || key != card.Key() {
			t.Errorf("%s has the key %q, which is invalid or also the key of %q", name, key, other)
		}
		seen[key] = name
	}
}

// The theme's colors are converted as browsers do.
func TestThemeColors(t *testing.T) {
	for want, shade := range map[string]shade{"0e0c09": backgroundShade, "e9bd68": brass, "f6f3ed": text} {
		c := shade.color()
		if got := fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B); got != want {
			t.Errorf("%v is #%s, want #%s", shade, got, want)
		}
	}
}

// BenchmarkDraw draws images without a cache. The target is 150 ms each.
func BenchmarkDraw(b *testing.B) {
	p := painter(b, files(b))
	for _, name := range []string{"home", "logo", "initials", "noisy", "legal", "long"} {
		card := cards()[name]
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := p.Draw(b.Context(), card); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
