package pages

// generatorPath is where the VEO 3 prompt generator is.
const generatorPath = "/veo3-generator"

// describeGenerator describes the prompt generator, which is the same for everybody. The front end has the same title.
func (p *Pages) describeGenerator(h *head) {
	h.Title = "VEO 3 Script Generator – " + h.SiteName
	h.Description = "Create professional JSON prompts for VEO 3, Google's video-generation AI: choose shot, camera, light and sound, and take the JSON along. Free, and nothing you type leaves your browser."
	h.Canonical = p.origin + generatorPath
	h.Data = graph(object{
		"@type":               "WebApplication",
		"name":                "VEO 3 Script Generator",
		"url":                 h.Canonical,
		"applicationCategory": "MultimediaApplication",
		"operatingSystem":     "Any",
		"browserRequirements": "Requires JavaScript",
		"offers":              object{"@type": "Offer", "price": "0", "priceCurrency": "USD"},
	})
}
