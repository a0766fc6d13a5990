package catalog

import (
	"fmt"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Limits of collections: all of them are in memory.
const (
	MaxCollections     = 500
	MaxCollectionTools = 200

	MaxTitle        = 150   // code points
	MaxIntroduction = 5_000 // the same
	MaxNote         = 500   // the same
	maxAuthor       = 100   // the same

	maxOldSlugs = 100
)

// CollectionStatus says whether visitors see a collection.
type CollectionStatus string

// The statuses.
const (
	CollectionDraft     CollectionStatus = "draft"
	CollectionPublished CollectionStatus = "published" // from PublishedAt on
)

// CollectionTool is a tool of a collection. One in the trash is among them, because it may be restored.
type CollectionTool struct {
	ID   int64  `json:"id" doc:"Number of the product"`
	Note string `json:"note" doc:"Why it is in the collection, at most 500 characters; may be empty"`
}

// CollectionFields are what an administrator writes about a collection.
type CollectionFields struct {
	Slug         string           `json:"slug" db:"slug" doc:"Unique word for the URL of its page; when empty, it is made from the title"`
	Title        string           `json:"title" db:"title" doc:"At most 150 characters"`
	Introduction string           `json:"introduction" db:"introduction" doc:"Markdown, at most 5,000 characters"`
	Author       string           `json:"author" db:"author" doc:"Who made it, at most 100 characters; may be empty"`
	Status       CollectionStatus `json:"status" enum:"draft,published"`
	PublishedAt  time.Time        `json:"publishedAt" db:"published_at,null" doc:"From when visitors see it; the year 1 for a draft and, in a request, for now"`
	Tools        []CollectionTool `json:"tools" nullable:"false" doc:"In their order, at most 200, each once"`
}

// Collection is a list of tools that an administrator chooses.
type Collection struct {
	ID int64 `json:"id" db:"id,serial"`
	CollectionFields
	OldSlugs  []string  `json:"oldSlugs" db:"old_slugs,json" nullable:"false" doc:"Former slugs that visitors saw, the latest last, at most 100; their URLs redirect"`
	CreatedAt time.Time `json:"createdAt" db:"created_at"`
	UpdatedAt time.Time `json:"updatedAt" db:"updated_at"`
	Version   int64     `json:"version" db:"version" doc:"Goes up by one with each change of the collection"`
}

// RenamedFrom sets the former slugs after a change: those of the collection before it and, if visitors saw it then, the slug
// that it had, without the present one.
func (c *Collection) RenamedFrom(before Collection, now time.Time) {
	old := slices.Clone(before.OldSlugs)
	if before.IsPublic(now) {
		old = append(old, before.Slug)
	}
	old = slices.DeleteFunc(old, func(slug string) bool { return slug == c.Slug })
	c.OldSlugs = old[max(0, len(old)-maxOldSlugs):]
}

// ValidOldSlugs reports whether a collection may have these former slugs.
func ValidOldSlugs(slugs []string) bool {
	return len(slugs) <= maxOldSlugs && !slices.ContainsFunc(slugs, func(slug string) bool { return !ValidSlug(slug) })
}

// Check cleans the fields and checks every rule. The fault names each field that fails.
func (f CollectionFields) Check() (CollectionFields, error) {
	var c checker
	f.Title = c.Line("title", f.Title, MaxTitle, "Please enter a title")
	f.Introduction = c.Text("introduction", f.Introduction, MaxIntroduction, "")
	f.Author = c.Line("author", f.Author, maxAuthor, "")
	if f.Slug == "" {
		f.Slug = Slug(f.Title)
	} else if !ValidSlug(f.Slug) {
		c.Fail("slug", "Please use lower-case letters, digits and single hyphens")
	}
	if !field.OneOf(f.Status, CollectionDraft, CollectionPublished) {
		c.Fail("status", "Please choose a status: draft or published")
	}
	f.PublishedAt = c.publishedAt(f.Status, f.PublishedAt)
	f.Tools = c.collectionTools(f.Tools)
	return f, c.Fault()
}

// publishedAt checks when a collection is published. The database stores microseconds.
func (c *checker) publishedAt(status CollectionStatus, at time.Time) time.Time {
	at = at.UTC().Truncate(time.Microsecond)
	switch {
	case at.IsZero():
	case status == CollectionDraft:
		c.Fail("publishedAt", "A draft can't have a publish date")
	case at.Year() < 2000 || at.Year() > 2100:
		c.Fail("publishedAt", "Please choose a time between the years 2000 and 2100")
	}
	return at
}

func (c *checker) collectionTools(tools []CollectionTool) []CollectionTool {
	if len(tools) > MaxCollectionTools {
		c.Fail("tools", fmt.Sprintf("Please choose at most %d tools", MaxCollectionTools))
		return tools
	}
	seen := make(map[int64]bool, len(tools))
	clean := make([]CollectionTool, len(tools))
	for i, tool := range tools {
		if seen[tool.ID] {
			c.Fail("tools", "Please choose each tool once")
			return tools
		}
		seen[tool.ID] = true
		clean[i] = CollectionTool{tool.ID, c.Text(fmt.Sprintf("tools[%d].note", i), tool.Note, MaxNote, "")}
	}
	return clean
}

// IDs returns the ids of the tools in their order.
func (f CollectionFields) IDs() []int64 {
	ids := make([]int64, len(f.Tools))
	for i, tool := range f.Tools {
		ids[i] = tool.ID
	}
	return ids
}

// IsPublic reports whether visitors see the collection at a time.
func (f CollectionFields) IsPublic(now time.Time) bool {
	return f.Status == CollectionPublished && !f.PublishedAt.After(now)
}

// ChangedAt returns when what visitors see of the collection itself changed last: one that was scheduled is not older
// than its publication.
func (c Collection) ChangedAt() time.Time {
	if c.PublishedAt.After(c.UpdatedAt) {
		return c.PublishedAt
	}
	return c.UpdatedAt
}
