// Package site manages the site's settings: legal pages, social links, logos, values that have a default, and verdicts on
// comparisons.
//
// # To change
//
//   - legal pages and their Markdown: legal_page.go, markdown*.go, built_in.go, legal/*.md; go test ./internal/site,
//     e2e/legal.spec.ts
//   - site logos: logo.go, drawing*.go (SVG), internal/media/fit.go; -run "Logo|Drawing"; social links: social_link.go;
//     verdicts: verdict.go
//   - the words with which the site presents itself, and verification tags: texts.go; -run Texts
//   - the theme: theme.go; what follows from it: internal/theme; -run Theme
//   - a setting with a default: a field and a row in values.go, its field in web/src/admin/site-management; -run Values
package site

import (
	"maps"
	"reflect"
)

// Settings holds all settings, read in one transaction.
type Settings struct {
	Values
	SocialLinks []SocialLink // by displayOrder, then id; inactive ones too
	Logos       []Logo       // by type
	LegalPages  []LegalPage  // the saved ones, by type
	Issues      []Issue      // of the newsletter, the newest first
	ShownTexts  Texts        // as visitors see them; set by Live
	ThemeCSS    string       // style sheet of the theme; set by Live
	LightCSS    string       // what its light scheme changes, if it has both; set by Live
	Shown       []ShownPage  // all legal pages as visitors see them, in the footer's order; set by Live

	Added map[reflect.Type]any // by features: see Add
}

// Add adds what a feature shows beside the catalogue, while the settings are read. Each feature has a type of its own for it.
func Add[T any](s *Settings, shown T) {
	added := maps.Clone(s.Added) // copies of the settings share it
	if added == nil {
		added = map[reflect.Type]any{}
	}
	added[reflect.TypeFor[T]()] = shown
	s.Added = added
}

// Added returns what a feature has added; the zero value if it has added nothing.
func Added[T any](s *Settings) T {
	shown, _ := s.Added[reflect.TypeFor[T]()].(T)
	return shown
}
