package preview

import (
	"embed"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// fontFiles are Inter and Instrument Serif, whole and unchanged, each beside its licence (SIL Open Font License 1.1).
//
//go:embed fonts
var fontFiles embed.FS

// fonts are the site's own.
type fonts struct{ serif, sans *sfnt.Font }

func readFonts() (f fonts, err error) {
	if f.serif, err = readFont("fonts/InstrumentSerif-Regular.ttf"); err == nil {
		f.sans, err = readFont("fonts/Inter-Medium.ttf")
	}
	return f, err
}

func readFont(name string) (*sfnt.Font, error) {
	file, err := fontFiles.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read a font: %w", err)
	}
	read, err := opentype.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("read the font %s: %w", name, err)
	}
	return read, nil
}

// glyphsOf is the text without what the font has no letters for, and how many letters and figures of it are left and
// gone. Neither of the fonts has Chinese, Arabic or emoji; a box for each says less than nothing.
func glyphsOf(f *sfnt.Font, text string) (left string, have, lost int) {
	var b strings.Builder
	var buffer sfnt.Buffer
	for _, r := range norm.NFC.String(text) {
		glyph, err := f.GlyphIndex(&buffer, r)
		letter := unicode.IsLetter(r) || unicode.IsNumber(r)
		switch {
		case unicode.IsSpace(r), unicode.Is(unicode.Cc, r):
			b.WriteByte(' ')
		case unicode.Is(unicode.Cf, r): // it is not seen, and turns the text around it
		case err == nil && glyph != 0:
			b.WriteRune(r)
			if letter {
				have++
			}
		case letter && written(f, norm.NFKD.String(string(r))) != "": // the letters that a ligature is made of
			b.WriteString(written(f, norm.NFKD.String(string(r))))
			have++
		case unicode.Is(unicode.M, r): // an accent that its letter goes without
		default:
			b.WriteByte(' ')
			if letter {
				lost++
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), have, lost
}

// written is the text if the font has every letter of it, else nothing.
func written(f *sfnt.Font, text string) string {
	for _, r := range text {
		if glyph, err := f.GlyphIndex(nil, r); err != nil || glyph == 0 {
			return ""
		}
	}
	return text
}

// heading is a title as it can be written, and with which font; not ok where too little of it is left to know it by.
func (f fonts) heading(title string) (text string, with *sfnt.Font, ok bool) {
	with = f.serif
	text, have, lost := glyphsOf(f.serif, title)
	if lost > 0 {
		if other, more, less := glyphsOf(f.sans, title); more > have {
			text, with, have, lost = other, f.sans, more, less
		}
	}
	if lost > 0 { // what stood between the words that are gone
		text = strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	}
	return text, with, have > 0 && (lost == 0 || longestRun(text) > 1)
}

// longestRun is how many letters the longest word has.
func longestRun(text string) (longest int) {
	run := 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// words is a text as it can be written; empty where more than a few letters are missing.
func (f fonts) words(text string) string {
	left, have, lost := glyphsOf(f.sans, text)
	if have == 0 || lost*10 > have {
		return ""
	}
	return left
}

// initialsOf are the first letters of the first two words that can be written, or "AI".
func (f fonts) initialsOf(name string) string {
	left, _, _ := glyphsOf(f.sans, name)
	var letters []rune
	for _, word := range strings.FieldsFunc(left, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '\'' && r != '’' }) {
		word = strings.TrimLeft(word, "'’")
		if word != "" && len(letters) < 2 {
			letters = append(letters, f.upper([]rune(word)[0]))
		}
	}
	if len(letters) == 0 {
		return "AI"
	}
	return string(letters)
}

// upper is a letter in upper case if the font has that.
func (f fonts) upper(letter rune) rune {
	large := unicode.ToUpper(letter)
	if glyph, err := f.sans.GlyphIndex(nil, large); err != nil || glyph == 0 {
		return letter
	}
	return large
}
