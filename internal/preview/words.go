package preview

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/vitrine-directory/vitrine/internal/mark"
)

// writer writes the text of a card into a column.
type writer struct {
	img   *image.RGBA
	fonts fonts
	width int // of the column, in pixels
	faces []font.Face
}

// close closes the faces.
func (w *writer) close() {
	for _, face := range w.faces {
		_ = face.Close() // it holds nothing but memory
	}
}

// face returns a font at a size in pixels.
func (w *writer) face(f *sfnt.Font, size float64) font.Face {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic("preview: " + err.Error()) // the options are constants
	}
	w.faces = append(w.faces, face)
	return face
}

// titleSizes are tried in order, in pixels; the first that fits wins.
var titleSizes = []float64{112, 96, 82, 70, 60, 52}

// Layout of the text, in pixels.
const (
	siteLine   = 104 // baseline of the site's name
	factLine   = 556 // baseline of the facts
	wordsTop   = 138 // top of the area between them
	wordsEnd   = 506
	mostTitle  = 3 // lines
	mostText   = 3
	textSize   = 29
	textStep   = 41
	kickerSize = 25
	kickerStep = 58
	siteSize   = 44
	factSize   = 24
)

// card writes all text of a card.
func (w *writer) card(c Card) {
	w.site(c)
	facts := c.Facts
	title, with, ok := w.fonts.heading(c.Title)
	if ok {
		facts = append(slices.Clone(facts), Fact{Text: c.Host})
	} else {
		if title, with, ok = w.fonts.heading(c.Fallback); !ok {
			title, with = "AI tool", w.fonts.serif
		}
	}
	face, lines, size := w.fitTitle(with, title)
	reading := w.face(w.fonts.sans, textSize)
	kicker, below := w.fonts.words(c.Kicker), w.wrap(reading, w.fonts.words(c.Text), w.textWidth(), mostText)
	step := int(size * 1.04)
	high := len(lines) * step
	if kicker != "" {
		high += kickerStep
	}
	for len(below) > 0 && high+26+len(below)*textStep > wordsEnd-wordsTop {
		below = shorter(below)
	}
	if len(below) > 0 {
		high += 26 + len(below)*textStep
	}
	y := wordsTop + max(0, wordsEnd-wordsTop-high)/2
	if kicker != "" {
		small := w.face(w.fonts.sans, kickerSize)
		w.line(small, first(w.wrap(small, kicker, w.width, 1)), margin, y+26, muted.color())
		y += kickerStep
	}
	w.title(face, lines, y+int(size*0.8), step, c.Accent)
	y += len(lines)*step + 26
	for _, line := range below {
		w.line(reading, line, margin, y+textSize-2, muted.color())
		y += textStep
	}
	w.facts(facts)
}

// textWidth limits the text's line length: longer lines are hard to read.
func (w *writer) textWidth() int { return min(w.width, 800) }

// shorter drops the last line and ends the one before with an ellipsis.
func shorter(lines []string) []string {
	if lines = lines[:len(lines)-1]; len(lines) > 0 {
		lines[len(lines)-1] = ended(lines[len(lines)-1])
	}
	return lines
}

func first(lines []string) string { return strings.Join(lines[:min(1, len(lines))], "") }

// site writes the site's name and a full stop in brass.
func (w *writer) site(c Card) {
	name, with, ok := w.fonts.heading(c.Site)
	if !ok {
		return
	}
	face := w.face(with, siteSize)
	name = first(w.wrap(face, name, w.width-60, 1))
	end := w.line(face, name, margin, siteLine, text.color())
	w.line(face, ".", end, siteLine, brass.color())
}

// fitTitle returns the title in lines at the largest size that needs at most mostTitle lines and breaks no word.
func (w *writer) fitTitle(with *sfnt.Font, title string) (font.Face, []string, float64) {
	for i, size := range titleSizes {
		if with == w.fonts.sans { // the sans font is wider
			size *= 0.8
		}
		face := w.face(with, size)
		whole := true
		for _, word := range strings.Fields(title) {
			whole = whole && font.MeasureString(face, word).Ceil() <= w.width
		}
		lines := w.wrap(face, title, w.width, mostTitle+1)
		if i == len(titleSizes)-1 {
			return face, w.wrap(face, title, w.width, mostTitle), size
		}
		if whole && len(lines) <= min(i+1, mostTitle) { // larger sizes get fewer lines
			return face, lines, size
		}
	}
	panic("preview: there are no sizes of titles")
}

