package app

import (
	"slices"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/config"
)

func init() {
	scenarios = append(scenarios, []scenario{
		{"past issues of the newsletter", "GET", "/api/newsletter/issues", 200, `[{"number": 3, "cadence": "weekly", "subject": "Three new tools", "products": 1}]`, ""},
		{"a past issue", "GET", "/api/newsletter/issues/3", 200, `{"number": 3, "intro": "<p>Hello.</p>", "sections": [{"kind": "new", "products": [{"slug": "alpha-writer", "categories": [{"name": "Writing"}]}]}]}`, ""},
		{"an unknown issue", "GET", "/api/newsletter/issues/4", 404, `{"code": "not_found", "message": "There is no such issue."}`, ""},
	}...)
}

// The public calls of the newsletter are those that read past issues, where there is one.
func TestNewsletterPublicCalls(t *testing.T) {
	with, without := paths(publicCalls(t, withMail())), paths(publicCalls(t, config.Serve{}))
	if !slices.Contains(with, "/api/newsletter/issues/{number}") || len(without) != len(with)-2 {
		t.Errorf("with a newsletter %q, without %q", with, without)
	}
}
