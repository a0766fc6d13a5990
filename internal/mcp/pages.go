package mcp

import "github.com/vitrine-directory/vitrine/internal/pages"

// Pages returns what the texts for programs say of the protocol, if the site has it. It has no page.
func Pages(on bool) []*pages.Page {
	if !on {
		return nil
	}
	return []*pages.Page{{OnAPI: writeForAPI, Guide: guide}}
}

func writeForAPI(m *pages.Markdown) {
	m.Write(" AI assistants can search and compare the tools by the Model Context Protocol at `%s/mcp`.", m.Origin)
}

func guide(m *pages.Markdown, g *pages.Guide) {
	g.Parts = append(g.Parts, pages.GuidePart{
		Heading: "Model Context Protocol",
		Text:    "Assistants can search and compare all tools at `" + m.Origin + "/mcp`: streamable HTTP, read-only, without signing in.",
	})
}
