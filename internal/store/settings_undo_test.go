package store_test

import (
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func TestUndoSettings(t *testing.T) {
	eachWorld(t, worldTests{
		"brings back the values that a change changed and no others, unless one has changed since": func(t *testing.T, s *store.Store, _ *world) {
			changed := func(change site.ValuesChange) int64 {
				t.Helper()
				noError(t, errOf(s.ChangeValues(t.Context(), "w", change)))
				return readAll(t, s).Version
			}
			first := changed(site.ValuesChange{
				Texts: &site.TextsChange{Name: of("<b>First</b>"), Tagline: of("Line")}, Index: &site.IndexLimitsChange{ToolFacts: of(8)}})
			changed(site.ValuesChange{Texts: &site.TextsChange{Footer: of("Footer")}})
			version := must(s.SettingsVersion(t.Context()))(t)
			same(t, "undone", undo(t, s, first), 1)
			want := site.DefaultValues()
			want.Texts.Footer = "Footer"
			same(t, "values", settings(t, s).Values, want)
			same(t, "version of the settings", must(s.SettingsVersion(t.Context()))(t), version+1)
			line := lastLine(t, s)
			same(t, "line", []string{line.Action, line.Object}, []string{"undo", "site_settings"})
			wantFault(t, errOf(s.Undo(t.Context(), "w", first)), fault.Conflict)

			same(t, "undone undo", undo(t, s, readAll(t, s).Version), 1)
			want.Texts.Name, want.Texts.Tagline, want.Index.ToolFacts = "<b>First</b>", "Line", 8
			same(t, "values", settings(t, s).Values, want)
			changed(site.ValuesChange{Texts: &site.TextsChange{Tagline: of("Another line")}})
			wantFault(t, errOf(s.Undo(t.Context(), "w", first)), fault.Conflict)
			want.Texts.Tagline = "Another line"
			same(t, "values after refused undos", settings(t, s).Values, want)
		},
		"does not bring back a color that would be hard to read on the background as it is now": func(t *testing.T, s *store.Store, _ *world) {
			changed := func(change site.ThemeChange) int64 {
				t.Helper()
				noError(t, errOf(s.ChangeValues(t.Context(), "w", site.ValuesChange{Theme: &change})))
				return readAll(t, s).Version
			}
			accent := changed(site.ThemeChange{DarkAccent: of("#ffffff")})
			same(t, "undone", undo(t, s, accent), 1)
			accent = changed(site.ThemeChange{DarkAccent: of("#ffffff")})
			background := changed(site.ThemeChange{DarkBackground: of("#5f5f5f"), DarkSurface: of("#5f5f5f")})
			wantFault(t, errOf(s.Undo(t.Context(), "w", accent)), fault.Conflict)
			same(t, "undone", undo(t, s, background), 1)
			same(t, "undone", undo(t, s, accent), 1)
			same(t, "values", settings(t, s).Values, site.DefaultValues())
		},
		"brings back the former text of a legal page, or the program's, unless it has changed since": func(t *testing.T, s *store.Store, w *world) {
			saved := func(content string) int64 {
				t.Helper()
				page := site.LegalPage{Type: site.TermsOfService, Title: "Terms", Content: content}
				noError(t, errOf(s.SaveLegalPage(t.Context(), "w", page)))
				return readAll(t, s).Version
			}
			pages := func(contents ...string) {
				t.Helper()
				want := []site.LegalPage{}
				for _, content := range contents {
					want = append(want, site.LegalPage{Type: site.TermsOfService, Title: "Terms", Content: content, UpdatedAt: w.now})
				}
				same(t, "pages", settings(t, s).LegalPages, want)
			}
			first, second := saved("First"), saved("# Second\n\n<script>")
			wantFault(t, errOf(s.Undo(t.Context(), "w", first)), fault.Conflict)
			w.now = w.now.Add(time.Minute)
			same(t, "undone", undo(t, s, second), 1)
			pages("First")
			line := lastLine(t, s)
			same(t, "line", []string{line.Action, line.Object}, []string{"undo", "legal_pages"})
			same(t, "undone undo", undo(t, s, readAll(t, s).Version), 1)
			pages("# Second\n\n<script>")
			same(t, "undone again", undo(t, s, second), 1)
			same(t, "undone creation", undo(t, s, first), 1)
			pages()
			wantFault(t, errOf(s.Undo(t.Context(), "w", first)), fault.Conflict)
			same(t, "undone undo of the creation", undo(t, s, readAll(t, s).Version), 1)
			pages("First")
		},
	})
}
