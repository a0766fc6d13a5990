package demo

import "math"

// The inks: nearly black and nearly white, both warm.
const (
	ink   rgb = 0x17120d
	paper rgb = 0xfffaf0
)

// logos are the marks of the demonstration. They stand for the products without looking like their trademarks.
func logos() []logo {
	return append(append(firstLogos(), secondLogos()...), thirdLogos()...)
}

func flat(c rgb, s shape) layer { return layer{ink: c, alpha: 1, shape: s} }

func glass(c rgb, alpha float64, s shape) layer { return layer{ink: c, alpha: alpha, shape: s} }

func firstLogos() []logo {
	return []logo{
		{"runway", 0xb4c6ff, 0x5f7fff, []layer{ // frames of a film, one behind the other
			glass(ink, 0.22, box(62, 38, 38, 38, 8)),
			glass(ink, 0.42, box(50, 50, 38, 38, 8)),
			flat(ink, box(38, 62, 38, 38, 8)),
		}},
		{"elevenlabs", 0xf7f0e2, 0xcdb991, []layer{ // a voice spreading from a point
			flat(ink, join(disc(27, 50, 8), arc(27, 50, 22, 7, 50, 130), arc(27, 50, 36, 7, 50, 130))),
			glass(ink, 0.35, arc(27, 50, 50, 7, 50, 130)),
		}},
		{"cursor", 0xbdf5cb, 0x46c578, []layer{ // a caret between corners
			flat(ink, join(
				stroke(8, point{44, 26}, point{26, 26}, point{26, 44}),
				stroke(8, point{56, 74}, point{74, 74}, point{74, 56}),
				stroke(8, point{50, 40}, point{50, 60}),
			)),
		}},
		{"perplexity", 0xa5efe9, 0x27adb4, []layer{ // two circles and what they share
			glass(ink, 0.32, join(disc(39, 50, 24), disc(61, 50, 24))),
			flat(ink, lens(39, 61, 50, 24)),
		}},
		{"claude", 0xefd9fa, 0xa974d6, []layer{ // arches, one within the other
			flat(ink, join(arch(50, 72, 28, 8), arch(50, 72, 14.5, 8))),
			glass(ink, 0.35, stroke(8, point{22, 81}, point{78, 81})),
		}},
		{"midjourney", 0x394076, 0x12152f, []layer{ // a moon over hills
			flat(0xffb3c7, disc(62, 36, 13)),
			flat(0x8f97e8, poly(point{8, 78}, point{38, 38}, point{68, 78})),
			flat(0x5a62c0, poly(point{36, 78}, point{62, 48}, point{92, 78})),
		}},
		{"notion-ai", 0xffe9bd, 0xf0ac2d, []layer{ // sheets seen from above
			glass(ink, 0.28, sheet(62)),
			glass(ink, 0.5, sheet(50)),
			flat(ink, sheet(38)),
		}},
		{"synthesia", 0xc9d2ff, 0x6a68ee, []layer{ // a presenter
			flat(ink, join(disc(50, 36, 14), sector(50, 82, 27, -90, 90))),
			glass(paper, 0.6, join(disc(74, 28, 5), disc(26, 28, 5))),
		}},
		{"chatgpt", 0xffd9cd, 0xef6f57, []layer{ // a question and its answer
			glass(ink, 0.38, box(60, 38, 42, 28, 13)),
			flat(ink, join(box(42, 56, 46, 32, 14), poly(point{19, 56}, point{38, 68}, point{19, 84}))),
		}},
		{"suno", 0xffd7a8, 0xff9136, []layer{ // a beat
			flat(ink, join(upright(22, 18), upright(36, 38), upright(50, 58), upright(64, 30), upright(78, 44))),
		}},
		{"descript", 0xb5d7ff, 0x3a86ee, []layer{ // lines with a passage cut out
			flat(ink, join(
				stroke(9, point{24, 33}, point{76, 33}),
				stroke(9, point{24, 50}, point{38, 50}),
				stroke(9, point{24, 67}, point{60, 67}),
			)),
			glass(ink, 0.28, stroke(9, point{54, 50}, point{76, 50})),
		}},
		{"gamma", 0xe6d2ff, 0x9663f0, []layer{ // a hand of cards
			glass(ink, 0.25, box(50, 48, 30, 44, 6).rotate(24).move(11, 3)),
			glass(ink, 0.4, box(50, 48, 30, 44, 6)),
			flat(ink, box(50, 48, 30, 44, 6).rotate(-24).move(-11, 3)),
		}},
	}
}

