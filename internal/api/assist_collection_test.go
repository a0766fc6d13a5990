package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/assisttest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// An introduction and a note are drafted from the catalogue, as drafts that are stored nowhere.
func TestCollectionDrafts(t *testing.T) {
	t.Parallel()
	const introduction, note = "/api/ai/generate-collection-introduction", "/api/ai/generate-collection-note"
	peer := assisttest.New(t, assisttest.Says("Lights ", "up."))
	s := siteWith(t, draftingBy(peer))
	unchanged := s.unchanged(t)
	before := len(peer.Requests())
	s.expect(t, administrator, "POST", introduction, `{"title":"Best of","tools":[2,1,99],"currentIntroduction":"Old."}`, 200, `{"introduction":"Lights up.","note":""}`)
	s.expect(t, administrator, "POST", note, `{"title":"Best of","tool":2}`, 200, `{"text":"Lights up.","note":""}`)
	asked := peer.Requests()[before:]
	storetest.Same(t, "requests", len(asked), 2)
	for i, parts := range [][]string{
		{"Title of the collection: Best of", "Present introduction: Old.", "- Second: d", "- First: d"},
		{"Title of the collection: Best of", "Name of the tool: Second"},
	} {
		messages := asked[i].Messages
		for _, part := range parts {
			if !strings.Contains(messages[len(messages)-1].Content, part) {
				t.Errorf("%q is not in %s", part, messages[len(messages)-1].Content)
			}
		}
	}
	storetest.Same(t, "audited", len(s.drafts(t)), 2)
	s.ask(administrator, "POST", introduction, `{"title":" ","tools":[1]}`).naming(t, "title")
	s.ask(administrator, "POST", introduction, `{"title":"Best of","tools":[]}`).naming(t, "tools")
	s.ask(administrator, "POST", introduction, `{"title":"Best of","tools":[1],"currentIntroduction":"`+strings.Repeat("é", 5001)+`"}`).naming(t, "currentIntroduction")
	s.ask(administrator, "POST", note, `{"title":"Best of","tool":99}`).naming(t, "tool")
	s.ask(nobody, "POST", note, `{"title":"Best of","tool":1}`).failed(t, http.StatusUnauthorized)
	storetest.Same(t, "requests after wrong ones", len(peer.Requests()), before+2)
	unchanged()
}
