package app_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// mustList checks the names of the products in the public order.
func (s *openSite) mustList(t *testing.T, want ...string) {
	t.Helper()
	var names []string
	for _, p := range read[[]catalog.Product](t, s.ask(nobody, "GET", "/api/products", ""), http.StatusOK) {
		names = append(names, p.Name)
	}
	storetest.Same(t, "the products", names, want)
}

// TestBulk changes many products in one call.
func TestBulk(t *testing.T) {
	eachSite(t, siteTests{
		"saves a new order or refuses it": func(t *testing.T, s *openSite) {
			const address = "/api/products/reorder"
			unchanged := s.unchanged(t)
			for _, updates := range []string{
				`[{"id":1,"displayOrder":1},{"id":999,"displayOrder":2}]`, `[{"id":1,"displayOrder":1},{"id":2}]`, `[{"id":1,"displayOrder":1},{"displayOrder":2}]`,
				`[{"id":1,"displayOrder":1},null]`, `[{"id":1,"displayOrder":1.5}]`, `[{"id":"1","displayOrder":1}]`, `[]`, `null`, `{}`, `"x"`, `[1]`, `[[1,2]]`,
			} {
				s.ask(administrator, "PATCH", address, `{"updates":`+updates+`}`).failed(t, http.StatusUnprocessableEntity)
			}
			unchanged()
			s.expect(t, administrator, "PATCH", address, `{"updates":[{"id":2,"displayOrder":1},{"id":3,"displayOrder":2},{"id":1,"displayOrder":3}]}`, 200, `{"updated":3}`)
			s.mustList(t, "Second", "Reorder", "First")
		},
		"moves one product behind another": func(t *testing.T, s *openSite) {
			const address = "/api/products/reorder"
			unchanged := s.unchanged(t)
			for _, move := range []string{`{"id":1,"after":999}`, `{"after":1}`, `{"id":1}`, `{"id":1,"after":null}`, `{"id":"1","after":2}`, `{}`, `[1]`} {
				s.ask(administrator, "PATCH", address, `{"move":`+move+`}`).failed(t, http.StatusUnprocessableEntity)
			}
			s.ask(administrator, "PATCH", address, `{"move":{"id":1,"after":2},"updates":[{"id":1,"displayOrder":1}]}`).naming(t, "move")
			unchanged()
			s.expect(t, administrator, "PATCH", address, `{"move":{"id":3,"after":2}}`, 200, `{"updated":1}`)
			s.mustList(t, "Second", "Reorder", "First")
		},
		"changes and deletes many products": func(t *testing.T, s *openSite) {
			const address = "/api/products/bulk"
			unchanged := s.unchanged(t)
			for _, body := range []string{
				`{}`, `{"ids":[],"change":{"isFeatured":true}}`, `{"ids":[1]}`, `{"ids":[1],"change":{}}`, `{"ids":[1],"change":null}`, `{"ids":[1],"change":{"type":"free"}}`,
				`{"ids":[1],"change":{"type":"Unknown"}}`, `{"ids":[1],"change":{"section":"x"}}`, `{"ids":[1],"change":{"categories":[]}}`, `{"ids":[1],"change":{"removeCategories":["Writing"]}}`,
				`{"ids":[1],"change":{"delete":true,"isFeatured":true}}`, `{"ids":[1,1],"change":{"delete":true}}`, `{"ids":[1,999],"change":{"delete":true}}`, `{"ids":[1,null],"change":{"delete":true}}`,
				`{"ids":[1],"change":{"delete":"true"}}`, `{"ids":["1"],"change":{"delete":true}}`, `{"ids":1,"change":{"delete":true}}`, `{"ids":[1],"change":{"name":"x"}}`, `{"ids":[1],"change":[]}`,
				`{"ids":[1],"change":{"addCategories":["a\u0000"]}}`,
				`{"filter":{},"change":{"delete":true}}`, `{"filter":{},"count":0,"change":{"delete":true}}`, `{"filter":{},"ids":[1],"count":3,"change":{"delete":true}}`,
				`{"filter":null,"count":3,"change":{"delete":true}}`, `{"ids":[1],"count":3,"change":{"delete":true}}`, `{"ids":[1,2],"except":[2],"change":{"delete":true}}`, `{"filter":{"section":"x"},"count":3,"change":{"delete":true}}`, `{"filter":{},"count":3,"except":[1,1],"change":{"delete":true}}`,
			} {
				s.ask(administrator, "POST", address, body).failed(t, http.StatusUnprocessableEntity)
			}
			s.expect(t, administrator, "POST", address, `{"filter":{},"count":2,"change":{"delete":true}}`, 409, `{"code":"list_changed"}`)
			unchanged()

			s.expect(t, administrator, "POST", address, `{"filter":{"search":"second","type":"Free"},"except":[3],"count":1,"change":{"delete":true}}`, 200, `{"changed":1}`)
			s.mustList(t, "Reorder", "First")
			change := `{"ids":[1],"change":{"type":"Premium","section":"Recommended AI Products","isFeatured":true,"hasDeal":true,"addCategories":["New"],"removeCategories":["Writing"]}}`
			s.expect(t, administrator, "POST", address, change, 200, `{"changed":1}`)
			s.expect(t, nobody, "GET", "/api/products/1", "", 200, `{"type":"Premium","section":"Recommended AI Products","isFeatured":true,"hasDeal":true,"categories":["New"]}`)
			s.expect(t, administrator, "POST", address, change, 200, `{"changed":0}`)
		},
	})
}

