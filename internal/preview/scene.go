package preview

import (
	"image"
	"image/color"
	"math"
)

// scene is the lit background, as the brightness of each pixel. It uses shades of one color, so that the palette holds
// them all and the light shows no steps.
type scene struct {
	light  rgb // brightest channel is 1
	bright []float32
	levels []uint8 // bright, rounded to 255ths
	shades []color.RGBA
}

// lamp is a soft light that widens downwards.
type lamp struct {
	x, y          float64 // position
	spread, widen float64 // half-width, and its growth per pixel down
	depth         float64 // vertical reach
	strength      float64
}

// maxLevels is the number of shades of the background. Anything brighter is clipped.
const maxLevels = 96

// newScene returns the background lit from above, with lamps over the tools.
func newScene(shown []preparedTool) *scene {
	s := &scene{light: warm.rgb(), bright: make([]float32, Width*Height)}
	if len(shown) > 0 {
		s.light = mixed(warm.rgb(), mean(shown))
	}
	s.add(lamp{x: Width / 2, y: -40, spread: 520, widen: 0.4, depth: 300, strength: 0.055})
	if len(shown) > 0 {
		s.add(lamp{x: caseMiddle, y: -60, spread: 70, widen: 0.42, depth: 620, strength: 0.10})
		s.add(lamp{x: caseMiddle, y: 300, spread: 300, depth: 240, strength: 0.10})
	}
	for _, t := range shown {
		t.lightScene(s)
	}
	s.render()
	return s
}

// lampEnd is the distance from a lamp's middle, in its widths, beyond which its light is invisible.
const lampEnd = 2.6

// add adds a lamp's light, which falls off as exp(-x²).
func (s *scene) add(l lamp) {
	for y := range Height {
		down := (float64(y) - l.y) / l.depth
		level := l.strength * math.Exp(-down*down)
		wide := l.spread + l.widen*max(0, float64(y)-l.y)
		line := s.bright[y*Width:][:Width]
		for x := int(max(0, l.x-wide*lampEnd)); x < int(min(Width, l.x+wide*lampEnd)); x++ {
			across := (float64(x) - l.x) / wide
			line[x] += float32(level * math.Exp(-across*across))
		}
	}
}

// brighten brightens a part of the background by amount, or darkens it by a shade below 1.
func (s *scene) brighten(at image.Rectangle, mask *image.Alpha, amount, shade float32) {
	for y := range mask.Rect.Dy() {
		line := s.bright[(at.Min.Y+y)*Width+at.Min.X:]
		for x, alpha := range mask.Pix[y*mask.Stride:][:mask.Rect.Dx()] {
			if alpha > 0 {
				part := float32(alpha) / 255
				line[x] = line[x]*(1-part*(1-shade)) + part*amount
			}
		}
	}
}

// render computes levels and shades from the light.
func (s *scene) render() {
	s.levels = make([]uint8, len(s.bright))
	for i, bright := range s.bright {
		s.levels[i] = uint8(min(max(bright, 0)*255+0.5, maxLevels-1))
	}
	dark := backgroundShade.rgb()
	for level := range maxLevels {
		c := rgb{}
		for channel := range 3 {
			c[channel] = min(1, dark[channel]+s.light[channel]*float64(level)/255)
		}
		s.shades = append(s.shades, c.over(1))
	}
}

// paint returns the background as an image.
func (s *scene) paint() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, Width, Height))
	for i, level := range s.levels {
		c := s.shades[level]
		copy(img.Pix[4*i:4*i+4], []uint8{c.R, c.G, c.B, 255})
	}
	return img
}

// mean returns the mean light of the tools.
func mean(shown []preparedTool) (m rgb) {
	for _, t := range shown {
		for channel := range 3 {
			m[channel] += t.light[channel] / float64(len(shown))
		}
	}
	return m
}

// mixed returns the mix of two colors, scaled so that its brightest channel is 1.
func mixed(a, b rgb) (m rgb) {
	most := 0.01
	for channel := range 3 {
		m[channel] = a[channel] + b[channel]
		most = max(most, m[channel])
	}
	for channel := range 3 {
		m[channel] /= most
	}
	return m
}
