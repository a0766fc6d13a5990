package store_test

import (
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

func settings(t *testing.T, s *store.Store) site.Settings {
	t.Helper()
	found, err := s.Settings(t.Context())
	if err != nil {
		t.Fatalf("settings: %v", err)
	}
	return found
}

// No settings are empty lists.
func TestSettingsEmpty(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		same(t, "settings", settings(t, s), site.Settings{SocialLinks: []site.SocialLink{}, Logos: []site.Logo{}, LegalPages: []site.LegalPage{}})
	})
}

// Social links come in their order.
func TestSocialLinkOrder(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		save := func(link site.SocialLink) site.SocialLink {
			saved, err := s.AddSocialLink(t.Context(), "w", link)
			if err != nil {
				t.Fatal(err)
			}
			return saved
		}
		last := save(site.SocialLink{Platform: "Last", URL: "https://example.com/l", DisplayOrder: 2})
		first := save(site.SocialLink{Platform: "First", URL: "https://example.com/f", IsActive: true, DisplayOrder: 1})
		same(t, "links", settings(t, s).SocialLinks, []site.SocialLink{first, last})

		place, active := 3, false
		change := site.SocialChange{DisplayOrder: &place, IsActive: &active}
		changed, err := s.ChangeSocialLink(t.Context(), "w", first.ID, change)
		if err != nil {
			t.Fatal(err)
		}
		want := first
		want.DisplayOrder, want.IsActive = 3, false
		same(t, "changed link", changed, want)
		if _, err := s.ChangeSocialLink(t.Context(), "w", first.ID, change); err != nil { // which is no change, and is not noted
			t.Fatal(err)
		}
		same(t, "links", settings(t, s).SocialLinks, []site.SocialLink{last, changed})

		if err := s.DeleteSocialLink(t.Context(), "w", last.ID); err != nil {
			t.Fatal(err)
		}
		same(t, "links", settings(t, s).SocialLinks, []site.SocialLink{changed})
		wantFault(t, s.DeleteSocialLink(t.Context(), "w", last.ID), fault.NotFound)
		same(t, "actions", actions(t, s), []string{"create social_media_links", "create social_media_links",
			"update social_media_links", "delete social_media_links"})
	})
}

// Social links are placed together or not at all.
func TestSocialLinkReorder(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var links []site.SocialLink
		for _, platform := range []string{"A", "B", "C"} {
			link, err := s.AddSocialLink(t.Context(), "w", site.SocialLink{Platform: platform, URL: "https://example.com/"})
			if err != nil {
				t.Fatal(err)
			}
			links = append(links, link)
		}
		for name, order := range map[string][]site.Placement{
			"an unknown link": {{ID: links[0].ID, DisplayOrder: 5}, {ID: 99, DisplayOrder: 6}},
			"a link twice":    {{ID: links[0].ID, DisplayOrder: 5}, {ID: links[0].ID, DisplayOrder: 6}},
			"nothing":         {},
			"too far":         {{ID: links[0].ID, DisplayOrder: 1_000_001}},
		} {
			_, err := s.ReorderSocialLinks(t.Context(), "w", order)
			wantFault(t, err, fault.Invalid)
			same(t, "links after "+name, settings(t, s).SocialLinks, links)
		}
		order := []site.Placement{{ID: links[2].ID, DisplayOrder: 1}, {ID: links[0].ID, DisplayOrder: 2}, {ID: links[1].ID, DisplayOrder: 3}}
		moved, err := s.ReorderSocialLinks(t.Context(), "w", order)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "links", settings(t, s).SocialLinks, moved)
		if moved[0].Platform != "C" || moved[1].Platform != "A" || moved[2].DisplayOrder != 3 {
			t.Errorf("moved to %+v", moved)
		}
		if _, err := s.ReorderSocialLinks(t.Context(), "w", order); err != nil { // which is no change, and is not noted
			t.Fatal(err)
		}
		same(t, "last actions", actions(t, s)[2:], []string{"create social_media_links", "reorder social_media_links"})
	})
}

// There are not more social links than a page can show.
func TestSocialLinkLimit(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		link := site.SocialLink{Platform: "X", URL: "https://example.com/"}
		for range site.MaxSocialLinks {
			if _, err := s.AddSocialLink(t.Context(), "w", link); err != nil {
				t.Fatal(err)
			}
		}
		_, err := s.AddSocialLink(t.Context(), "w", link)
		wantFault(t, err, fault.Conflict)
	})
}

// There is one logo of each type.
func TestLogoTypes(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		now := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
		o.Now = func() time.Time { now = now.Add(time.Minute); return now }
		s := storetest.OpenAt(t, o)
		save := func(kind site.LogoType, name string) site.Logo {
			saved, _, err := s.SaveLogo(t.Context(), "w", site.Logo{Type: kind, Name: name, FileName: name + ".png",
				FileData: "data:image/png;base64," + strings.Repeat("Q", 1000), MimeType: "image/png", FileSize: 750, IsActive: true})
			if err != nil {
				t.Fatal(err)
			}
			return saved
		}
		first, icon := save(site.MainLogo, "first"), save(site.Favicon, "icon")
		second := save(site.MainLogo, "second")
		if second.ID != first.ID || second.CreatedAt != first.CreatedAt || !second.UpdatedAt.After(first.UpdatedAt) {
			t.Errorf("the new one of a type takes the old one's place: %+v after %+v", second, first)
		}
		same(t, "logos", settings(t, s).Logos, []site.Logo{icon, second})
		if err := s.DeleteLogo(t.Context(), "w", icon.ID); err != nil {
			t.Fatal(err)
		}
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
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, content := range hostile {
			page := site.LegalPage{Type: site.TermsOfService, Title: "Terms", Content: content}
			saved, _, err := s.SaveLegalPage(t.Context(), "w", page)
			if err != nil {
				t.Fatal(err)
			}
			page.UpdatedAt = saved.UpdatedAt
			same(t, "page", saved, page)
			same(t, "pages", settings(t, s).LegalPages, []site.LegalPage{page})
		}
		same(t, "first actions", actions(t, s)[:2], []string{"create legal_pages", "update legal_pages"})
	})
}

// What is too long for its column is invalid.
func TestSettingsTooLong(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		fits := site.SocialLink{Platform: strings.Repeat("é", 50), URL: "https://example.com/" + strings.Repeat("u", 480)}
		if _, err := s.AddSocialLink(t.Context(), "w", fits); err != nil {
			t.Errorf("50 and 500 characters: %v", err)
		}
		_, err := s.AddSocialLink(t.Context(), "w", site.SocialLink{Platform: strings.Repeat("é", 51)})
		wantFault(t, err, fault.Invalid)
		_, err = s.AddSocialLink(t.Context(), "w", site.SocialLink{URL: strings.Repeat("u", 501)})
		wantFault(t, err, fault.Invalid)
		_, _, err = s.SaveLegalPage(t.Context(), "w", site.LegalPage{Type: "x", Title: strings.Repeat("t", 256)})
		wantFault(t, err, fault.Invalid)
		_, _, err = s.SaveLogo(t.Context(), "w", site.Logo{Type: "main", FileName: strings.Repeat("f", 256)})
		wantFault(t, err, fault.Invalid)
	})
}
