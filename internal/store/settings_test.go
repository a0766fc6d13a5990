package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func settings(t *testing.T, s *store.Store) site.Settings {
	t.Helper()
	return must(s.Settings(t.Context()))(t)
}

func addLink(t *testing.T, s *store.Store, link site.SocialLink) site.SocialLink {
	t.Helper()
	return must(s.AddSocialLink(t.Context(), "w", link))(t)
}

func TestSettings(t *testing.T) {
	eachWorld(t, worldTests{
		"are empty lists at first": func(t *testing.T, s *store.Store, _ *world) {
			found := settings(t, s)
			own := site.Settings{Values: found.Values, SocialLinks: found.SocialLinks, Logos: found.Logos, LegalPages: found.LegalPages}
			same(t, "settings", own, site.Settings{Values: site.DefaultValues(), SocialLinks: []site.SocialLink{}, Logos: []site.Logo{}, LegalPages: []site.LegalPage{}})
		},
		"have social links in their order": func(t *testing.T, s *store.Store, _ *world) {
			last := addLink(t, s, site.SocialLink{Platform: "Last", URL: "https://example.com/l", DisplayOrder: 2})
			first := addLink(t, s, site.SocialLink{Platform: "First", URL: "https://example.com/f", IsActive: true, DisplayOrder: 1})
			same(t, "links", settings(t, s).SocialLinks, []site.SocialLink{first, last})

			change := site.SocialChange{DisplayOrder: of(3), IsActive: of(false)}
			changed := must(s.ChangeSocialLink(t.Context(), "w", first.ID, change))(t)
			want := first
			want.DisplayOrder, want.IsActive = 3, false
			same(t, "changed link", changed, want)
			noError(t, errOf(s.ChangeSocialLink(t.Context(), "w", first.ID, change))) // which is no change, and is not noted
			same(t, "links", settings(t, s).SocialLinks, []site.SocialLink{last, changed})

			noError(t, s.DeleteSocialLink(t.Context(), "w", last.ID))
			same(t, "links", settings(t, s).SocialLinks, []site.SocialLink{changed})
			wantFault(t, s.DeleteSocialLink(t.Context(), "w", last.ID), fault.NotFound)
			same(t, "actions", actions(t, s), []string{"create social_media_links", "create social_media_links",
				"update social_media_links", "delete social_media_links"})
		},
		"place social links together or not at all": func(t *testing.T, s *store.Store, _ *world) {
			links := column([]string{"A", "B", "C"}, func(platform string) site.SocialLink {
				return addLink(t, s, site.SocialLink{Platform: platform, URL: "https://example.com/"})
			})
			for name, order := range map[string][]site.Placement{
				"an unknown link": {{ID: links[0].ID, DisplayOrder: 5}, {ID: 99, DisplayOrder: 6}},
				"a link twice":    {{ID: links[0].ID, DisplayOrder: 5}, {ID: links[0].ID, DisplayOrder: 6}},
				"nothing":         {},
				"too far":         {{ID: links[0].ID, DisplayOrder: 1_000_001}},
			} {
				wantFault(t, errOf(s.ReorderSocialLinks(t.Context(), "w", order)), fault.Invalid)
				same(t, "links after "+name, settings(t, s).SocialLinks, links)
			}
			order := []site.Placement{{ID: links[2].ID, DisplayOrder: 1}, {ID: links[0].ID, DisplayOrder: 2}, {ID: links[1].ID, DisplayOrder: 3}}
			moved := must(s.ReorderSocialLinks(t.Context(), "w", order))(t)
			same(t, "links", settings(t, s).SocialLinks, moved)
			same(t, "order", []any{moved[0].Platform, moved[1].Platform, moved[2].DisplayOrder}, []any{"C", "A", 3})
			noError(t, errOf(s.ReorderSocialLinks(t.Context(), "w", order))) // which is no change, and is not noted
			same(t, "last actions", actions(t, s)[2:], []string{"create social_media_links", "reorder social_media_links"})
		},
		"have not more social links than a page can show": func(t *testing.T, s *store.Store, _ *world) {
			link := site.SocialLink{Platform: "X", URL: "https://example.com/"}
			for range site.MaxSocialLinks {
				addLink(t, s, link)
			}
			wantFault(t, errOf(s.AddSocialLink(t.Context(), "w", link)), fault.Conflict)
		},
		"have one logo of each type": func(t *testing.T, s *store.Store, w *world) {
			save := func(kind site.LogoType, name string) site.Logo {
				saved, _, err := s.SaveLogo(t.Context(), "w", site.Logo{Type: kind, Name: name, FileName: name + ".png",
					FileData: "data:image/png;base64," + strings.Repeat("Q", 1000), MimeType: "image/png", FileSize: 750, IsActive: true})
				noError(t, err)
				return saved
			}
			first, icon := save(site.MainLogo, "first"), save(site.Favicon, "icon")
			w.now = w.now.Add(time.Minute)
			second := save(site.MainLogo, "second") // takes the place of the first
			same(t, "the place", []any{second.ID, second.CreatedAt, second.UpdatedAt}, []any{first.ID, first.CreatedAt, w.now})
			same(t, "logos", settings(t, s).Logos, []site.Logo{icon, second})
			noError(t, s.DeleteLogo(t.Context(), "w", icon.ID))
			wantFault(t, s.DeleteLogo(t.Context(), "w", icon.ID), fault.NotFound)
			same(t, "logos", settings(t, s).Logos, []site.Logo{second})
			for _, line := range auditLines(t, s) {
				same(t, "the audit keeps the file again", strings.Contains(line.states(), "QQQQ"), false)
			}
		},
		"have legal pages by type": func(t *testing.T, s *store.Store, _ *world) {
			for _, content := range hostile {
				page := site.LegalPage{Type: site.TermsOfService, Title: "Terms", Content: content}
				saved, _, err := s.SaveLegalPage(t.Context(), "w", page)
				noError(t, err)
				page.UpdatedAt = saved.UpdatedAt
				same(t, "page", saved, page)
				same(t, "pages", settings(t, s).LegalPages, []site.LegalPage{page})
			}
			same(t, "first actions", actions(t, s)[:2], []string{"create legal_pages", "update legal_pages"})
		},
		"are invalid where one is too long for its column": func(t *testing.T, s *store.Store, _ *world) {
			addLink(t, s, site.SocialLink{Platform: strings.Repeat("é", 50), URL: "https://example.com/" + strings.Repeat("u", 480)})
			wantFault(t, errOf(s.AddSocialLink(t.Context(), "w", site.SocialLink{Platform: strings.Repeat("é", 51)})), fault.Invalid)
			wantFault(t, errOf(s.AddSocialLink(t.Context(), "w", site.SocialLink{URL: strings.Repeat("u", 501)})), fault.Invalid)
			wantFault(t, errOf(s.SaveLegalPage(t.Context(), "w", site.LegalPage{Type: "x", Title: strings.Repeat("t", 256)})), fault.Invalid)
			wantFault(t, errOf(s.SaveLogo(t.Context(), "w", site.Logo{Type: "main", FileName: strings.Repeat("f", 256)})), fault.Invalid)
		},
	})
}

