// Package mark has the marks of tools without a logo. A mark depends on the name alone, on every page and every day.
// Browsers have the same marks (web/src/kit/tools/mark.ts), and both tests share their cases.
package mark

import "unicode/utf16"

// Side is the side of the square that the pieces lie in.
const Side = 48

// Kind is the form of a piece.
type Kind string

// The kinds of pieces.
const (
	Disc    Kind = "disc"    // at X, Y; A is its radius
	Quarter Kind = "quarter" // of a disc around X, Y; A is its radius, B its quarter: 0 lower right, then clockwise
	Bar     Kind = "bar"     // with its upper left corner at X, Y; A is its width, B its height
	Hole    Kind = "hole"    // in all others, at X, Y; A is its radius
)

// Piece is a part of a mark, in the figure's color.
type Piece struct {
	Kind       Kind
	X, Y, A, B float64
	Opacity    float64
}

// Corner returns the radius of a bar's corners.
func (p Piece) Corner() float64 {
	if p.A > 12 && p.B > 12 {
		return 5
	}
	return 2.6
}

// Mark is what the name of a tool chooses.
type Mark struct {
	Hash  uint32
	Motif int  // of motifs
	Pair  int  // of pairs
	Light bool // ground and figure are swapped
}

// Of returns the mark of a name.
func Of(name string) Mark {
	hash := uint32(0x811c9dc5) // FNV-1a over UTF-16 code units, JavaScript's characters
	for _, unit := range utf16.Encode([]rune(name)) {
		hash = (hash ^ uint32(unit)) * 0x01000193
	}
	// The last steps of MurmurHash3, as the low bits of short names are much alike.
	hash = (hash ^ hash>>16) * 0x85ebca6b
	hash = (hash ^ hash>>13) * 0xc2b2ae35
	hash ^= hash >> 16
	return Mark{hash, int(hash % 10), int(hash / 10 % 12), hash>>8&7 == 0}
}

// Alike reports whether two marks look much the same: the same motif in the same colors.
func (m Mark) Alike(other Mark) bool {
	return m.Motif == other.Motif && m.Pair == other.Pair && m.Light == other.Light
}

// pairs are the grounds and figures, dark and light.
var pairs = [12][2]string{
	{"#29385a", "#96cdff"}, {"#363458", "#f7b886"}, {"#114331", "#a6d79b"}, {"#004248", "#ffafa2"}, {"#552c27", "#fdb392"}, {"#502b41", "#fbadca"},
	{"#3e3b0f", "#c8ce82"}, {"#0e3e54", "#72dbdb"}, {"#433051", "#d1b9fe"}, {"#1b432b", "#f6b984"}, {"#223a59", "#ffaeab"}, {"#552b2d", "#78d7f3"},
}

// Colors returns the colors of the ground and of the figure, and the lighter one, which is the tool's light.
func (m Mark) Colors() (ground, figure, light string) {
	ground, figure = pairs[m.Pair][0], pairs[m.Pair][1]
	if m.Light {
		return figure, ground, figure
	}
	return ground, figure, figure
}

// Pieces returns the pieces of the mark.
func (m Mark) Pieces() []Piece { return motifs[m.Motif](bits(m.Hash >> 11)) }

// bits are what is left of the hash to vary a motif.
type bits uint32

func (b bits) on(i int) bool { return b>>i&1 == 1 }

func (b bits) one(i int) float64 { return float64(b >> i & 1) }

func (b bits) two(i int) float64 { return float64(b >> i & 3) }

// choose returns the first value if the bit is on.
func (b bits) choose(i int, on, off float64) float64 {
	if b.on(i) {
		return on
	}
	return off
}

var motifs = [10]func(bits) []Piece{arcs, dots, sound, quarters, circles, steps, ring, fallingRow, halfMoons, frames}

func arcs(b bits) (p []Piece) {
	for i, opacity := range []float64{0.28, 0.4, 0.62, 1} {
		p = append(p, Piece{Quarter, 48, 0, []float64{42, 32, 22, 12}[i], 1, opacity})
	}
	if b.on(1) {
		p = append(p[:1], p[2:]...)
	}
	if b.on(2) {
		p = append(p[:2], p[3:]...)
	}
	return p
}

