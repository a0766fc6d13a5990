package pages

// generatorPage is the VEO 3 prompt generator.
var generatorPage = Page{
	paths:  []string{"/veo3-generator"},
	module: "src/public/generator/generator.tsx",
	title:  "VEO 3 Script Generator",
	description: "Create professional JSON prompts for VEO 3, Google's video-generation AI: choose shot, camera, light and sound, " +
		"and take the JSON along. Free, and nothing you type leaves your browser.",
	notice: "Create professional JSON prompts for Google's VEO 3 video-generation AI. The generator needs JavaScript. " +
		"Reload the page if it doesn't appear.",
	data: generatorData,
}

// generatorData describes the generator as an application.
func generatorData(h *head) object {
	return object{
		"@type":               "WebApplication",
		"name":                screenTitle(h),
		"url":                 h.Canonical,
		"applicationCategory": "MultimediaApplication",
		"operatingSystem":     "Any",
		"browserRequirements": "Requires JavaScript",
		"offers":              object{"@type": "Offer", "price": "0", "priceCurrency": "USD"},
	}
}
