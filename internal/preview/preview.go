// Package preview draws the images that other sites show beside a link to ours: a card of words, and tools in their
// cases, in the light of the site.
//
// An image is drawn from the back to the front: the background and its light (scene.go), the tools
// (tool.go), the words (words.go) in glyphs that the fonts have (glyphs.go). png.go makes a file
// of it that is never larger than MaxFile.
//
// # To change
//
//   - how they look, fonts, bounds: raise "design" so that cached ones are drawn again; VITRINE_PREVIEW_IMAGES=folder go
//     test ./internal/preview writes every image there: look at them; -bench Draw
package preview

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// The size of every image, which is what the sites that show them ask for.
const (
	Width  = 1200
	Height = 630
)

// MaxFile is how many bytes an image's file has at most.
const MaxFile = 120 << 10

// MaxTools is how many tools an image shows at most.
const MaxTools = 4

// Card is what an image says. Text in letters that the fonts do not have is left out, and Title then replaced.
type Card struct {
	Site     string // name of the site
	Kicker   string // a few words above the title
	Title    string // cut where it is too long
	Accent   int    // how many of the title's last words shine
	Fallback string // for a title that cannot be written with the fonts
	Text     string // below the title, cut where it is too long
	Facts    []Fact // at the bottom
	Tools    []Tool // at most MaxExhibits; the first of one alone is large
}

// Fact is a word or two, in a badge where it has a tone.
type Fact struct {
	Text string
	Tone Tone
}

// Tool is a tool in its case.
type Tool struct {
	Name  string
	Logo  string // what Files calls its logo; empty: its initials
	Color string // of its light, #rrggbb; empty: one made from its name
}

// design moves when the same card is drawn in another way, so that nobody keeps the old image.
const design = 2

// Key names the card's image: equal cards have equal keys, different ones different keys.
func (c Card) Key() string {
	text, err := json.Marshal(struct {
		Design int
		Card
	}{design, c})
	if err != nil {
		panic(fmt.Sprintf("preview: encode a card: %v", err)) // it is texts and numbers
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Files opens a logo by its name. One that is not there is fs.ErrNotExist.
type Files func(ctx context.Context, name string) (io.ReadCloser, error)

// Painter draws cards. It may be used by many goroutines.
type Painter struct {
	files Files
	fonts fonts
}

// New makes a painter that takes logos from these files; nil for none.
func New(files Files) (*Painter, error) {
	read, err := readFonts()
	if err != nil {
		return nil, err
	}
	return &Painter{files, read}, nil
}

// Draw draws a card as a PNG. A logo that is not there, or no image of ours, has its initials instead; where the files
// could not be read, the image comes with an error that says so.
func (p *Painter) Draw(ctx context.Context, c Card) ([]byte, error) {
	c.Tools = c.Tools[:min(len(c.Tools), MaxTools)]
	shown, failed := p.prepareTools(ctx, c.Tools)
	background := newScene(shown)
	img := background.paint()
	for _, t := range shown {
		t.draw(img)
	}
	w := writer{img: img, fonts: p.fonts, width: columnOf(len(shown))}
	defer w.close()
	w.card(c)
	file, err := encode(img, background, shown)
	if err != nil {
		return nil, err
	}
	return file, failed
}

// columnOf is how wide the column of words is beside so many tools.
func columnOf(tools int) int {
	if tools == 0 {
		return Width - 2*margin - 120
	}
	return 650
}

// margin is the space around everything.
const margin = 80
