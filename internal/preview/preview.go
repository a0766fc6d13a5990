// Package preview draws the social images that other sites show beside a link to ours: a card of text, and tools in
// display cases, in the style of the site.
//
// Drawing goes from back to front: the background and its light (scene.go), the tools (tool.go), the text (words.go) in
// the glyphs that the fonts have (glyphs.go). png.go encodes a file of at most MaxFile bytes.
//
// # To change
//
//   - the design, fonts, limits: raise "design" so that cached images are drawn again; VITRINE_PREVIEW_IMAGES=folder
//     go test ./internal/preview writes every image there: look at them; -bench Draw
package preview

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// The size of every image, as other sites ask for it.
const (
	Width  = 1200
	Height = 630
)

// MaxFile is the maximum size of an image's file, in bytes.
const MaxFile = 120 << 10

// MaxTools is the maximum number of tools in an image.
const MaxTools = 4

// Card is the content of an image. Text without glyphs in the fonts is dropped; Fallback then replaces Title.
type Card struct {
	Site     string // site name
	Kicker   string // a few words above the title
	Title    string // truncated if too long
	Accent   int    // number of the title's last words to highlight
	Fallback string // for a title that the fonts cannot write
	Text     string // below the title, truncated if too long
	Facts    []Fact // at the bottom
	Host     string // of the tool's website, after the facts; dropped with the title, so that it does not pass for the name
	Tools    []Tool // at most MaxTools; a single one is drawn large
}

// Fact is a word or two, in a badge if it has a tone.
type Fact struct {
	Text string
	Tone Tone
}

// Tool is a tool to show in the image.
type Tool struct {
	Name  string
	Logo  string // name in Files; empty: the mark of its name
	Color string // of its light, #rrggbb; empty: that of its mark
}

// design is the version of the drawing. Raise it when a card's image changes, so that caches drop the old one.
const design = 4

// Key returns the cache key of the card's image; only equal cards share a key.
func (c Card) Key() string {
	text, err := json.Marshal(struct {
		Design int
		Card
	}{design, c})
	if err != nil {
		panic(fmt.Sprintf("preview: encode a card: %v", err)) // only strings and numbers
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Files opens a logo by its name. A missing one is fs.ErrNotExist.
type Files func(ctx context.Context, name string) (io.ReadCloser, error)

// Painter draws cards. It is safe for concurrent use.
type Painter struct {
	files Files
	fonts fonts
}

// New returns a painter that reads logos from files; nil: no logos.
func New(files Files) (*Painter, error) {
	read, err := readFonts()
	if err != nil {
		return nil, err
	}
	return &Painter{files, read}, nil
}

// Draw returns a card as a PNG. A mark replaces a logo that is missing or invalid. If reading a logo fails, Draw
// returns both an image with a mark and the error.
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

// columnOf returns the width of the text column beside this many tools.
func columnOf(tools int) int {
	if tools == 0 {
		return Width - 2*margin - 120
	}
	return 650
}

// margin is the outer margin, in pixels.
const margin = 80
