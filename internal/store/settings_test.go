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
	found, err := s.Settings(t.Context())
	noError(t, err)
	return found
}

func addLink(t *testing.T, s *store.Store, link site.SocialLink) site.SocialLink {
	t.Helper()
	saved, err := s.AddSocialLink(t.Context(), "w", link)
	noError(t, err)
	return saved
}

// No settings are empty lists.
func TestSettingsEmpty(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		same(t, "settings", settings(t, s), site.Settings{Values: site.DefaultValues(), SocialLinks: []site.SocialLink{}, Logos: []site.Logo{}, LegalPages: []site.LegalPage{}, Issues: []site.Issue{}, Verdicts: []site.Verdict{}})
	})
}

// Social links come in their order.
func TestSocialLinkOrder(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		last := addLink(t, s, site.SocialLink{Platform: "Last", URL: "https://example.com/l", DisplayOrder: 2})
		first := addLink(t, s, site.SocialLink{Platform: "First", URL: "https://example.com/f", IsActive: true, DisplayOrder: 1})
		same(t, "links", settings(t, s).SocialLinks, []site.SocialLink{first, last})

		change := site.SocialChange{DisplayOrder: of(3), IsActive: of(false)}
		changed, err := s.ChangeSocialLink(t.Context(), "w", first.ID, change)
		noError(t, err)
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
	})
}

// Social links are placed together or not at all.
func TestSocialLinkReorder(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
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
		moved, err := s.ReorderSocialLinks(t.Context(), "w", order)
		noError(t, err)
		same(t, "links", settings(t, s).SocialLinks, moved)
		if moved[0].Platform != "C" || moved[1].Platform != "A" || moved[2].DisplayOrder != 3 {
			t.Errorf("moved to %+v", moved)
		}
		noError(t, errOf(s.ReorderSocialLinks(t.Context(), "w", order))) // which is no change, and is not noted
		same(t, "last actions", actions(t, s)[2:], []string{"create social_media_links", "reorder social_media_links"})
	})
}

// There are not more social links than a page can show.
func TestSocialLinkLimit(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		link := site.SocialLink{Platform: "X", URL: "https://example.com/"}
		for range site.MaxSocialLinks {
			addLink(t, s, link)
		}
		wantFault(t, errOf(s.AddSocialLink(t.Context(), "w", link)), fault.Conflict)
	})
}

// There is one logo of each type.
func TestLogoTypes(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		save := func(kind site.LogoType, name string) site.Logo {
			saved, _, err := s.SaveLogo(t.Context(), "w", site.Logo{Type: kind, Name: name, FileName: name + ".png",
				FileData: "data:image/png;base64," + strings.Repeat("Q", 1000), MimeType: "image/png", FileSize: 750, IsActive: true})
			noError(t, err)
			return saved
		}
		first, icon := save(site.MainLogo, "first"), save(site.Favicon, "icon")
		c.now = c.now.Add(time.Minute)
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
	})
}

// A legal page is stored by its type.
func TestLegalPageTypes(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		for _, content := range hostile {
			page := site.LegalPage{Type: site.TermsOfService, Title: "Terms", Content: content}
			saved, _, err := s.SaveLegalPage(t.Context(), "w", page)
			noError(t, err)
			page.UpdatedAt = saved.UpdatedAt
			same(t, "page", saved, page)
			same(t, "pages", settings(t, s).LegalPages, []site.LegalPage{page})
		}
		same(t, "first actions", actions(t, s)[:2], []string{"create legal_pages", "update legal_pages"})
	})
}

// What is too long for its column is invalid.
func TestSettingsTooLong(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		addLink(t, s, site.SocialLink{Platform: strings.Repeat("é", 50), URL: "https://example.com/" + strings.Repeat("u", 480)})
		wantFault(t, errOf(s.AddSocialLink(t.Context(), "w", site.SocialLink{Platform: strings.Repeat("é", 51)})), fault.Invalid)
		wantFault(t, errOf(s.AddSocialLink(t.Context(), "w", site.SocialLink{URL: strings.Repeat("u", 501)})), fault.Invalid)
		wantFault(t, errOf(s.SaveLegalPage(t.Context(), "w", site.LegalPage{Type: "x", Title: strings.Repeat("t", 256)})), fault.Invalid)
		wantFault(t, errOf(s.SaveLogo(t.Context(), "w", site.Logo{Type: "main", FileName: strings.Repeat("f", 256)})), fault.Invalid)
	})
}

// The settings have the issues that were started, the newest first, and at most the latest 500.
func TestSettingsIssues(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		exec(t, s, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 502) INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items, content, started_at)
			SELECT i, 'weekly', CASE WHEN i = 502 THEN 'scheduled' ELSE 'sent' END, 'Issue', '', '[]', '{"intro":"<p>Hi</p>","sections":[]}', CASE WHEN i = 3 THEN 9000 WHEN i < 502 THEN i END FROM n`)
		settings, err := s.Settings(t.Context())
		noError(t, err)
		issues := settings.Issues
		same(t, "issues", []any{len(issues), issues[0].Number, issues[1].Number, issues[499].Number, issues[0].Intro}, []any{500, int64(3), int64(501), int64(2), "<p>Hi</p>"})
	})
}