func TestRestore(t *testing.T) {
	eachSite(t, siteTests{
		"does not undo a change to what was changed since": func(t *testing.T, s *openSite) {
			changed := read[catalog.BulkChanged](t, s.ask(administrator, "POST", "/api/products/bulk", `{"ids":[1,2],"change":{"isFeatured":true}}`), http.StatusOK)
			read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", p0), http.StatusOK)
			defer s.unchanged(t)()
			s.ask(administrator, "POST", "/api/undo", fmt.Sprintf(`{"version":%d}`, changed.Version)).failed(t, http.StatusConflict)
			s.ask(administrator, "POST", "/api/undo", `{"version":999999}`).failed(t, http.StatusNotFound)
		},
		"brings a deleted product back from the trash": func(t *testing.T, s *openSite) {
			s.expect(t, administrator, "GET", "/api/trash", "", 200, `[]`)
			s.ask(administrator, "DELETE", "/api/products/1", "")
			s.expect(t, administrator, "GET", "/api/trash", "", 200, `[{"product":{"id":1},"deletedBy":"`+adminEmail+`"}]`)
			s.expect(t, administrator, "POST", "/api/products/1/restore", `{}`, 200, `{"id":1,"slug":"first"}`)
			s.ask(administrator, "POST", "/api/products/1/restore", `{}`).failed(t, http.StatusNotFound)
		},
		"brings a product back to an earlier state": func(t *testing.T, s *openSite) {
			for _, name := range []string{"One", "Two"} {
				read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", set("name", name)), http.StatusOK)
			}
			history := read[records.AuditPage](t, s.ask(administrator, "GET", "/api/audit?object=products&objectId=1", ""), http.StatusOK)
			if len(history.Entries) != 3 || history.Next != 0 {
				t.Fatalf("the history is %+v", history)
			}
			for state, want := range map[string]string{"before": "First", "after": "One"} {
				body := fmt.Sprintf(`{"entry":%d,"state":%q}`, history.Entries[1].ID, state)
				s.expect(t, administrator, "POST", "/api/products/1/restore", body, 200, fmt.Sprintf(`{"name":%q}`, want))
			}
		},
	})
}

