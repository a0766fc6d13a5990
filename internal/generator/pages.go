// Package generator has the page of the VEO 3 prompt generator, which runs in the browser (web/src/public/generator).
//
// # To change
//
//   - its texts without scripts and its structured data: pages.go; the generator itself: web/src/public/generator
package generator

import (
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

// Feature is what the program is told of the generator: it is a page, and has no calls.
var Feature = feature.Feature{Name: "generator", Pages: []*pages.Page{&generatorPage}}

// generatorPage is the VEO 3 prompt generator.
var generatorPage = pages.Page{
	Paths:  []string{"/veo3-generator"},
	Module: "src/public/generator/generator.tsx",
	Title:  "VEO 3 Script Generator",
	Menu:   "VEO 3 Generator",
	Description: "Create professional JSON prompts for VEO 3, Google's video-generation AI: choose shot, camera, light and sound, " +
		"and take the JSON along. Free, and nothing you type leaves your browser.",
	Notice: "Create professional JSON prompts for Google's VEO 3 video-generation AI. The generator needs JavaScript. " +
		"Reload the page if it doesn't appear.",
	Data: generatorData,
}

// generatorData describes the generator as an application.
func generatorData(h *pages.Head) pages.Object {
	return pages.Object{
		"@type":               "WebApplication",
		"name":                pages.ScreenTitle(h),
		"url":                 h.Canonical,
		"applicationCategory": "MultimediaApplication",
		"operatingSystem":     "Any",
		"browserRequirements": "Requires JavaScript",
		"offers":              pages.Object{"@type": "Offer", "price": "0", "priceCurrency": "USD"},
	}
}
