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
)

// Where tools are drawn, in pixels.
const (
	caseMiddle = 935 // of the case, or of several tools, from the left
	caseTop    = 145
	caseSide   = 290
	tileAlone  = 200 // side of the logo in a case
	tileAmong  = 124 // of one of several
	tileGap    = 34
)

// Bounds of a logo's file. Ours have 500 pixels along each side.
const (
	maxLogoFile = 2 << 20 // bytes
	maxLogoSide = 1_000   // pixels
)

// preparedTool is a tool that is ready to be shown.
type preparedTool struct {
	tile  *image.RGBA
	at    image.Point
	light rgb
	alone bool
}

// prepareTools gets the tiles ready. The error says that files could not be read; what is for their logos is there.
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

// tileCorner is where the upper left corner of a tile is: alone in the middle of the case, else two in a row.
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

// tile is the logo, or what is for it.
func (p *Painter) tile(ctx context.Context, e Tool, side int) (*image.RGBA, error) {
	if e.Logo != "" && p.files != nil {
		logo, err := p.logo(ctx, e.Logo)
		if err == nil {
			return scaled(logo, side), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return p.initials(e, side), fmt.Errorf("read a logo for an image: %w", err)
		}
	}
	return p.initials(e, side), nil
}

// errNoLogo is a file that is no logo of ours: for an image there is none.
var errNoLogo = fmt.Errorf("no logo of ours: %w", fs.ErrNotExist)

// logo reads a logo. Its size is known before it is decoded.
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

// scaled is a logo with a side of so many pixels, on white.
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

// initials are what is for a logo, as on the site's own cards.
func (p *Painter) initials(e Tool, side int) *image.RGBA {
	tile := image.NewRGBA(image.Rect(0, 0, side, side))
	own := ownShade(e.Name)
	from, to := shade{0.86, own.c, own.h}.rgb(), shade{0.74, own.c * 1.15, own.h}.rgb()
	for y := range side {
		for x := range side {
			t := (0.42*float64(x) + 0.91*float64(y)) / (1.33 * float64(side)) // 155 degrees
			c := rgb{}
			for channel := range 3 {
				c[channel] = from[channel]*(1-t) + to[channel]*t
			}
			tile.SetRGBA(x, y, c.over(1))
		}
	}
	p.writeInitials(tile, p.fonts.initialsOf(e.Name))
	return tile
}

// lightScene adds what is around the tool to the scene: its shadow, and for a single one its case.
func (t preparedTool) lightScene(s *scene) {
	if t.alone {
		prepareCase(s)
	}
	at := t.bounds()
	for grow := range 14 {
		around := at.Inset(-grow).Add(image.Pt(0, 5))
		s.lay(around, rounded(around.Size(), float64(at.Dx())*0.24+float64(grow)), 0, 0.95)
	}
}

// bounds is where the tile is.
func (t preparedTool) bounds() image.Rectangle {
	return image.Rectangle{Min: t.at, Max: t.at.Add(t.tile.Rect.Size())}
}

// draw shows the tile.
func (t preparedTool) draw(img *image.RGBA) {
	at := t.bounds()
	radius := float64(at.Dx()) * 0.24
	draw.DrawMask(img, at, t.tile, image.Point{}, rounded(at.Size(), radius), image.Point{}, draw.Over)
	draw.DrawMask(img, at, image.NewUniform(white(0.12)), image.Point{}, edge(at.Size(), radius, 1), image.Point{}, draw.Over)
}

// prepareCase puts a glass case on its plinth.
func prepareCase(s *scene) {
	glass := image.Rect(caseMiddle-caseSide/2, caseTop, caseMiddle+caseSide/2, caseTop+caseSide)
	plinth := image.Rect(glass.Min.X-24, glass.Max.Y+10, glass.Max.X+24, glass.Max.Y+25)
	foot := image.Rect(plinth.Min.X+26, plinth.Max.Y, plinth.Max.X-26, plinth.Max.Y+56)
	sheen := image.Rect(glass.Min.X+30, glass.Min.Y+2, glass.Max.X-30, glass.Min.Y+4)
	s.lay(glass, rounded(glass.Size(), 22), 0.05, 1)
	s.lay(glass, edge(glass.Size(), 22, 2), 0.13, 1)
	s.lay(sheen, rounded(sheen.Size(), 1), 0.08, 1)
	s.lay(plinth, rounded(plinth.Size(), 5), 0.10, 0.8)
	s.lay(foot, rounded(foot.Size(), 0), 0.03, 0.8)
}
