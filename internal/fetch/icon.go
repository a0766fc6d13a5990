package fetch

import (
	"slices"
	"strconv"
	"strings"
)

const maxIcons = 20 // of a page

// IconKind is how a page names an icon.
type IconKind int

// The kinds of icons.
const (
	PlainIcon IconKind = iota // link rel="icon"
	HomeIcon                  // link rel="apple-touch-icon"
	Logo                      // meta property="og:logo"
)

// Icon is an icon that a page names.
type Icon struct {
	URL           string // absolute http(s)
	Kind          IconKind
	Type          string // media type that the page states; may be empty
	Width, Height int    // the largest size that the page states, in pixels; 0: none
}

// icon reads a link element that names icons or the manifest.
func (p *parser) icon(attributes map[string]string) {
	relations := strings.Fields(strings.ToLower(attributes["rel"]))
	if slices.Contains(relations, "manifest") && p.page.Manifest == "" {
		p.page.Manifest = p.resolve(attributes["href"])
	}
	icon := Icon{URL: attributes["href"], Type: strings.ToLower(attributes["type"])}
	icon.Width, icon.Height = LargestSize(attributes["sizes"])
	switch {
	case slices.Contains(relations, "apple-touch-icon"), slices.Contains(relations, "apple-touch-icon-precomposed"):
		icon.Kind = HomeIcon
		p.addIcon(icon)
	case slices.Contains(relations, "icon"):
		p.addIcon(icon)
	}
}

func (p *parser) addIcon(icon Icon) {
	if icon.URL = p.resolve(icon.URL); icon.URL != "" && len(p.page.Icons) < maxIcons {
		p.page.Icons = append(p.page.Icons, icon)
	}
}

// LargestSize parses the attribute sizes of an icon, such as "16x16 32x32", and returns the largest; 0 and 0 if it states
// none. A size that no icon has is ignored.
func LargestSize(sizes string) (width, height int) {
	for size := range strings.FieldsSeq(strings.ToLower(sizes)) {
		first, second, _ := strings.Cut(size, "x")
		w, err := strconv.Atoi(first)
		h, failed := strconv.Atoi(second)
		if err == nil && failed == nil && w > 0 && h > 0 && w <= 10_000 && h <= 10_000 && w*h > width*height {
			width, height = w, h
		}
	}
	return width, height
}
