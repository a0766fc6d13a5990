package site

import "strings"

// scale weighs a drawing. Its parts may reference each other many times over, so that a few hundred bytes could keep a
// browser busy for ever.
type scale struct {
	parts   map[string]*node
	weights map[*node]int // 0 while a node is being weighed: browsers do not follow cycles either
}

// bearable refuses a drawing heavier than maxDrawingWeight.
func bearable(root *node) error {
	s := scale{map[string]*node{}, map[*node]int{}}
	s.gather(root)
	if s.weigh(root) > maxDrawingWeight {
		return errComplexDrawing
	}
	return nil
}

func (s *scale) gather(n *node) {
	for _, a := range n.attributes {
		if a.name == "id" && s.parts[a.value] == nil {
			s.parts[a.value] = n
		}
	}
	for _, child := range n.children {
		s.gather(child)
	}
}

// weigh returns the number of elements that are drawn for this one, at most maxDrawingWeight+1.
func (s *scale) weigh(n *node) int {
	if weight, known := s.weights[n]; known {
		return weight
	}
	s.weights[n] = 0
	weight := 1
	for _, child := range n.children {
		weight = min(weight+s.weigh(child), maxDrawingWeight+1)
	}
	for _, a := range n.attributes {
		if part := s.parts[reference(a)]; part != nil {
			weight = min(weight+s.weigh(part), maxDrawingWeight+1)
		}
	}
	s.weights[n] = weight
	return weight
}

// reference returns the id of the part that an attribute refers to, or "". Of a style, only the first reference counts.
func reference(a attribute) string {
	value := strings.TrimSpace(a.value)
	if a.name == "href" {
		return strings.TrimPrefix(value, "#")
	}
	_, after, found := strings.Cut(value, "url(")
	if !found {
		return ""
	}
	id, _, _ := strings.Cut(strings.TrimLeft(after, " \t\r\n\"'#"), ")")
	return strings.TrimRight(id, " \t\r\n\"'")
}
