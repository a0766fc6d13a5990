package app_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A search is started, and what it finds is listed, accepted and undone.
func TestLogoSearch(t *testing.T) {
	eachSite(t, siteTests{
		"proposes logos, which are accepted and undone": func(t *testing.T, s *openSite) {
			run := read[logos.Run](t, s.ask(administrator, "POST", onLogos+"/start", ""), http.StatusOK)
			storetest.Same(t, "status and pending tools", []any{run.Status, run.Pending == run.Missing, run.Missing > 1}, []any{logos.Running, true, true})
			first, err := (&logos.Queries{DB: s.store.DB}).PendingLogoHosts(t.Context(), "", 1)
			storetest.NoError(t, err)
			tools, err := (&logos.Queries{DB: s.store.DB}).PendingLogos(t.Context(), first[0], 1)
			storetest.NoError(t, err)
			image := strings.Repeat("a", 64) + ".jpg"
			_, err = s.store.SaveImage(t.Context(), "w", media.Image{FileName: image, MimeType: "image/jpeg", Size: 3})
			storetest.NoError(t, err)
			_, err = (&logos.Queries{DB: s.store.DB}).SaveLogoFound(t.Context(), tools[0], logos.Found{Image: media.Path + image, LogoColor: "#112233", Source: "https://cdn.example/i.png"})
			storetest.NoError(t, err)

			page := read[logos.Page](t, s.ask(administrator, "GET", proposals, ""), http.StatusOK)
			storetest.Same(t, "proposed", []any{len(page.Proposals), page.Proposals[0].Product, page.Proposals[0].Source}, []any{1, tools[0].ID, "https://cdn.example/i.png"})
			s.ask(administrator, "GET", proposals+"?state=pending", "").failed(t, http.StatusBadRequest, "state")
			s.ask(administrator, "POST", onLogos+"/resume", "").failed(t, http.StatusConflict)

			accepted := read[catalog.BulkChanged](t, s.ask(administrator, "POST", proposals+"/accept", `{"all":true}`), http.StatusOK)
			storetest.Same(t, "accepted", accepted.Changed, 1)
			storetest.Same(t, "proposed then", read[logos.Page](t, s.ask(administrator, "GET", proposals, ""), http.StatusOK), logos.Page{Proposals: []logos.Proposal{}})
			undone := read[audit.UndoResult](t, s.ask(administrator, "POST", "/api/undo", `{"version":`+strconv.FormatInt(accepted.Version, 10)+`}`), http.StatusOK)
			storetest.Same(t, "undone", undone.Restored, 1)
			run = read[logos.Run](t, s.ask(administrator, "GET", onLogos, ""), http.StatusOK)
			storetest.Same(t, "proposed after it", run.Proposed, 1)
		},
	})
}
