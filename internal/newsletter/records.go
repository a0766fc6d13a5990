package newsletter

import (
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is what editors write for the newsletter. What was sent was sent, and the history does not have the text of drafts:
// there is no undo.
func Kinds() []records.Kind {
	return []records.Kind{
		{Table: "newsletter_drafts", Uploads: []string{"SELECT intro, subject FROM newsletter_drafts WHERE intro LIKE " + media.Like}},
		{Table: "newsletter_issues", Uploads: []string{"SELECT content, intro FROM newsletter_issues WHERE content LIKE " + media.Like + " OR intro LIKE " + media.Like}},
	}
}