func secondLogos() []logo {
	return []logo{
		{"ollama", 0xf6f5f1, 0xbdb9ae, []layer{ // building blocks
			flat(ink, join(box(36, 36, 23, 23, 5), box(36, 64, 23, 23, 5), box(64, 64, 23, 23, 5))),
			flat(0xd9622b, disc(64, 36, 11.5)),
		}},
		{"notebooklm", 0xffe3ef, 0xec7fb0, []layer{ // an open book
			flat(ink, page(1)),
			glass(ink, 0.45, page(-1)),
		}},
		{"hugging-face", 0xd9f79a, 0x77bd22, []layer{ // a cell of a comb among others
			flat(ink, join(hexagon(50, 50, 17), rosette(6, hexagon(50, 19, 7.5)))),
		}},
		{"github-copilot", 0x2c3440, 0x0c1016, []layer{ // a branch that comes back
			flat(0x7fe3ff, join(
				stroke(6, point{34, 26}, point{34, 74}),
				stroke(6, curve(24, func(t float64) point { return point{34 + 32*t, 66 - 26*(1-math.Cos(math.Pi*t))/2} })...),
				disc(34, 26, 9), disc(34, 74, 9),
			)),
			flat(0xffd166, disc(66, 38, 10)),
		}},
		{"gemini", 0x24386e, 0x0d1838, []layer{ // two halves that face each other
			flat(0x8fd0ff, sector(46, 50, 28, 180, 360)),
			flat(0xffb59a, sector(54, 50, 28, 0, 180)),
		}},
		{"deepl", 0xffd3d6, 0xe2556f, []layer{ // the same in two languages
			glass(ink, 0.4, box(41, 41, 38, 38, 9)),
			flat(ink, frame(60, 60, 30, 30, 8, 8)),
		}},
		{"grammarly", 0xd6f0e4, 0x6db89a, []layer{ // all right
			flat(ink, stroke(11, point{26, 52}, point{43, 69}, point{75, 32})),
		}},
		{"n8n", 0xc9f8e6, 0x33c795, []layer{ // a flow from one thing to another
			flat(ink, join(
				box(27, 32, 20, 20, 5), disc(73, 68, 11),
				stroke(7, point{27, 32}, point{50, 32}, point{50, 68}, point{73, 68}),
			)),
		}},
		{"adobe-firefly", 0xff9a76, 0xb8245a, []layer{ // petals in glowing colours
			glass(0xffe08a, 0.75, rosette(6, petal(40, 11))),
			flat(paper, disc(50, 50, 7)),
		}},
		{"heygen", 0x43256f, 0x1b0d33, []layer{ // play
			flat(0xff6fb5, join(arc(50, 50, 31, 7, 40, 320))),
			flat(paper, poly(point{43, 36}, point{67, 50}, point{43, 64})),
		}},
		{"otter", 0xcbe7ff, 0x2b83da, []layer{ // waves
			glass(paper, 0.9, wave(34)), flat(ink, wave(50)), glass(ink, 0.4, wave(66)),
		}},
		{"lm-studio", 0x7263ea, 0x2a1f86, []layer{ // a room within a room
			glass(paper, 0.35, frame(50, 50, 56, 56, 13, 5)),
			glass(paper, 0.65, frame(50, 50, 36, 36, 9, 5)),
			flat(paper, box(50, 50, 17, 17, 4)),
		}},
	}
}