// A setting has a row while it differs from its default.
func TestValues(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		s := storetest.OpenAt(t, o)
		change := func(index site.IndexLimitsChange) (site.Values, error) {
			return s.ChangeValues(t.Context(), "w", site.ValuesChange{Index: &index})
		}
		want := site.DefaultValues()
		changed := must(change(site.IndexLimitsChange{Description: of(0), ToolFacts: of(8)}))(t)
		want.Index.Description, want.Index.ToolFacts = 0, 8
		same(t, "answer", changed, want)
		same(t, "values", settings(t, s).Values, want)
		same(t, "rows", count(t, s, "site_settings"), 2)

		at := settingsVersion(t, s)
		wantFault(t, errOf(change(site.IndexLimitsChange{ToolFacts: of(3), CategoryTools: of(0)})), fault.Invalid)
		noError(t, errOf(change(site.IndexLimitsChange{ToolFacts: of(8)})))
		noError(t, errOf(s.ChangeValues(t.Context(), "w", site.ValuesChange{})))
		same(t, "version after changes without effect", settingsVersion(t, s), at)
		same(t, "values", settings(t, s).Values, want)

		noError(t, errOf(change(site.IndexLimitsChange{Description: of(120), ToolFacts: of(3)})))
		same(t, "version", settingsVersion(t, s), at+1)
		want.Index.Description, want.Index.ToolFacts = 120, 3
		same(t, "values", settings(t, s).Values, want)
		same(t, "rows", count(t, s, "site_settings"), 1)
		same(t, "actions", actions(t, s), []string{"update site_settings", "update site_settings"})
		same(t, "the last change", auditLines(t, s)[1].states(),
			`{"index.description":"0","index.toolFacts":"8"}{"index.description":"120","index.toolFacts":"3"}`)

		keyed := func(key string) error {
			return errOf(s.ChangeValues(t.Context(), "w", site.ValuesChange{IndexNow: &site.IndexNowChange{Key: &key}}))
		}
		for _, key := range []string{"short", "a key with blanks", "../../etc/passwd", strings.Repeat("k", 129)} {
			storetest.WantInvalid(t, keyed(key), "indexNow.key")
		}
		noError(t, keyed("key-of-the-site"))
		same(t, "key", settings(t, s).IndexNow.Key, "key-of-the-site")
		noError(t, keyed(""))
		same(t, "rows", count(t, s, "site_settings"), 1)

		storetest.Exec(t, o, "INSERT INTO site_settings (name, value, updated_at) VALUES ('of.another.version', 'x', 1)")
		same(t, "values beside an unknown one", settings(t, s).Values, want)
		storetest.Exec(t, o, "UPDATE site_settings SET value = 'x'")
		wantError(t, errOf(s.Settings(t.Context()))) // a broken value
	})
}

