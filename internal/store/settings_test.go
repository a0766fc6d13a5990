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

func TestNoSettingsAreEmptyLists(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		same(t, "settings", settings(t, s), site.Settings{SocialLinks: []site.SocialLink{}, Logos: []site.Logo{}, LegalPages: []site.LegalPage{}})
	})
}

func TestSocialLinksStandInTheirOrder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		save := func(link site.SocialLink) site.SocialLink {
			saved, err := s.SaveSocialLink(t.Context(), "w", link)
			if err != nil {
				t.Fatal(err)
			}
			return saved
		}
		last := save(site.SocialLink{Platform: "Last", URL: "https://example.com/l", DisplayOrder: 2})
		first := save(site.SocialLink{Platform: "First", URL: "https://example.com/f", IsActive: true, DisplayOrder: 1})
		same(t, "links", settings(t, s).SocialLinks, []site.SocialLink{first, last})

		changed := first
		changed.DisplayOrder, changed.IsActive, changed.CreatedAt = 3, false, time.Time{}
		changed = save(changed)
		same(t, "when it was made", changed.CreatedAt, first.CreatedAt)
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

func TestThereIsOneLogoOfEachType(t *testing.T) {
	storetest.EachPlace(t, func(t *testing.T, o store.Options) {
		now := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
		o.Now = func() time.Time { now = now.Add(time.Minute); return now }
		s := storetest.OpenAt(t, o)
		save := func(kind site.LogoType, name string) site.Logo {
			saved, err := s.SaveLogo(t.Context(), "w", site.Logo{Type: kind, Name: name, FileName: name + ".png",
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

func TestALegalPageIsKeptByItsType(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, content := range hostile {
			page := site.LegalPage{Type: site.TermsOfService, Title: "Terms", Content: content}
			saved, err := s.SaveLegalPage(t.Context(), "w", page)
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

func TestWhatIsTooLongForItsColumnIsInvalid(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		fits := site.SocialLink{Platform: strings.Repeat("é", 50), URL: "https://example.com/" + strings.Repeat("u", 480)}
		if _, err := s.SaveSocialLink(t.Context(), "w", fits); err != nil {
			t.Errorf("50 and 500 characters: %v", err)
		}
		_, err := s.SaveSocialLink(t.Context(), "w", site.SocialLink{Platform: strings.Repeat("é", 51)})
		wantFault(t, err, fault.Invalid)
		_, err = s.SaveSocialLink(t.Context(), "w", site.SocialLink{URL: strings.Repeat("u", 501)})
		wantFault(t, err, fault.Invalid)
		_, err = s.SaveLegalPage(t.Context(), "w", site.LegalPage{Type: "x", Title: strings.Repeat("t", 256)})
		wantFault(t, err, fault.Invalid)
		_, err = s.SaveLogo(t.Context(), "w", site.Logo{Type: "main", FileName: strings.Repeat("f", 256)})
		wantFault(t, err, fault.Invalid)
	})
}