func dots(b bits) (p []Piece) {
	for i := range 16 {
		if i%4 > 1 || i < 8 {
			p = append(p, Piece{Disc, 9 + 10*float64(i%4), 9 + 10*float64(i/4), b.choose(i, 3.9, 2.1), 0, b.choose(i, 1, 0.5)})
		}
	}
	return p
}

func sound(b bits) (p []Piece) {
	for i := range 5 {
		height, opacity := 10+7*b.two(2*i), 1.0
		if i < 2 {
			height = 7 + 4*b.two(2*i)
		}
		if i%2 == 1 {
			opacity = b.choose(12, 0.5, 1)
		}
		p = append(p, Piece{Bar, 5 + 8*float64(i), 18 - height/2, 5.2, height, opacity})
	}
	return p
}

func quarters(b bits) (p []Piece) {
	for i, cell := range [][2]float64{{0, 0}, {24, 0}, {24, 24}} {
		x, y, turn, opacity := cell[0], cell[1], b.two(2*i), 1.0
		if turn == 1 || turn == 2 {
			x += 24
		}
		if turn > 1 {
			y += 24
		}
		if i == int(b.choose(7, 0, 2)) {
			opacity = 0.45
		}
		p = append(p, Piece{Quarter, x, y, 24, turn, opacity})
	}
	return p
}

func circles(b bits) []Piece {
	return []Piece{{Disc, b.choose(0, 19, 22), b.choose(1, 17, 20), 13, 0, 0.5}, {Disc, 32, b.choose(1, 27, 17), 13, 0, 1}}
}

func steps(b bits) (p []Piece) {
	for i := range 4 {
		width, opacity := 12+4*b.two(2*i), 1.0
		if i < 2 {
			width += 14
		}
		if i%2 == int(b.one(9)) {
			opacity = 0.5
		}
		p = append(p, Piece{Bar, Side - width, 7 + 9.5*float64(i), width + 4, 5.6, opacity})
	}
	return p
}

func ring(b bits) []Piece {
	return []Piece{{Disc, 28, 20, 16, 0, 0.42}, {Disc, 28, 20, 10.5 + b.one(0), 0, 1}, {Hole, 28, 20, 5.2 - b.one(1), 0, 1}}
}

func fallingRow(b bits) []Piece {
	return []Piece{
		{Disc, 37, 11, 8, 0, 1}, {Disc, 26, b.choose(0, 20, 14), 5.6, 0, 0.5}, {Disc, b.choose(0, 38, 17), b.choose(0, 29, 11), 4.2, 0, 1},
		{Disc, b.choose(0, 28, 36), b.choose(0, 36, 27), 3.2, 0, 0.5}, {Disc, 39, 40, 2.4, 0, 1},
	}
}

func halfMoons(b bits) []Piece {
	half := func(x, y, turn, opacity float64) []Piece {
		return []Piece{{Quarter, x, y, 12, turn, opacity}, {Quarter, x, y, 12, turn + 1, opacity}}
	}
	p := half(36, 0, 0, 1)
	p = append(p, half(36, b.choose(0, 24, 12), b.choose(0, 2, 0), 0.5)...)
	p = append(p, half(b.choose(1, 31, 36), b.choose(1, 36, 48), 2, 1)...)
	if b.on(2) {
		p = append(p, Piece{Disc, 12, 12, 6 + 2*b.one(3), 0, 0.5})
	}
	return p
}

func frames(b bits) []Piece {
	side := 16 - b.one(0)
	return []Piece{{Bar, 16, 6, 26, 26, 0.38}, {Bar, 21 + 2*b.one(0), 11 - b.one(0), side, side, 1}, {Bar, 24, 36, 18, 5.2, b.choose(1, 1, 0.5)}}
}

// Apart reorders a list so that no two marks alike stand side by side, as far as others follow that can stand between. markOf reports
// false for what has no mark.
func Apart[T any](list []T, markOf func(T) (Mark, bool)) {
	alike := func(a, b T) bool {
		one, hasOne := markOf(a)
		other, hasOther := markOf(b)
		return hasOne && hasOther && one.Alike(other)
	}
	for i := 1; i < len(list); i++ {
		for j := i; j < len(list); j++ {
			if moved := list[j]; !alike(list[i-1], moved) {
				copy(list[i+1:j+1], list[i:j])
				list[i] = moved
				break
			}
		}
	}
}