func TestUndoSettings(t *testing.T) {
	eachWorld(t, worldTests{
		"brings back the values that a change changed and no others, unless one has changed since": func(t *testing.T, s *store.Store, _ *world) {
			changed := func(change site.ValuesChange) int64 {
				t.Helper()
				return versionAfter(t, s, errOf(s.ChangeValues(t.Context(), "w", change)))
			}
			first := changed(site.ValuesChange{
				Texts: &site.TextsChange{Name: of("<b>First</b>"), Tagline: of("Line")}, Index: &site.IndexLimitsChange{ToolFacts: of(8)}})
			changed(site.ValuesChange{Texts: &site.TextsChange{Footer: of("Footer")}})
			version := settingsVersion(t, s)
			same(t, "undone", undo(t, s, first), 1)
			want := site.DefaultValues()
			want.Texts.Footer = "Footer"
			same(t, "values", settings(t, s).Values, want)
			same(t, "version of the settings", settingsVersion(t, s), version+1)
			wantText(t, lastLine(t, s).said(), "undo site_settings")
			wantFault(t, errOf(s.Undo(t.Context(), "w", first, "")), fault.Conflict)

			same(t, "undone undo", undo(t, s, readAll(t, s).Version), 1)
			want.Texts.Name, want.Texts.Tagline, want.Index.ToolFacts = "<b>First</b>", "Line", 8
			same(t, "values", settings(t, s).Values, want)
			changed(site.ValuesChange{Texts: &site.TextsChange{Tagline: of("Another line")}})
			wantFault(t, errOf(s.Undo(t.Context(), "w", first, "")), fault.Conflict)
			want.Texts.Tagline = "Another line"
			same(t, "values after refused undos", settings(t, s).Values, want)
		},
		"does not bring back a color that would be hard to read on the background as it is now": func(t *testing.T, s *store.Store, _ *world) {
			changed := func(change site.ThemeChange) int64 {
				t.Helper()
				return versionAfter(t, s, errOf(s.ChangeValues(t.Context(), "w", site.ValuesChange{Theme: &change})))
			}
			accent := changed(site.ThemeChange{DarkAccent: of("#ffffff")})
			same(t, "undone", undo(t, s, accent), 1)
			accent = changed(site.ThemeChange{DarkAccent: of("#ffffff")})
			background := changed(site.ThemeChange{DarkBackground: of("#5f5f5f"), DarkSurface: of("#5f5f5f")})
			wantFault(t, errOf(s.Undo(t.Context(), "w", accent, "")), fault.Conflict)
			same(t, "undone", undo(t, s, background), 1)
			same(t, "undone", undo(t, s, accent), 1)
			same(t, "values", settings(t, s).Values, site.DefaultValues())
		},
		"brings back the former text of a legal page, or the program's, unless changed since": func(t *testing.T, s *store.Store, w *world) {
			saved := func(content string) int64 {
				t.Helper()
				page := site.LegalPage{Type: site.TermsOfService, Title: "Terms", Content: content}
				return versionAfter(t, s, errOf(s.SaveLegalPage(t.Context(), "w", page)))
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
			wantFault(t, errOf(s.Undo(t.Context(), "w", first, "")), fault.Conflict)
			w.now = w.now.Add(time.Minute)
			same(t, "undone", undo(t, s, second), 1)
			pages("First")
			wantText(t, lastLine(t, s).said(), "undo legal_pages")
			same(t, "undone undo", undo(t, s, readAll(t, s).Version), 1)
			pages("# Second\n\n<script>")
			same(t, "undone again", undo(t, s, second), 1)
			same(t, "undone creation", undo(t, s, first), 1)
			pages()
			wantFault(t, errOf(s.Undo(t.Context(), "w", first, "")), fault.Conflict)
			same(t, "undone undo of the creation", undo(t, s, readAll(t, s).Version), 1)
			pages("First")
		},
	})
}