func thirdLogos() []logo {
	return []logo{
		{"canva", 0xfbf3e4, 0xead9bb, []layer{ // a tile of quarter circles
			flat(0xd8402f, sector(24, 50, 26, 0, 90)),
			flat(0x2457c5, sector(50, 24, 26, 90, 180)),
			flat(0xf0b323, sector(76, 50, 26, 180, 270)),
			flat(ink, sector(50, 76, 26, 270, 360)),
		}},
		{"langchain", 0x1f5c4c, 0x0b2a22, []layer{ // steps, each on the last one
			flat(0x9cf2c0, join(box(28, 67, 18, 18, 4), box(50, 56, 18, 40, 4), box(72, 45, 18, 62, 4))),
		}},
		{"fireflies", 0x2b2150, 0x100a24, []layer{ // lights at night
			glass(0xffd36b, 0.18, join(disc(36, 40, 17), disc(66, 32, 11), disc(62, 66, 20))),
			flat(0xffd36b, join(disc(36, 40, 8), disc(66, 32, 5), disc(62, 66, 10), disc(30, 72, 3.5), disc(78, 50, 3))),
		}},
		{"replit", 0xffc2a3, 0xec5327, []layer{ // a prompt
			flat(ink, join(stroke(10, point{27, 34}, point{44, 50}, point{27, 66}), stroke(10, point{54, 68}, point{74, 68}))),
		}},
		{"zapier", 0xfff0b8, 0xf7b500, []layer{ // a bolt
			flat(ink, poly(point{57, 18}, point{27, 56}, point{47, 56}, point{42, 82}, point{73, 43}, point{53, 43})),
		}},
		{"elicit", 0xe0f3d8, 0x62ad62, []layer{ // a table and the column asked for
			glass(ink, 0.35, join(column(28), column(72))),
			flat(ink, column(50)),
		}},
		{"lovable", 0xffc6dd, 0xf2487f, []layer{ // blocks on their way to become one
			flat(ink, join(box(37, 37, 22, 22, 11), box(63, 63, 22, 22, 3))),
			glass(paper, 0.85, join(box(63, 37, 22, 22, 7), box(37, 63, 22, 22, 7))),
		}},
		{"khanmigo", 0xa8e6ff, 0x1e9bc4, []layer{ // a leaf that grows
			flat(ink, join(stroke(6, point{50, 78}, point{50, 52}), petal(36, 9).rotate(42).move(0, 3))),
			glass(ink, 0.45, petal(36, 9).rotate(-42).move(0, 3)),
		}},
		{"alphafold-server", 0x17506b, 0x082233, []layer{ // a double helix
			glass(paper, 0.45, rungs()),
			flat(0x7ef0d2, helix(0)), flat(0xffc37d, helix(math.Pi)),
		}},
		{"meshy", 0xe9ffb0, 0x9ad01f, []layer{ // a cube with three faces
			glass(ink, 0.3, poly(point{50, 20}, point{76, 35}, point{50, 50}, point{24, 35})),
			glass(ink, 0.6, poly(point{24, 35}, point{50, 50}, point{50, 80}, point{24, 65})),
			flat(ink, poly(point{76, 35}, point{50, 50}, point{50, 80}, point{76, 65})),
		}},
		{"wolfram-alpha", 0xffdca6, 0xd9531e, []layer{ // a curve with five leaves
			flat(ink, stroke(4.5, curve(200, func(t float64) point {
				return around(50, 50, 33*math.Sin(5*math.Pi*t), 180*t)
			})...)),
		}},
		{"krisp", 0xd5d9ff, 0x7c86e8, []layer{ // noise on one side, quiet on the other
			flat(ink, stroke(8, point{22, 50}, point{30, 34}, point{38, 66}, point{46, 40}, point{52, 50}, point{78, 50})),
		}},
	}
}

// lens is what two circles of one radius share; they stand at ax and bx, at height y.
func lens(ax, bx, y, radius float64) shape {
	half := math.Acos((bx-ax)/2/radius) * 180 / math.Pi
	right := curve(32, func(t float64) point { return around(ax, y, radius, 90-half+2*half*t) })
	left := curve(32, func(t float64) point { return around(bx, y, radius, 270-half+2*half*t) })
	return poly(append(right, left...)...)
}

func arch(cx, bottom, radius, width float64) shape {
	legs := radius * 0.7
	top := bottom - legs
	points := []point{{cx - radius, bottom}}
	points = append(points, curve(32, func(t float64) point { return around(cx, top, radius, -90+180*t) })...)
	return stroke(width, append(points, point{cx + radius, bottom})...)
}

func sheet(y float64) shape {
	return poly(point{50, y - 15}, point{80, y}, point{50, y + 15}, point{20, y})
}

func upright(x, height float64) shape {
	return stroke(8, point{x, 50 - height/2}, point{x, 50 + height/2})
}

// page is the right (1) or left (-1) page of an open book.
func page(side float64) shape {
	edge := func(t, y float64) point { return point{50 + side*(2+30*t), y - 8*math.Sin(math.Pi*t) - 3*t} }
	top := curve(24, func(t float64) point { return edge(t, 37) })
	bottom := curve(24, func(t float64) point { return edge(1-t, 72) })
	return poly(append(top, bottom...)...)
}

func hexagon(cx, cy, radius float64) shape {
	return poly(curve(5, func(t float64) point { return around(cx, cy, radius, 300*t) })...)
}

// petal points up from the middle.
func petal(length, width float64) shape {
	right := curve(24, func(t float64) point { return point{50 + width*math.Sin(math.Pi*t), 50 - length*t} })
	left := curve(24, func(t float64) point { return point{50 - width*math.Sin(math.Pi*t), 50 - length*(1-t)} })
	return poly(append(right, left...)...)
}

func wave(y float64) shape {
	return stroke(8, curve(48, func(t float64) point { return point{24 + 52*t, y + 5*math.Sin(4*math.Pi*t)} })...)
}

func column(x float64) shape {
	return join(box(x, 29, 17, 12, 3), box(x, 50, 17, 18, 3), box(x, 71, 17, 12, 3))
}

func helix(phase float64) shape {
	return stroke(7, curve(64, func(t float64) point { return point{50 + 17*math.Sin(3*math.Pi*t+phase), 20 + 60*t} })...).rotate(30)
}

func rungs() shape {
	var s shape
	for i := range 9 {
		t := (float64(i) + 0.5) / 9
		half := 17 * math.Sin(3*math.Pi*t)
		s = append(s, stroke(3, point{50 - half, 20 + 60*t}, point{50 + half, 20 + 60*t})...)
	}
	return s.rotate(30)
}