// TestUndoInParts undoes a change although some of its products have changed since.
func TestUndoInParts(t *testing.T) {
	eachSite(t, siteTests{
		"is previewed, leaves or reverts what has changed, and says that it is undone": func(t *testing.T, s *openSite) {
			changed := read[catalog.BulkChanged](t, s.ask(administrator, "POST", "/api/products/bulk", `{"ids":[1,2],"change":{"isFeatured":true}}`), http.StatusOK)
			read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", set("name", "Edited")), http.StatusOK)
			preview, undo := fmt.Sprintf("/api/undo/%d", changed.Version), fmt.Sprintf(`{"version":%d,"changedSince":%%q}`, changed.Version)
			unchanged := s.unchanged(t)
			s.expect(t, administrator, "GET", preview, "", 200, `{"total":2,"ready":1,"changed":1,"rows":[{"id":1,"name":"Edited","was":{"name":"First"},"now":{"name":"Edited"}}],"next":0}`)
			s.ask(administrator, "GET", preview+"?after=x", "").failed(t, http.StatusBadRequest)
			for _, version := range []string{"0", "-1", "x", "999999", "99999999999999999999"} {
				s.ask(administrator, "GET", "/api/undo/"+version, "").failed(t, http.StatusNotFound)
			}
			s.ask(administrator, "POST", "/api/undo", fmt.Sprintf(undo, "all")).naming(t, "changedSince")
			unchanged()
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(undo, "leave"), 200, `{"restored":1,"left":1}`)
			s.expect(t, administrator, "GET", "/api/audit?limit=3", "", 200, `{"entries":[{"action":"undo","canUndo":true,"undone":{"version":0}},{"action":"update"},{"canUndo":true,"undone":{"actor":"`+adminEmail+`","left":1}}]}`)
			s.expect(t, administrator, "POST", "/api/undo", fmt.Sprintf(undo, "revert"), 200, `{"restored":1,"left":0}`)
			s.expect(t, nobody, "GET", "/api/products/1", "", 200, `{"name":"First"}`)
		},
		"brings many products back from the trash, all or none": func(t *testing.T, s *openSite) {
			read[catalog.BulkChanged](t, s.ask(administrator, "POST", "/api/products/bulk", `{"ids":[1,2,3],"change":{"delete":true}}`), http.StatusOK)
			unchanged := s.unchanged(t)
			for _, body := range []string{`{}`, `{"ids":[]}`, `{"ids":[1,1]}`, `{"ids":["1"]}`, `{"ids":1}`} {
				s.ask(administrator, "POST", "/api/trash/restore", body).failed(t, http.StatusUnprocessableEntity)
			}
			s.ask(administrator, "POST", "/api/trash/restore", `{"ids":[1,999]}`).failed(t, http.StatusNotFound)
			unchanged()
			s.expect(t, administrator, "POST", "/api/trash/restore", `{"ids":[1,3]}`, 200, `{"changed":2}`)
			s.mustList(t, "Reorder", "First")
		},
	})
}

func TestAudit(t *testing.T) {
	eachSite(t, siteTests{
		"has the rows of one change, paged and searched": func(t *testing.T, s *openSite) {
			changed := read[catalog.BulkChanged](t, s.ask(administrator, "POST", "/api/products/bulk", `{"ids":[1,2],"change":{"isFeatured":true}}`), http.StatusOK)
			rows := fmt.Sprintf("/api/audit?version=%d", changed.Version)
			s.expect(t, administrator, "GET", "/api/audit?limit=1", "", 200, `{"entries":[{"action":"update","objectId":"","after":{"count":2,"names":["First","Second"],"fields":["isFeatured"],"to":true}}]}`)
			page := read[records.AuditPage](t, s.ask(administrator, "GET", rows+"&limit=1", ""), http.StatusOK)
			s.expect(t, administrator, "GET", fmt.Sprint(rows, "&before=", page.Next), "", 200, `{"entries":[{"objectId":"1"}],"next":0}`)
			s.expect(t, administrator, "GET", rows+"&search=FIRST", "", 200, `{"entries":[{"objectId":"1"}],"next":0}`)
			s.expect(t, administrator, "GET", rows+"&search=nothing", "", 200, `{"entries":[],"next":0}`)
			s.ask(administrator, "GET", "/api/audit?search=first", "").failed(t, http.StatusBadRequest)
			s.ask(administrator, "GET", "/api/audit?version=0", "").failed(t, http.StatusBadRequest)
		},
		"is read in pages": func(t *testing.T, s *openSite) {
			for i := range 5 {
				s.ask(administrator, "PUT", "/api/products/1", set("name", strconv.Itoa(i)))
			}
			const updates = "/api/audit?limit=3&object=products&action=update"
			first := read[records.AuditPage](t, s.ask(administrator, "GET", updates, ""), http.StatusOK)
			s.expect(t, administrator, "GET", updates, "", 200, `{"entries":[{"after":{"name":"4"}},{"after":{"name":"3"}},{"after":{"name":"2"}}]}`)
			s.expect(t, administrator, "GET", fmt.Sprint(updates, "&before=", first.Next), "", 200, `{"entries":[{"after":{"name":"1"}},{"after":{"name":"0"}}],"next":0}`)
			s.expect(t, administrator, "GET", "/api/audit?object=nothing", "", 200, `{"entries":[],"next":0}`)
			for _, query := range []string{"limit=0", "limit=101", "limit=x", "limit=-1", "before=x", "before=-1", "before=0", "before=99999999999999999999", "object=%ff", "action=a%00b", "objectId=%zz"} {
				s.ask(administrator, "GET", "/api/audit?"+query, "").failed(t, http.StatusBadRequest)
			}
			s.ask(administrator, "GET", "/api/audit?limit=&before=&object=&utm_source=x", "").has(t, http.StatusOK)
		},
		"has nothing of refused requests": func(t *testing.T, s *openSite) {
			last := s.entries(t)[0].ID
			for _, call := range [][3]string{
				{"POST", "/api/products", `{}`}, {"PUT", "/api/products/1", set("version", 9)}, {"DELETE", "/api/products/9", ""}, {"PATCH", "/api/products/reorder", `{"updates":[]}`},
				{"DELETE", "/api/categories/1", ""},
			} {
				if got := s.ask(administrator, call[0], call[1], call[2]); got.status < 400 {
					t.Errorf("%v: %d", call, got.status)
				}
			}
			storetest.Same(t, "the last entry", s.entries(t)[0].ID, last)
		},
	})
}

