package storetest_test

import (
	"testing"

	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

var someLink = site.SocialLink{Platform: "GitHub", URL: "https://github.com/example"}

// Each gives every test an empty database.
func TestEach(t *testing.T) {
	for range 2 { // what one leaves behind, the next does not find
		storetest.Each(t, func(t *testing.T, s *store.Store) {
			shot, err := s.All(t.Context())
			if err != nil || shot.Version != 0 || len(shot.Products) != 0 {
				t.Fatalf("version %d, %d products, %v: want an empty database", shot.Version, len(shot.Products), err)
			}
			link, err := s.AddSocialLink(t.Context(), "test", someLink)
			if err != nil || link.ID == 0 {
				t.Fatalf("save a link: %v", err)
			}
		})
	}
}
