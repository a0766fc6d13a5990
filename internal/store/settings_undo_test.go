package store_test

import (
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// An undo brings back the settings that a change changed, and no others, unless one of them has changed since.
func TestUndoValues(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		changed := func(change site.ValuesChange) int64 {
			t.Helper()
			noError(t, errOf(s.ChangeValues(t.Context(), "w", change)))
			return readAll(t, s).Version
		}
		first := changed(site.ValuesChange{
			Texts: &site.TextsChange{Name: of("<b>First</b>"), Tagline: of("Line")}, Index: &site.IndexLimitsChange{ToolFacts: of(8)}})
		changed(site.ValuesChange{Texts: &site.TextsChange{Footer: of("Footer")}})
		version, err := s.SettingsVersion(t.Context())
		noError(t, err)
		same(t, "undone", undo(t, s, first), 1)
		want := site.DefaultValues()
		want.Texts.Footer = "Footer"
		same(t, "values", settings(t, s).Values, want)
		after, err := s.SettingsVersion(t.Context())
		noError(t, err)
		same(t, "version of the settings", after, version+1)
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
	})
}

// A colour does not come back if the background has changed since and it would be hard to read there.
func TestUndoThemeContrast(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
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
	})
}

// An undo brings the earlier text of a legal page back, or the one that comes with the program, unless it has changed since.
func TestUndoLegalPage(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		saved := func(content string) int64 {
			t.Helper()
			page := site.LegalPage{Type: site.TermsOfService, Title: "Terms", Content: content}
			_, _, err := s.SaveLegalPage(t.Context(), "w", page)
			noError(t, err)
			return readAll(t, s).Version
		}
		pages := func(contents ...string) {
			t.Helper()
			want := []site.LegalPage{}
			for _, content := range contents {
				want = append(want, site.LegalPage{Type: site.TermsOfService, Title: "Terms", Content: content, UpdatedAt: c.now})
			}
			same(t, "pages", settings(t, s).LegalPages, want)
		}
		first, second := saved("First"), saved("# Second\n\n<script>")
		wantFault(t, errOf(s.Undo(t.Context(), "w", first)), fault.Conflict)
		c.now = c.now.Add(time.Minute)
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
	})
}
