package newsletter

import (
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the subscribers, and what editors write for the newsletter.
func Kinds() []records.Kind {
	const notArchived = "personal; two sites would write to the same people"
	return []records.Kind{
		{
			Table: "newsletters", Label: "subscriber", Many: "Subscribers", Area: httpapi.Audience,
			NoUndo: "about people", NotArchived: notArchived,
		}, {
			Table: "newsletter_drafts", Label: "next issue", Many: "Edits of the next issue", Area: httpapi.Audience,
			NoUndo: "the history does not have the text", NotArchived: notArchived,
			Uploads: []string{"SELECT intro, subject FROM newsletter_drafts WHERE intro LIKE " + media.Like},
		}, {
			Table: "newsletter_issues", Label: "issue", Many: "Newsletter issues", Area: httpapi.Audience,
			NoUndo: "what was sent was sent", NotArchived: notArchived,
			Uploads: []string{"SELECT content, intro FROM newsletter_issues WHERE content LIKE " + media.Like + " OR intro LIKE " + media.Like},
		},
	}
}
