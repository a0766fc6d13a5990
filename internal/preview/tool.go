package preview

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"net/http"

	scaling "golang.org/x/image/draw"

	"github.com/vitrine-directory/vitrine/internal/mark"
)

// Layout of the tools, in pixels.
const (
	caseMiddle = 935 // horizontal middle of the case or the tiles
	caseTop    = 145
	caseSide   = 290
	tileAlone  = 200 // side of a single logo
	tileAmong  = 124 // side of each of several
	tileGap    = 34
)

// Limits of a logo's file. Our own logos have 500 pixels on a side.
const (
	maxLogoFile = 2 << 20 // bytes
	maxLogoSide = 1_000   // pixels
)

// preparedTool is a tool ready to be drawn.
type preparedTool struct {
	tile  *image.RGBA
	at    image.Point
	light rgb
	alone bool
}

// prepareTools prepares the tiles. failed joins the errors of logos that could not be read; marks replace those.
func (p *Painter) prepareTools(ctx context.Context, list []Tool) (shown []preparedTool, failed error) {
	side := tileAmong
	if len(list) == 1 {
		side = tileAlone
	}
	for i, e := range list {
		tile, err := p.tile(ctx, e, side)
		if err != nil {
			failed = errors.Join(failed, err)
		}
		shown = append(shown, preparedTool{tile, tileCorner(i, len(list)), e.light(), len(list) == 1})
	}
	return shown, failed
}

// tileCorner returns the upper left corner of a tile: a single one is centered in the case, several form rows of two.
func tileCorner(i, count int) image.Point {
	if count == 1 {
		return image.Pt(caseMiddle-tileAlone/2, caseTop+(caseSide-tileAlone)/2)
	}
	const step = tileAmong + tileGap
	rows := (count + 1) / 2
	left, top := caseMiddle-tileAmong-tileGap/2, caseTop+caseSide/2-(rows*step-tileGap)/2
	if count%2 == 1 && i == count-1 {
		left += step / 2
	}
	return image.Pt(left+i%2*step, top+i/2*step)
}

// tile returns the logo, or the mark of the name instead.
func (p *Painter) tile(ctx context.Context, e Tool, side int) (*image.RGBA, error) {
	if e.Logo != "" && p.files != nil {
		logo, err := p.logo(ctx, e.Logo)
		if err == nil {
			return scaled(logo, side), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return p.mark(e, side), fmt.Errorf("read a logo for an image: %w", err)
		}
	}
	return p.mark(e, side), nil
}

// errNoLogo means that a file is not one of our logos; callers treat it as missing.
var errNoLogo = fmt.Errorf("no logo of ours: %w", fs.ErrNotExist)

// logo reads a logo. It checks the dimensions before decoding.
func (p *Painter) logo(ctx context.Context, name string) (image.Image, error) {
	file, err := p.files(ctx, name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, maxLogoFile+1))
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	config, decode := jpeg.DecodeConfig, jpeg.Decode
	if http.DetectContentType(data) == "image/png" {
		config, decode = png.DecodeConfig, png.Decode
	}
	size, err := config(bytes.NewReader(data))
	if err != nil || len(data) > maxLogoFile || size.Width > maxLogoSide || size.Height > maxLogoSide {
		return nil, errNoLogo
	}
	logo, err := decode(bytes.NewReader(data))
	if err != nil {
		return nil, errNoLogo
	}
	return logo, nil
}

// scaled returns a logo fitted into a white square of side pixels.
func scaled(logo image.Image, side int) *image.RGBA {
	tile := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(tile, tile.Rect, image.White, image.Point{}, draw.Src)
	from := logo.Bounds()
	wide, high := side, side
	if from.Dx() > from.Dy() {
		high = max(1, side*from.Dy()/from.Dx())
	} else {
		wide = max(1, side*from.Dx()/from.Dy())
	}
	at := image.Rect(0, 0, wide, high).Add(image.Pt((side-wide)/2, (side-high)/2))
	scaling.CatmullRom.Scale(tile, at, logo, from, draw.Over, nil)
	return tile
}

// mark returns a tile with the mark of the tool's name and its initials, as on the site's own cards.
func (p *Painter) mark(e Tool, side int) *image.RGBA {
	tile := image.NewRGBA(image.Rect(0, 0, side, side))
	m := mark.Of(e.Name)
	ground, figure, _ := m.Colors()
	on, _ := parsed(ground)
	draw.Draw(tile, tile.Rect, image.NewUniform(on.over(1)), image.Point{}, draw.Src)
	in, _ := parsed(figure)
	scale := float64(side) / mark.Side
	fillPieces(tile, m.Pieces(), in, func(x, y float64) (float32, float32) { return float32(x * scale), float32(y * scale) })
	p.writeInitials(tile, p.fonts.initialsOf(e.Name), in)
	return tile
}

// lightScene adds the tool's shadow to the scene and, for a single tool, its display case.
func (t preparedTool) lightScene(s *scene) {
	if t.alone {
		prepareCase(s)
	}
	at := t.bounds()
	for grow := range 14 {
		around := at.Inset(-grow).Add(image.Pt(0, 5))
		s.brighten(around, rounded(around.Size(), float64(at.Dx())*0.24+float64(grow)), 0, 0.95)
	}
}

// bounds returns the tile's rectangle in the image.
func (t preparedTool) bounds() image.Rectangle {
	return image.Rectangle{Min: t.at, Max: t.at.Add(t.tile.Rect.Size())}
}

// draw draws the tile.
func (t preparedTool) draw(img *image.RGBA) {
	at := t.bounds()
	radius := float64(at.Dx()) * 0.24
	draw.DrawMask(img, at, t.tile, image.Point{}, rounded(at.Size(), radius), image.Point{}, draw.Over)
	draw.DrawMask(img, at, image.NewUniform(white(0.12)), image.Point{}, edge(at.Size(), radius, 1), image.Point{}, draw.Over)
}

// prepareCase draws a glass case on a plinth.
func prepareCase(s *scene) {
	glass := image.Rect(caseMiddle-caseSide/2, caseTop, caseMiddle+caseSide/2, caseTop+caseSide)
	plinth := image.Rect(glass.Min.X-24, glass.Max.Y+10, glass.Max.X+24, glass.Max.Y+25)
	foot := image.Rect(plinth.Min.X+26, plinth.Max.Y, plinth.Max.X-26, plinth.Max.Y+56)
	sheen := image.Rect(glass.Min.X+30, glass.Min.Y+2, glass.Max.X-30, glass.Min.Y+4)
	s.brighten(glass, rounded(glass.Size(), 22), 0.05, 1)
	s.brighten(glass, edge(glass.Size(), 22, 2), 0.13, 1)
	s.brighten(sheen, rounded(sheen.Size(), 1), 0.08, 1)
	s.brighten(plinth, rounded(plinth.Size(), 5), 0.10, 0.8)
	s.brighten(foot, rounded(foot.Size(), 0), 0.03, 0.8)
}
