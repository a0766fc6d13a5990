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

// fontFiles are Inter and Instrument Serif, complete and unmodified, each with its license (SIL Open Font License 1.1).
//
//go:embed fonts
var fontFiles embed.FS

// fonts are the site's fonts.
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

// glyphsOf drops the characters that the font has no glyphs for. have and lost count the letters and digits that it kept
// and dropped. Neither font has Chinese, Arabic or emoji, and a row of boxes would be worse than nothing.
func glyphsOf(f *sfnt.Font, text string) (left string, have, lost int) {
	var b strings.Builder
	var buffer sfnt.Buffer
	for _, r := range norm.NFC.String(text) {
		glyph, err := f.GlyphIndex(&buffer, r)
		letter := unicode.IsLetter(r) || unicode.IsNumber(r)
		switch {
		case unicode.IsSpace(r), unicode.Is(unicode.Cc, r):
			b.WriteByte(' ')
		case unicode.Is(unicode.Cf, r): // invisible, and may reverse the text around it
		case err == nil && glyph != 0:
			b.WriteRune(r)
			if letter {
				have++
			}
		case letter && written(f, norm.NFKD.String(string(r))) != "": // the letters of a ligature
			b.WriteString(written(f, norm.NFKD.String(string(r))))
			have++
		case unicode.Is(unicode.M, r): // drop an accent without a glyph, keep its letter
		default:
			b.WriteByte(' ')
			if letter {
				lost++
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), have, lost
}

// written returns the text if the font has a glyph for all of it, else "".
func written(f *sfnt.Font, text string) string {
	for _, r := range text {
		if glyph, err := f.GlyphIndex(nil, r); err != nil || glyph == 0 {
			return ""
		}
	}
	return text
}

// heading returns a title reduced to available glyphs, and its font. ok is false if too little is left to recognize it.
func (f fonts) heading(title string) (text string, with *sfnt.Font, ok bool) {
	with = f.serif
	text, have, lost := glyphsOf(f.serif, title)
	if lost > 0 {
		if other, more, less := glyphsOf(f.sans, title); more > have {
			text, with, have, lost = other, f.sans, more, less
		}
	}
	if lost > 0 { // separators left over from dropped words
		text = strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	}
	return text, with, have > 0 && (lost == 0 || longestRun(text) > 1)
}

// longestRun returns the length of the longest word, in letters.
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

// words returns a text reduced to available glyphs; "" if more than a few letters are missing.
func (f fonts) words(text string) string {
	left, have, lost := glyphsOf(f.sans, text)
	if have == 0 || lost*10 > have {
		return ""
	}
	return left
}

// initialsOf returns the first letters of the first two words that have glyphs. A name without any letters has "AI", one
// whose letters have no glyphs nothing, as browsers show them.
func (f fonts) initialsOf(name string) string {
	left, _, lost := glyphsOf(f.sans, name)
	var letters []rune
	for _, word := range strings.FieldsFunc(left, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '\'' && r != '’' }) {
		word = strings.TrimLeft(word, "'’")
		if word != "" && len(letters) < 2 {
			letters = append(letters, f.upper([]rune(word)[0]))
		}
	}
	if len(letters) == 0 && lost == 0 {
		return "AI"
	}
	return string(letters)
}

// upper returns the upper-case letter if the font has a glyph for it, else the letter.
func (f fonts) upper(letter rune) rune {
	large := unicode.ToUpper(letter)
	if glyph, err := f.sans.GlyphIndex(nil, large); err != nil || glyph == 0 {
		return letter
	}
	return large
}
