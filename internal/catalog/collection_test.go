package catalog

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

func TestCheckCollection(t *testing.T) {
	future := time.Date(2030, 1, 2, 3, 4, 5, 6789, time.FixedZone("X", 3600))
	fields := func(change func(*CollectionFields)) CollectionFields {
		f := CollectionFields{Title: "Best of", Status: CollectionPublished, Tools: []CollectionTool{{1, "a"}}}
		change(&f)
		return f
	}
	for name, try := range map[string]struct {
		field  string
		change func(*CollectionFields)
	}{
		"right": {"", func(*CollectionFields) {}},
		"longest": {"", func(f *CollectionFields) {
			f.Title, f.Introduction = strings.Repeat("é", MaxTitle), strings.Repeat("é", MaxIntroduction)
		}},
		"hostile":            {"", func(f *CollectionFields) { f.Title, f.Tools[0].Note = `<script>"'&`, "</script>\n`" }},
		"scheduled":          {"", func(f *CollectionFields) { f.PublishedAt = future }},
		"most tools":         {"", func(f *CollectionFields) { f.Tools = toolsFrom(1, MaxCollectionTools) }},
		"no title":           {"title", func(f *CollectionFields) { f.Title = " \u200b" }},
		"long title":         {"title", func(f *CollectionFields) { f.Title = strings.Repeat("é", MaxTitle+1) }},
		"lines in the title": {"title", func(f *CollectionFields) { f.Title = "a\nb" }},
		"long introduction":  {"introduction", func(f *CollectionFields) { f.Introduction = strings.Repeat("é", MaxIntroduction+1) }},
		"long author":        {"author", func(f *CollectionFields) { f.Author = strings.Repeat("é", maxAuthor+1) }},
		"slug":               {"slug", func(f *CollectionFields) { f.Slug = "A b" }},
		"status":             {"status", func(f *CollectionFields) { f.Status = "" }},
		"dated draft":        {"publishedAt", func(f *CollectionFields) { f.Status, f.PublishedAt = CollectionDraft, future }},
		"1970":               {"publishedAt", func(f *CollectionFields) { f.PublishedAt = time.Unix(0, 0) }},
		"too many tools":     {"tools", func(f *CollectionFields) { f.Tools = toolsFrom(1, MaxCollectionTools+1) }},
		"a tool twice":       {"tools", func(f *CollectionFields) { f.Tools = append(f.Tools, CollectionTool{ID: 1}) }},
		"long note":          {"tools[0].note", func(f *CollectionFields) { f.Tools[0].Note = strings.Repeat("é", MaxNote+1) }},
	} {
		_, err := fields(try.change).Check()
		switch {
		case try.field == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case try.field != "" && (err == nil || fault.From(err).Fields[0].Field != try.field):
			t.Errorf("%s: got %v, want a fault of %s", name, err, try.field)
		}
	}
	clean, err := fields(func(f *CollectionFields) { f.Title, f.PublishedAt = " Best of\u200b ", future }).Check()
	if err != nil || clean.Title != "Best of" || clean.Slug != "best-of" || clean.PublishedAt.Format(time.RFC3339Nano) != "2030-01-02T02:04:05.000006Z" {
		t.Errorf("got %+v, %v", clean, err)
	}
}

func toolsFrom(first int64, count int) (tools []CollectionTool) {
	for id := range int64(count) {
		tools = append(tools, CollectionTool{ID: first + id})
	}
	return tools
}
