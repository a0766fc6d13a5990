package fetch

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The icons of a page are listed with their sizes, and its manifest.
func TestPageIcons(t *testing.T) {
	page := parsed(t, `<link rel="ICON shortcut" href="/a.png" type="Image/PNG" sizes="16x16 192X192"><link rel="alternate icon" href="/b.svg" sizes="any">
		<link rel="apple-touch-icon" href="/c.png" sizes="180x180"><link rel="mask-icon" href="/mask.svg"><link rel="icon" href="data:image/png;base64,xx">
		<meta property="og:logo" content="//cdn.example/logo.png"><link rel="manifest" href="/site.webmanifest"><link rel="manifest" href="/second">`)
	want := []Icon{
		{URL: "https://lumen.example/a.png", Type: "image/png", Width: 192, Height: 192}, {URL: "https://lumen.example/b.svg"},
		{URL: "https://lumen.example/c.png", Kind: HomeIcon, Width: 180, Height: 180}, {URL: "https://cdn.example/logo.png", Kind: Logo},
	}
	if diff := cmp.Diff(want, page.Icons); diff != "" {
		t.Error(diff)
	}
	if page.Manifest != "https://lumen.example/site.webmanifest" {
		t.Error(page.Manifest)
	}
	if many := parsed(t, strings.Repeat(`<link rel="icon" href="/i.png">`, 1000)); len(many.Icons) != maxIcons {
		t.Errorf("%d icons of a page with a thousand", len(many.Icons))
	}
}

func TestLargestSize(t *testing.T) {
	for sizes, want := range map[string][2]int{
		"": {}, "any": {}, "64x64": {64, 64}, " 16x16  48X32 ": {48, 32}, "-1x-1": {}, "0x0": {}, "99999x99999": {}, "9x": {}, "axb 8x8": {8, 8},
	} {
		if width, height := LargestSize(sizes); [2]int{width, height} != want {
			t.Errorf("%q: %d by %d", sizes, width, height)
		}
	}
}
