package api

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// IntroductionInput asks for the introduction of a collection.
type IntroductionInput struct {
	Title               string  `json:"title"`
	CurrentIntroduction string  `json:"currentIntroduction,omitempty"`
	Tools               []int64 `json:"tools" nullable:"false" doc:"Ids of its products, at most 200; the draft uses the first 40"`
}

// ToolNoteInput asks for a note on a tool of a collection.
type ToolNoteInput struct {
	Title string `json:"title" doc:"Of the collection"`
	Tool  int64  `json:"tool" doc:"Number of the product"`
}

// IntroductionDraft is the drafted introduction of a collection.
type IntroductionDraft struct {
	Introduction string `json:"introduction" doc:"Markdown"`
	Note         string `json:"note" doc:"A note about the draft for the administrator; usually empty"`
}

// ToolNoteDraft is a drafted note on a tool.
type ToolNoteDraft struct {
	Text string `json:"text"`
	Note string `json:"note" doc:"A note about the draft for the administrator; usually empty"`
}

// Limits of what an introduction is drafted from.
const (
	quotedTools = 40
	quotedText  = 200 // code points of a tool's description
)

func generateIntroduction(c *call, in IntroductionInput) (any, error) {
	var checked checks
	checked.need("title", in.Title, "Please enter a title first")
	checked.atMost("title", in.Title, catalog.MaxTitle)
	checked.atMost("currentIntroduction", in.CurrentIntroduction, catalog.MaxIntroduction)
	switch {
	case len(in.Tools) == 0:
		checked.fail("tools", "Please add tools first")
	case len(in.Tools) > catalog.MaxCollectionTools:
		checked.fail("tools", fmt.Sprintf("Please choose at most %d tools", catalog.MaxCollectionTools))
	}
	o := assist.Order{Kind: assist.Introduction, Name: field.Clean(in.Title), Present: field.Clean(in.CurrentIntroduction),
		Tools: linesAbout(in.Tools, c.options.Catalogue.Snapshot())}
	return c.draft(checked, o, func(d assist.Draft) any { return IntroductionDraft{d.Text, d.Note} })
}

// linesAbout returns a line about each of the first products: its name and the beginning of its description.
func linesAbout(ids []int64, snapshot *browse.Snapshot) string {
	var b strings.Builder
	for _, id := range ids[:min(len(ids), quotedTools)] {
		if item, found := snapshot.Product(strconv.FormatInt(id, 10)); found {
			product := item.Product()
			text := []rune(strings.Join(strings.Fields(product.OwnDescription()), " "))
			fmt.Fprintf(&b, "\n- %s: %s", item.Name(), string(text[:min(len(text), quotedText)]))
		}
	}
	return b.String()
}

func generateToolNote(c *call, in ToolNoteInput) (any, error) {
	var checked checks
	checked.need("title", in.Title, "Please enter a title first")
	checked.atMost("title", in.Title, catalog.MaxTitle)
	o := assist.Order{Kind: assist.ToolNote, Page: field.Clean(in.Title)}
	if item, found := c.options.Catalogue.Snapshot().Product(strconv.FormatInt(in.Tool, 10)); found {
		product := item.Product()
		o.Name, o.Present = product.Name, product.OwnDescription()
	} else {
		checked.fail("tool", "This tool doesn't exist any more. Please reload the page")
	}
	return c.draft(checked, o, func(d assist.Draft) any { return ToolNoteDraft{d.Text, d.Note} })
}
