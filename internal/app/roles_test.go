package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const editor, viewer, editorsProgram, viewersProgram who = "an editor", "a viewer", "an editor's token", "a viewer's token"

// editorCalls are the administrators' calls that an editor may make, and a viewer those of them that read, by what they begin
// with. All others are for owners alone.
var editorCalls = []string{
	"GET /api/admin/products", "GET /api/admin/categories", // and picks
	"POST /api/products", "PUT /api/products/{x}", "DELETE /api/products/{x}", "PATCH /api/products/reorder", "PUT /api/admin/products/{x}/picks",
	"PUT /api/categories/{id}", "POST /api/categories/{id}/merge", "DELETE /api/categories/{id}", "GET /api/trash", "POST /api/trash/restore",
	"POST /api/upload", "GET /api/submissions", "POST /api/submissions/decide", "POST /api/submissions/{id}", "DELETE /api/submissions/{id}",
	"GET /api/admin/visits", "GET /api/products/{x}/visits", "POST /api/undo", "GET /api/undo/{version}", "GET /api/audit",
	"GET /api/admin/collections", "POST /api/admin/collection", "PUT /api/admin/collections/{id}", "DELETE /api/admin/collections/{id}",
	"GET /api/admin/verdicts", "PUT /api/compare/{ids}/verdict", "DELETE /api/compare/{ids}/verdict", "GET /api/verify-logos", "POST /api/sync-logos",
	"GET /api/admin/logo-", "POST /api/admin/logo-", "GET /api/admin/searches", "DELETE /api/admin/searches/{key}", "GET /api/admin/synonyms",
	"POST /api/admin/synonyms", "PUT /api/admin/synonyms/{id}", "DELETE /api/admin/synonyms/{id}", "GET /api/admin/reach",
	"GET /api/drafting", "POST /api/fill-from-website", "POST /api/generate-description", "POST /api/enhance-description",
	"GET /api/admin/attention", "GET /api/admin/additions", "POST /api/admin/additions", "GET /api/admin/link", "POST /api/admin/link",
	"POST /api/admin/import", "GET /api/admin/import-images", "DELETE /api/admin/import-images",
	"GET /api/admin/redirects", "POST /api/admin/redirects", "PUT /api/admin/redirects/{id}", "DELETE /api/admin/redirects/{id}",
	"POST /api/ai/generate-usecases", "POST /api/ai/generate-phrases", "POST /api/ai/generate-collection",
}

// ownersCalls begin like one of these, and are for owners all the same.
var ownersCalls = []string{"POST /api/products/{x}/affiliate-links"}

func hasStart(starts []string, call string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(call, start) })
}

// signInRoles signs in an editor and a viewer, in a browser and as a program.
func (s *openSite) signInRoles(t *testing.T) {
	t.Helper()
	for _, user := range []struct {
		browser, program who
		role             httpapi.Role
	}{{editor, editorsProgram, httpapi.Editor}, {viewer, viewersProgram, httpapi.Viewer}} {
		email := string(user.role) + "@example.com"
		_, err := s.accounts.Administrators.Create(t.Context(), "test", account.NewAdministrator{Email: email, Role: user.role, Password: password})
		storetest.NoError(t, err)
		got := s.expect(t, nobody, "POST", "/api/auth/login", object("username", email, "password", password), 200, "")
		s.shown[user.browser] = http.Header{"Cookie": {"sid=" + newCookie(t, got).Value}}
		token, err := s.accounts.Administrators.CreateTokenOf(t.Context(), "test", email, account.TokenRequest{Name: "program", Scope: account.ScopeAdmin})
		storetest.NoError(t, err)
		s.shown[user.program] = http.Header{"Authorization": {"Bearer " + token}}
	}
}

