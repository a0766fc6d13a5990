package preview

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
)

// encode encodes an image painted on a scene as a PNG with 256 colors: the shades of the scene, and a palette for all
// others by median cut (Heckbert 1982). Even a grainy logo then takes one byte per pixel, and the file stays below
// MaxFile: with three bytes per pixel it would be about twice as large, after the same time.
func encode(img *image.RGBA, s *scene, shown []preparedTool) ([]byte, error) {
	palette := color.Palette{}
	for _, shade := range s.shades {
		palette = append(palette, shade)
	}
	others := gather(img, s, shown)
	index := map[uint32]uint8{}
	for _, group := range divide(others, 256-len(palette)) {
		for _, c := range group {
			index[c.key] = uint8(len(palette))
		}
		palette = append(palette, average(group))
	}
	flat := image.NewPaletted(img.Rect, palette)
	for i, level := range s.levels {
		if flat.Pix[i] = level; !s.shows(img, i) {
			flat.Pix[i] = index[keyOf(img.Pix[4*i:])]
		}
	}
	for _, t := range shown {
		s.dither(flat, img, t.bounds())
	}
	var out bytes.Buffer
	if err := png.Encode(&out, flat); err != nil {
		return nil, fmt.Errorf("encode a preview image: %w", err)
	}
	return out.Bytes(), nil
}

// dither dithers a tile to the palette (Floyd and Steinberg 1976), so that gradients show no steps.
func (s *scene) dither(flat *image.Paletted, img *image.RGBA, at image.Rectangle) {
	first := len(s.shades) // index of the palette's first color outside the scene
	tile := image.NewPaletted(at, flat.Palette[first:])
	draw.FloydSteinberg.Draw(tile, at, img, at.Min)
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if !s.shows(img, y*Width+x) {
				flat.SetColorIndex(x, y, uint8(first)+tile.ColorIndexAt(x, y))
			}
		}
	}
}

// shows reports whether a pixel still shows the scene.
func (s *scene) shows(img *image.RGBA, i int) bool {
	c, pixel := s.shades[s.levels[i]], img.Pix[4*i:4*i+4]
	return pixel[0] == c.R && pixel[1] == c.G && pixel[2] == c.B
}

// tint is a color and its number of pixels; it merges colors that look the same.
type tint struct {
	key   uint32
	count int
	sum   [3]int // of each channel over the pixels
}

// keyOf returns a pixel's color quantized to 7 bits per channel.
func keyOf(pixel []uint8) uint32 {
	return uint32(pixel[0]>>1)<<14 | uint32(pixel[1]>>1)<<7 | uint32(pixel[2]>>1)
}

// channel returns a tint's red, green or blue, 0 to 127.
func (t tint) channel(n int) int { return int(t.key >> (14 - 7*n) & 127) }

// gather counts the colors outside the scene. It samples every fourth pixel of a tile: dithering maps the rest to the
// nearest colors.
func gather(img *image.RGBA, s *scene, shown []preparedTool) []tint {
	counts := map[uint32]*tint{}
	for i := range s.levels {
		if s.shows(img, i) {
			continue
		}
		at := image.Pt(i%Width, i/Width)
		within := slices.ContainsFunc(shown, func(t preparedTool) bool { return at.In(t.bounds()) })
		weight := 1
		if within {
			if at.X%2 != 0 || at.Y%2 != 0 {
				continue
			}
			weight = 4
		}
		key := keyOf(img.Pix[4*i:])
		if counts[key] == nil {
			counts[key] = &tint{key: key}
		}
		counts[key].count += weight
		for n := range 3 {
			counts[key].sum[n] += weight * int(img.Pix[4*i+n])
		}
	}
	list := make([]tint, 0, len(counts))
	for _, t := range counts {
		list = append(list, *t)
	}
	// Equal images must give equal files.
	slices.SortFunc(list, func(a, b tint) int { return cmp.Compare(a.key, b.key) })
	return list
}

// group is a set of colors that become one.
type group []tint

// divide splits colors into up to most groups: it keeps halving the group with the largest spread.
func divide(all []tint, most int) []group {
	if len(all) == 0 {
		return nil
	}
	groups := []group{all}
	spreads := []float64{group(all).spread()}
	for len(groups) < most {
		worst := 0
		for i, spread := range spreads {
			if spread > spreads[worst] {
				worst = i
			}
		}
		if spreads[worst] == 0 {
			break
		}
		a, b := groups[worst].halves()
		groups[worst], spreads[worst] = a, a.spread()
		groups, spreads = append(groups, b), append(spreads, b.spread())
	}
	return groups
}

// longest returns the channel in which the group's colors differ most, and the difference.
func (g group) longest() (channel, length int) {
	for n := range 3 {
		least, most := 127, 0
		for _, t := range g {
			least, most = min(least, t.channel(n)), max(most, t.channel(n))
		}
		if most-least > length {
			channel, length = n, most-least
		}
	}
	return channel, length
}

// spread estimates the visible loss if the group becomes one color. It grows with the square root of the pixels only,
// so that the few pixels of thin text keep their colors.
func (g group) spread() float64 {
	count := 0
	for _, t := range g {
		count += t.count
	}
	_, length := g.longest()
	return float64(length) * math.Sqrt(float64(count))
}

// halves splits a group along its longest channel into halves with about the same number of pixels.
func (g group) halves() (a, b group) {
	channel, _ := g.longest()
	slices.SortStableFunc(g, func(x, y tint) int { return cmp.Compare(x.channel(channel), y.channel(channel)) })
	all := 0
	for _, t := range g {
		all += t.count
	}
	at, count := 0, 0
	for at < len(g)-1 && (at == 0 || count+g[at].count <= all/2) {
		count += g[at].count
		at++
	}
	return g[:at], g[at:]
}

// average returns the group's mean color.
func average(g group) color.RGBA {
	var sum [3]int
	count := 0
	for _, t := range g {
		count += t.count
		for n := range 3 {
			sum[n] += t.sum[n]
		}
	}
	level := func(n int) uint8 { return uint8((sum[n] + count/2) / count) }
	return color.RGBA{level(0), level(1), level(2), 255}
}
