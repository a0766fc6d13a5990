package pages

// generatorData describes the generator as an application.
func generatorData(h *head) any {
	return graph(object{
		"@type":               "WebApplication",
		"name":                screenTitle(h),
		"url":                 h.Canonical,
		"applicationCategory": "MultimediaApplication",
		"operatingSystem":     "Any",
		"browserRequirements": "Requires JavaScript",
		"offers":              object{"@type": "Offer", "price": "0", "priceCurrency": "USD"},
	})
}
