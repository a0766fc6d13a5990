package pages

// GeneratorPages returns the page of the generator.
func GeneratorPages() []*Page { return []*Page{&generatorPage} }

// generatorPage is the VEO 3 prompt generator.
var generatorPage = Page{
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
func generatorData(h *Head) Object {
	return Object{
		"@type":               "WebApplication",
		"name":                screenTitle(h),
		"url":                 h.Canonical,
		"applicationCategory": "MultimediaApplication",
		"operatingSystem":     "Any",
		"browserRequirements": "Requires JavaScript",
		"offers":              Object{"@type": "Offer", "price": "0", "priceCurrency": "USD"},
	}
}