// Every change is in the audit once, with who made it, from where, and what it was.
func TestAuditOfChanges(t *testing.T) {
	t.Parallel()
	s := siteWith(t, siteOptions{})
	var version int64
	for _, step := range []struct {
		call, body string // $version is that of the step before
		change     string // the action, the object and its id
		states     string // of it, before and after
	}{
		{"POST /api/products", set("name", "Made"), "create products 4", `"before":null,"after":{"name":"Made"}`},
		{"PUT /api/products/4", set("name", "Changed"), "update products 4", `"before":{"name":"Made"},"after":{"name":"Changed"}`},
		{"DELETE /api/products/4", "", "delete products 4", `"before":{"name":"Changed"},"after":null`},
		{"POST /api/products/4/restore", `{}`, "restore products 4", `"after":{"name":"Changed"}`},
		{"PATCH /api/products/reorder", `{"updates":[{"id":1,"displayOrder":3}]}`, "reorder products ", ""},
		{"POST /api/products/bulk", `{"ids":[1],"change":{"hasDeal":true}}`, "update products 1", `"before":{"name":"First"},"after":{"name":"First"}`},
		{"POST /api/undo", `{"version":$version}`, "undo products 1", `"before":{"name":"First"},"after":{"name":"First"}`},
		{"PUT /api/categories/1", `{"name":"Text"}`, "rename categories 1", `"before":{"name":"Writing"},"after":{"name":"Text"}`},
		{"POST /api/products", with(map[string]any{"categories": []string{"Text"}, "name": "Other"}), "create products 5", `"before":null,"after":{"name":"Other"}`},
	} {
		last := s.entries(t)[0].ID
		method, address, _ := strings.Cut(step.call, " ")
		got := s.ask(machine, method, address, strings.ReplaceAll(step.body, "$version", fmt.Sprint(version)))
		if got.status >= 300 {
			t.Fatalf("%s: %d %s", step.call, got.status, got.body)
		}
		s.expect(t, administrator, "GET", "/api/audit?limit=2", "", 200, fmt.Sprintf(`{"entries":[{%s},{"id":%d}]}`, step.states, last))
		e := s.entries(t)[0]
		version = e.Version
		storetest.Same(t, step.call, e.Action+" "+e.Object+" "+e.ObjectID, step.change)
		if e.Actor != adminEmail || e.At.IsZero() || e.Address != "127.0.0.1" || e.RequestID == "" || e.RequestID != got.header.Get("X-Request-Id") {
			t.Errorf("%s: %+v", step.call, e)
		}
	}
}

// entries are the newest of the audit.
func (s *openSite) entries(t *testing.T) []audit.Entry {
	t.Helper()
	return read[records.AuditPage](t, s.ask(administrator, "GET", "/api/audit?limit=5", ""), http.StatusOK).Entries
}
