package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
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
			same(t, "settings", settings(t, s), site.Settings{Values: site.DefaultValues(), SocialLinks: []site.SocialLink{}, Logos: []site.Logo{}, LegalPages: []site.LegalPage{}, Issues: []site.Issue{}, Verdicts: []site.Verdict{}})
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
			var links []site.SocialLink
			for _, platform := range []string{"A", "B", "C"} {
				links = append(links, addLink(t, s, site.SocialLink{Platform: platform, URL: "https://example.com/"}))
			}
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
			if moved[0].Platform != "C" || moved[1].Platform != "A" || moved[2].DisplayOrder != 3 {
				t.Errorf("moved to %+v", moved)
			}
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
			second := save(site.MainLogo, "second")
			if second.ID != first.ID || second.CreatedAt != first.CreatedAt || !second.UpdatedAt.After(first.UpdatedAt) {
				t.Errorf("the new one of a type takes the old one's place: %+v after %+v", second, first)
			}
			same(t, "logos", settings(t, s).Logos, []site.Logo{icon, second})
			noError(t, s.DeleteLogo(t.Context(), "w", icon.ID))
			wantFault(t, s.DeleteLogo(t.Context(), "w", icon.ID), fault.NotFound)
			same(t, "logos", settings(t, s).Logos, []site.Logo{second})
			for _, line := range auditLines(t, s) {
				for _, side := range []*string{line.Before, line.After} {
					if side != nil && strings.Contains(*side, "QQQQ") {
						t.Errorf("the audit keeps the file again: %.120s", *side)
					}
				}
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
		"have the issues that were started, the newest first, and at most the latest 500": func(t *testing.T, s *store.Store, _ *world) {
			exec(t, s, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 502) INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items, content, started_at)
			SELECT i, 'weekly', CASE WHEN i = 502 THEN 'scheduled' ELSE 'sent' END, 'Issue', '', '[]', '{"intro":"<p>Hi</p>","sections":[]}', CASE WHEN i = 3 THEN 9000 WHEN i < 502 THEN i END FROM n`)
			settings := must(s.Settings(t.Context()))(t)
			issues := settings.Issues
			same(t, "issues", []any{len(issues), issues[0].Number, issues[1].Number, issues[499].Number, issues[0].Intro}, []any{500, int64(3), int64(501), int64(2), "<p>Hi</p>"})
		},
	})
}