func TestRoles(t *testing.T) {
	eachSite(t, siteTests{
		"allow each call or refuse it": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			defer s.unchanged(t)()
			for _, line := range app.Table() {
				call := line.Method + " " + line.Pattern
				if line.Access != "administrator" || line.Area == string(httpapi.Own) {
					continue
				}
				body := "{" // which is refused after the role
				if line.Method == http.MethodGet {
					body = ""
				}
				forEditors := hasStart(editorCalls, call) && !hasStart(ownersCalls, call)
				forViewers := forEditors && line.Method == http.MethodGet
				for as, may := range map[who]bool{administrator: true, machine: true, editor: forEditors, editorsProgram: forEditors, viewer: forViewers, viewersProgram: forViewers} {
					got := s.ask(as, line.Method, addressOf(line.Pattern), body)
					if refused := got.status == http.StatusForbidden; refused == may || got.status == http.StatusUnauthorized {
						t.Errorf("%s by %s: %d %.200s", call, as, got.status, got.body)
					} else if refused && as == viewer {
						got.failed(t, http.StatusForbidden, "Your role, viewer, doesn't allow this.")
					}
				}
			}
		},
		"are told to the screens": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			const all = `["own","catalog","inbox","audience","money","insights","settings","people"]`
			s.expect(t, administrator, "GET", "/api/auth/me", "", 200, `{"role":"owner","reads":`+all+`,"changes":`+all+`}`)
			s.expect(t, editor, "GET", "/api/auth/me", "", 200, `{"role":"editor","reads":["own","catalog","inbox","insights"],"changes":["own","catalog","inbox"]}`)
			s.expect(t, viewersProgram, "GET", "/api/auth/me", "", 200, `{"role":"viewer","reads":["own","catalog","inbox","insights"],"changes":["own"]}`)
			s.expect(t, member, "GET", "/api/auth/me", "", 200, `{"role":"","reads":[],"changes":[]}`)
		},
		"choose what the history has": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			s.ask(administrator, "POST", "/api/products", p0).has(t, http.StatusCreated)
			s.ask(administrator, "POST", "/api/legal-pages", legal0).has(t, http.StatusCreated)
			objects := func(as who, query string) (found []string) {
				for _, e := range read[records.AuditPage](t, s.ask(as, "GET", "/api/audit"+query, ""), http.StatusOK).Entries {
					found = append(found, e.Object)
				}
				slices.Sort(found)
				return slices.Compact(found)
			}
			storetest.Same(t, "an owner's", strings.Join(objects(administrator, ""), " "), "categories legal_pages products tokens users")
			storetest.Same(t, "an editor's", strings.Join(objects(editor, ""), " "), "categories products")
			storetest.Same(t, "a viewer's", strings.Join(objects(viewer, ""), " "), "categories products")
			storetest.Same(t, "about people", len(objects(editor, "?object=users")), 0)
		},
		"choose what is undone": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			version := func(object string) string {
				entries := read[records.AuditPage](t, s.ask(administrator, "GET", "/api/audit?limit=1&object="+object, ""), http.StatusOK).Entries
				return asJSON(map[string]any{"version": entries[0].Version})
			}
			s.ask(administrator, "POST", "/api/legal-pages", legal0).has(t, http.StatusCreated)
			s.ask(editor, "POST", "/api/undo", version("legal_pages")).failed(t, http.StatusForbidden, "Your role, editor")
			s.ask(viewer, "GET", "/api/undo/"+strings.Trim(version("legal_pages"), `{}":eiosnrv`), "").failed(t, http.StatusForbidden, "Your role, viewer")
			s.ask(administrator, "POST", "/api/undo", version("legal_pages")).has(t, http.StatusOK)
			s.ask(administrator, "POST", "/api/products", p0).has(t, http.StatusCreated)
			made := version("products")
			s.ask(viewer, "POST", "/api/undo", made).failed(t, http.StatusForbidden)
			s.ask(editor, "POST", "/api/undo", made).has(t, http.StatusOK)
			storetest.Exec(t, s.place, "INSERT INTO audit (at, actor, action, object, object_id, version) SELECT at, actor, 'update', 'affiliate_links', '1', version FROM audit WHERE action = 'undo'")
			s.ask(editor, "POST", "/api/undo", version("products")).failed(t, http.StatusForbidden) // a part of it is about money
		},
		"choose who sees social links that are off": func(t *testing.T, s *openSite) {
			s.signInRoles(t)
			s.ask(administrator, "POST", "/api/social-media", `{"platform":"X","url":"https://x.example","isActive":false}`).has(t, http.StatusCreated)
			storetest.Same(t, "an owner's", len(read[[]site.SocialLink](t, s.ask(administrator, "GET", "/api/social-media", ""), http.StatusOK)), 1)
			storetest.Same(t, "an editor's", len(read[[]site.SocialLink](t, s.ask(editor, "GET", "/api/social-media", ""), http.StatusOK)), 0)
		},
	})
}
