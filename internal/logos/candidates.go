package logos

import (
	"cmp"
	"encoding/json"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// Sizes that icons usually have where none is stated, in pixels.
const (
	homeIconSide = 180
	logoSide     = 150
	plainSide    = 48
	enough       = 128 // an icon of this size is large enough to end the search
	topSide      = 512 // beyond it, larger is not better
)

// Well-known icons of a host, for a website that can't be read or names none.
const (
	wellKnownHomeIcon = "/apple-touch-icon.png"
	wellKnownIcon     = "/favicon.ico"
)

// candidate is an icon to try, with the size that is expected of it.
type candidate struct {
	url    string
	width  int
	height int
}

// score rates a size: the smaller side, less for what is not square.
func score(width, height int) float64 {
	small, large := float64(min(width, height)), float64(max(width, height))
	if large == 0 {
		return 0
	}
	return min(small, topSide) * (small / large)
}

// candidates returns the icons of a page, and those of its manifest, the best first, and what is known of the others.
func candidates(page fetch.Page, manifest []fetch.Icon) (list []candidate, short shortfall) {
	for _, icon := range slices.Concat(page.Icons, manifest) {
		if isDrawing(icon) {
			short.isDrawing = true
			continue
		}
		c := candidate{icon.URL, icon.Width, icon.Height}
		if c.width > 0 && min(c.width, c.height) < media.MinIcon {
			short.side = max(short.side, min(c.width, c.height))
			continue
		}
		if c.width == 0 {
			c.width = map[fetch.IconKind]int{fetch.HomeIcon: homeIconSide, fetch.Logo: logoSide, fetch.PlainIcon: plainSide}[icon.Kind]
			c.height = c.width
		}
		list = append(list, c)
	}
	return ranked(list, page.Address, wellKnownIcon), short
}

// ranked adds well-known icons of a website's host, and orders all by what is expected of them.
func ranked(list []candidate, website string, wellKnown ...string) []candidate {
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(score(b.width, b.height), score(a.width, a.height)) })
	for _, at := range wellKnown {
		if u, err := url.Parse(website); err == nil {
			u = &url.URL{Scheme: u.Scheme, Host: u.Host, Path: at}
			list = append(list, candidate{u.String(), plainSide, plainSide})
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(c candidate) bool {
		again := seen[c.url]
		seen[c.url] = true
		return again
	})
}

// isDrawing reports whether an icon is an SVG, which isn't converted.
func isDrawing(icon fetch.Icon) bool {
	u, err := url.Parse(icon.URL)
	return strings.HasPrefix(icon.Type, "image/svg") || err == nil && strings.EqualFold(path.Ext(u.Path), ".svg")
}

// hasLarge reports whether a page names an icon that is expected to be large enough.
func hasLarge(icons []fetch.Icon) bool {
	return slices.ContainsFunc(icons, func(icon fetch.Icon) bool {
		return !isDrawing(icon) && (min(icon.Width, icon.Height) >= enough || icon.Kind == fetch.HomeIcon && icon.Width == 0)
	})
}

// maxManifestIcons is how many icons of a manifest are looked at.
const maxManifestIcons = 20

// manifestIcons reads the icons of a web manifest. One that can't be read has none.
func manifestIcons(manifest fetch.Response) []fetch.Icon {
	var content struct {
		Icons []struct {
			Src     string `json:"src"`
			Sizes   string `json:"sizes"`
			Type    string `json:"type"`
			Purpose string `json:"purpose"`
		} `json:"icons"`
	}
	if json.Unmarshal(manifest.Body, &content) != nil {
		return nil
	}
	var found []fetch.Icon
	for _, icon := range content.Icons[:min(len(content.Icons), maxManifestIcons)] {
		at, err := manifest.URL.Parse(icon.Src)
		if err != nil || icon.Src == "" || strings.Contains(icon.Purpose, "monochrome") {
			continue
		}
		width, height := fetch.LargestSize(icon.Sizes)
		found = append(found, fetch.Icon{URL: at.String(), Type: strings.ToLower(icon.Type), Width: width, Height: height})
	}
	return found
}
