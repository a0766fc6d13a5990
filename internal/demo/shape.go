package demo

import (
	"math"
	"slices"
)

// point is a place on a logo: 0 to 100 from left to right and from top to bottom.
type point struct{ x, y float64 }

// shape is a set of closed outlines. Those that run clockwise are filled, those that run the other way are holes.
type shape [][]point

// join is several shapes as one; where they overlap they are filled once.
func join(shapes ...shape) shape { return slices.Concat(shapes...) }

// poly is a filled polygon, in whichever direction its corners are given.
func poly(corners ...point) shape {
	area := 0.0
	for i, p := range corners {
		q := corners[(i+1)%len(corners)]
		area += p.x*q.y - q.x*p.y
	}
	if area < 0 {
		slices.Reverse(corners)
	}
	return shape{corners}
}

// curve samples a function from 0 to 1.
func curve(steps int, at func(t float64) point) []point {
	points := make([]point, steps+1)
	for i := range points {
		points[i] = at(float64(i) / float64(steps))
	}
	return points
}

// around is the place at an angle (0 is up, clockwise, in degrees) and a distance from a centre.
func around(cx, cy, radius, degrees float64) point {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return point{cx + radius*sin, cy - radius*cos}
}

func disc(cx, cy, radius float64) shape { return sector(cx, cy, radius, 0, 360) }

// sector is a slice of a disc. From 180 degrees on it is closed by the chord.
func sector(cx, cy, radius, from, to float64) shape {
	points := curve(96, func(t float64) point { return around(cx, cy, radius, from+t*(to-from)) })
	if to-from < 180 {
		points = append(points, point{cx, cy})
	}
	return poly(points...)
}

// hole turns a filled shape into one that is cut out of what it is joined with.
func hole(s shape) shape {
	out := make(shape, len(s))
	for i, outline := range s {
		out[i] = slices.Clone(outline)
		slices.Reverse(out[i])
	}
	return out
}

// box is a rectangle with round corners around a centre.
func box(cx, cy, width, height, round float64) shape {
	var points []point
	for i, corner := range []point{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}} {
		x, y := cx+corner.x*(width/2-round), cy+corner.y*(height/2-round)
		points = append(points, curve(16, func(t float64) point { return around(x, y, round, float64(i)*90+t*90) })...)
	}
	return poly(points...)
}

// frame is the outline of a box.
func frame(cx, cy, width, height, round, line float64) shape {
	inner := max(0.01, round-line/2)
	return join(box(cx, cy, width+line, height+line, round+line/2), hole(box(cx, cy, width-line, height-line, inner)))
}

// stroke is a line through points, with round ends and corners.
func stroke(width float64, points ...point) shape {
	var s shape
	for i, p := range points {
		s = append(s, disc(p.x, p.y, width/2)...)
		if i == 0 {
			continue
		}
		q := points[i-1]
		length := math.Hypot(p.x-q.x, p.y-q.y)
		if length == 0 {
			continue
		}
		nx, ny := (q.y-p.y)/length*width/2, (p.x-q.x)/length*width/2
		s = append(s, poly(point{q.x + nx, q.y + ny}, point{p.x + nx, p.y + ny}, point{p.x - nx, p.y - ny}, point{q.x - nx, q.y - ny})...)
	}
	return s
}

// arc is a part of a ring with round ends.
func arc(cx, cy, radius, width, from, to float64) shape {
	return stroke(width, curve(48, func(t float64) point { return around(cx, cy, radius, from+t*(to-from)) })...)
}

func (s shape) each(change func(point) point) shape {
	out := make(shape, len(s))
	for i, outline := range s {
		out[i] = make([]point, len(outline))
		for j, p := range outline {
			out[i][j] = change(p)
		}
	}
	return out
}

func (s shape) move(dx, dy float64) shape {
	return s.each(func(p point) point { return point{p.x + dx, p.y + dy} })
}

// rotate rotates clockwise about the middle of the logo.
func (s shape) rotate(degrees float64) shape {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return s.each(func(p point) point {
		x, y := p.x-50, p.y-50
		return point{50 + x*cos - y*sin, 50 + x*sin + y*cos}
	})
}

// rosette repeats a shape around the middle of the logo.
func rosette(times int, s shape) shape {
	var out shape
	for i := range times {
		out = append(out, s.rotate(float64(i)*360/float64(times))...)
	}
	return out
}