// title writes the lines of a title, its last accent words highlighted.
func (w *writer) title(face font.Face, lines []string, y, step, accent int) {
	plain := len(strings.Fields(strings.Join(lines, " "))) - accent
	for _, line := range lines {
		words := strings.Fields(line)
		split := min(max(plain, 0), len(words))
		plain -= len(words)
		x := w.line(face, strings.Join(words[:split], " "), margin, y, text.color())
		if split > 0 && split < len(words) {
			x += font.MeasureString(face, " ").Round()
		}
		w.line(face, strings.Join(words[split:], " "), x, y, brass.color())
		y += step
	}
}

// facts writes the facts in a row and skips those that do not fit.
func (w *writer) facts(facts []Fact) {
	face := w.face(w.fonts.sans, factSize)
	x := margin
	for _, fact := range facts {
		words := w.fonts.words(fact.Text)
		wide := font.MeasureString(face, words).Ceil()
		if words == "" || x+wide+36 > margin+w.width {
			continue
		}
		tone, badge := tones[fact.Tone]
		if !badge {
			x = w.line(face, words, x, factLine, dim.color()) + 28
			continue
		}
		at := image.Rect(x, factLine-30, x+wide+36, factLine+13)
		fillRounded(w.img, at, 22, tone.rgb().over(0.13))
		draw.DrawMask(w.img, at, image.NewUniform(tone.rgb().over(0.35)), image.Point{}, edge(at.Size(), 22, 1), image.Point{}, draw.Over)
		w.line(face, words, x+18, factLine, tone.color())
		x = at.Max.X + 16
	}
}

// line writes a line and returns the x at which it ends.
func (w *writer) line(face font.Face, words string, x, y int, c color.RGBA) int {
	d := font.Drawer{Dst: w.img, Src: image.NewUniform(c), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(words)
	return d.Dot.X.Ceil()
}

// wrap breaks words into up to most lines of a width; an ellipsis marks truncation.
func (w *writer) wrap(face font.Face, words string, width, most int) []string {
	var lines []string
	line := ""
	rest := strings.Fields(words)
	for len(rest) > 0 {
		longer := strings.TrimPrefix(line+" "+rest[0], " ")
		switch {
		case font.MeasureString(face, longer).Ceil() <= width:
			line, rest = longer, rest[1:]
			continue
		case line == "": // one word is wider than the column
			begin := fitting(face, rest[0], width)
			line, rest[0] = rest[0][:begin], rest[0][begin:]
		}
		if len(lines) == most-1 {
			return append(lines, w.endedIn(face, line, width))
		}
		lines, line = append(lines, line), ""
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fitting returns how many bytes of a word fit, at least those of its first character.
func fitting(face font.Face, word string, width int) int {
	end := 0
	for at, r := range word {
		next := at + len(string(r))
		if end > 0 && font.MeasureString(face, word[:next]).Ceil() > width {
			break
		}
		end = next
	}
	return end
}

// endedIn truncates a line so that it fits the width with an ellipsis.
func (w *writer) endedIn(face font.Face, line string, width int) string {
	for line != "" && font.MeasureString(face, ended(line)).Ceil() > width {
		runes := []rune(line)
		line = string(runes[:len(runes)-1])
	}
	return ended(line)
}

func ended(line string) string { return strings.TrimRight(line, " .,;:–—-…") + "…" }

// writeInitials writes the letters into the lower left corner of a mark.
func (p *Painter) writeInitials(tile *image.RGBA, letters string, c rgb) {
	w := writer{img: tile, fonts: p.fonts}
	defer w.close()
	size := 13.0
	switch { // so that they don't reach into the figure
	case len([]rune(letters)) < 2:
	case strings.ContainsAny(letters, "MW"):
		size = 10.5
	default:
		size = 11.5
	}
	scale := float64(tile.Rect.Dx()) / mark.Side
	w.line(w.face(p.fonts.sans, size*scale), letters, int(6.5*scale+0.5), int(41.5*scale+0.5), c.over(1))
}
