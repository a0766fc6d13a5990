package mcp_test

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// llms.txt and the page about the API name /mcp where there is one.
func TestTextsForPrograms(t *testing.T) {
	const part = "## Model Context Protocol\n\nAssistants can search and compare all tools at `https://tools.example/mcp`: streamable HTTP, read-only, without signing in.\n\n"
	for _, on := range []bool{true, false} {
		h := pagestest.Open(t, pagestest.Tools(1), func(o *pagestest.Options) { o.MCP = on })
		text, page := h.Body("/llms.txt"), h.Body("/api")
		storetest.Same(t, "llms.txt and the page about the API name it",
			[]bool{strings.Contains(text, part), strings.Contains(text, "mcp"), strings.Contains(page, "<code>https://tools.example/mcp</code>")},
			[]bool{on, on, on})
	}
}
