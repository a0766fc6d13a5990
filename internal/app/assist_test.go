package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/assisttest"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

// noPages are websites without a network: one that can be read, and else none.
type noPages struct{}

func (noPages) Admits(address string) bool { return !strings.Contains(address, "10.0.0.5") }

func (noPages) Page(_ context.Context, address string) (fetch.Page, error) {
	if address != "https://lumen.example/" {
		return fetch.Page{}, errors.New("connection refused")
	}
	return fetch.Page{Address: address, SiteName: "Lumen", Title: "Lumen for writing", Description: "Lights.", Image: "https://lumen.example/i.png"}, nil
}

func init() {
	openers["assist"] = drafting(assist.Options{})
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST /api/fill-from-website", "", `{"url":"https://lumen.example/"}`},
	}...)
	needScope(account.ScopeReadAll, "/api/drafting")
	inContract("administrator", "POST /api/generate-description", "POST /api/enhance-description", "POST /api/ai/generate-usecases", "POST /api/ai/generate-legal-content")
	onPostgres["what models draft"] = postgresPart{draftAll, func(t *testing.T) siteOptions { return draftingBy(assisttest.New(t, assisttest.Says("Lights up."))) }}
	for call, body := range map[string]string{
		"POST /api/ai/generate-collection-introduction": `{"title":"Best of","tools":[1]}`,
		"POST /api/ai/generate-collection-note":         `{"title":"Best of","tool":1}`,
		"POST /api/generate-description":                `{"productName":"X","websiteUrl":"https://example.com/"}`,
		"POST /api/enhance-description":                 `{"productName":"X","websiteUrl":"https://example.com/","currentDescription":"d"}`,
		"POST /api/ai/generate-usecases":                `{"productName":"X"}`,
		"POST /api/ai/generate-phrases":                 `{"productName":"X"}`,
		"POST /api/ai/generate-legal-content":           `{"prompt":"X","pageType":"privacy-policy"}`,
	} {
		bodies[call], bounds[strings.TrimPrefix(call, "POST ")] = body, 256<<10
	}
}

// draftCalls are the lines of the table that draft.
func draftCalls() []app.TableLine {
	return slices.DeleteFunc(app.Table(), func(line app.TableLine) bool { return line.Feature != "assist" || line.Most != 256<<10 })
}

func draftAll(t *testing.T, s *openSite) {
	for _, line := range draftCalls() {
		s.ask(administrator, "POST", line.Pattern, bodyFor(line)).has(t, http.StatusOK)
	}
}

// drafting opens drafting with these options.
func drafting(o assist.Options) opener {
	return func(s *openSite, k *feature.Kits) feature.Parts {
		o := o // sites are opened side by side
		o.Pages, o.Counts = noPages{}, s.store
		return assist.Parts(k, assist.New(o))
	}
}

func draftingBy(peer *assisttest.Peer) siteOptions {
	return siteOptions{openers: map[string]opener{"assist": drafting(patient(peer))}}
}

func patient(peer *assisttest.Peer) assist.Options {
	return assist.Options{BaseURL: peer.URL, Key: "sk-secret", Model: "small", Whole: soon, Silence: soon}
}

// ofDrafts is the audit of drafts, the newest first.
const ofDrafts = "/api/audit?object=drafts"

// helpers are the five calls with bodies that are right, and the field of their answer.
var helpers = []struct{ address, body, field string }{
	{"/api/generate-description", `{"productName":"Lumen","websiteUrl":"https://lumen.example/"}`, "description"},
	{"/api/enhance-description", `{"productName":"Lumen","websiteUrl":"https://lumen.example/","currentDescription":"It lights."}`, "description"},
	{"/api/ai/generate-usecases", `{"productName":"Lumen"}`, "useCases"},
	{"/api/ai/generate-phrases", `{"productName":"Lumen"}`, "phrases"},
	{"/api/ai/generate-legal-content", `{"prompt":"Name the cookies.","pageType":"gdpr-cookies","currentContent":"Old."}`, "content"},
}

// The five calls answer with a draft, and are audited.
func TestDraftCalls(t *testing.T) {
	t.Parallel()
	peer := assisttest.New(t, assisttest.Says("Lights ", "up."))
	s := siteWith(t, draftingBy(peer))
	unchanged := s.unchanged(t)
	s.expect(t, administrator, "GET", "/api/drafting", "", 200, `{"configured":true,"message":""}`)
	for _, h := range helpers {
		got := read[map[string]string](t, s.ask(administrator, "POST", h.address, h.body), http.StatusOK)
		storetest.Same(t, h.address, got, map[string]string{h.field: "Lights up.", "note": ""})
	}
	unchanged()
	noted := s.expect(t, administrator, "GET", ofDrafts, "", 200, `{"entries":{"length":5,
		"4":{"actor":"admin@example.com","action":"draft","address":"127.0.0.1","after":{"name":"Lumen","outcome":"done"}}}}`)
	noted.lacks(t, "Lights", `"requestId":""`)
}

func TestDraftRequests(t *testing.T) {
	eachSite(t, siteTests{
		"says what a request for a draft is missing, and then what is not configured": func(t *testing.T, s *openSite) {
			const (
				name, website = "Please enter a product name first", "Please enter a website URL first"
				both          = "Please enter product name and website URL first"
				prompt        = "Please enter a custom prompt or use the default suggestion"
				badURL        = "Please enter a valid URL that starts with http:// or https://"
			)
			defer s.unchanged(t)()
			for _, try := range []struct{ address, body, message string }{
				{"generate-description", `{}`, name},
				{"generate-description", `{"productName":" ","websiteUrl":"https://example.com/"}`, name},
				{"generate-description", `{"productName":null,"websiteUrl":null}`, name},
				{"generate-description", `{"productName":"X"}`, website},
				{"generate-description", `{"productName":"X","websiteUrl":"\t"}`, website},
				{"enhance-description", `{}`, both},
				{"enhance-description", `{"productName":"X","currentDescription":"d"}`, both},
				{"enhance-description", `{"websiteUrl":"https://example.com/"}`, both},
				{"ai/generate-usecases", `{}`, name},
				{"ai/generate-usecases", `{"websiteUrl":"https://example.com/"}`, name},
				{"ai/generate-phrases", `{}`, name},
				{"ai/generate-legal-content", `{}`, prompt},
				{"ai/generate-legal-content", `{"prompt":" \n","pageType":"privacy-policy"}`, prompt},
				{"ai/generate-legal-content", `{"prompt":"x","pageType":"PRIVACY-POLICY"}`, "Please choose one of the four legal pages"},
				{"ai/generate-legal-content", `{"prompt":"` + strings.Repeat("é", 10_001) + `"}`, "Please use at most 10000 characters"},
				{"ai/generate-usecases", `{"productName":"` + strings.Repeat("é", 201) + `"}`, "Please use at most 200 characters"},
			} {
				got := s.expect(t, administrator, "POST", "/api/"+try.address, try.body, 422, asJSON(map[string]string{"message": try.message}))
				got.failed(t, http.StatusUnprocessableEntity, `"field":"`)
			}
			for _, scheme := range []string{"file:///etc/passwd", "gopher://x/", "dict://x/", "ftp://x/", "data:text/plain,x", "unix:///x", "jar:http://x/!/", "http+unix://x/", "javascript:alert(1)", "//x/"} {
				for _, address := range []string{"generate-description", "enhance-description", "ai/generate-usecases"} {
					s.ask(administrator, "POST", "/api/"+address, `{"productName":"X","websiteUrl":"`+scheme+`","currentDescription":"d"}`).naming(t, "websiteUrl", badURL)
				}
			}
			for _, line := range draftCalls() {
				got := s.ask(administrator, line.Method, line.Pattern, bodyFor(line))
				got.failed(t, http.StatusServiceUnavailable, `"AI drafting is not configured. Please set VITRINE_AI_BASE_URL, VITRINE_AI_API_KEY and VITRINE_AI_MODEL`)
				storetest.Same(t, line.Pattern+" has Retry-After", got.header.Get("Retry-After") != "", true)
			}
		},
	})
}

// A draft is streamed to clients that accept streams.
func TestDraftStream(t *testing.T) {
	t.Parallel()
	next := make(chan struct{})
	peer := assisttest.New(t, func(w http.ResponseWriter, _ *http.Request, asked assisttest.Request) {
		assisttest.SendPiece(w, "Lights\n")
		<-next
		assisttest.Says("<up>.")(w, nil, asked)
	})
	s := siteWith(t, draftingBy(peer))
	for _, h := range helpers {
		r := s.streamed(h.address, h.body)
		defer r.Body.Close()
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/event-stream" || r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("Content-Security-Policy") == "" {
			t.Fatalf("%s: %d %v", h.address, r.StatusCode, r.Header)
		}
		events := bufio.NewScanner(r.Body)
		if got := nextEvent(t, events); got != `text {"text":"Lights\n"}` {
			t.Fatalf("%s: %s", h.address, got)
		}
		next <- struct{}{}
		for _, want := range []string{`text {"text":"\u003cup\u003e."}`, `done {"` + h.field + `":"Lights\n\u003cup\u003e.","note":""}`, ""} {
			storetest.Same(t, h.address, nextEvent(t, events), want)
		}
	}
}

// streamed makes a call as one who takes a stream, and gives the answer as it begins.
func (s *openSite) streamed(address, body string) *http.Response {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), "POST", "http://"+s.address+address, strings.NewReader(body))
	storetest.NoError(s.t, err)
	r.Header = s.shown[administrator].Clone()
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json;q=0.5, text/event-stream")
	answer, err := http.DefaultTransport.RoundTrip(r)
	storetest.NoError(s.t, err)
	return answer
}

// nextEvent is the name and the data of the next event.
func nextEvent(t *testing.T, lines *bufio.Scanner) string {
	t.Helper()
	var parts []string
	for lines.Scan() && lines.Text() != "" {
		_, value, _ := strings.Cut(lines.Text(), ": ")
		parts = append(parts, value)
	}
	return strings.Join(parts, " ")
}

// A failure of the provider is an answer, streamed or not, and changes nothing.
func TestDraftProviderErrors(t *testing.T) {
	t.Parallel()
	for name, try := range map[string]struct {
		reply  assisttest.Reply
		status int
		says   string
	}{
		"401":                 {assisttest.Refuses(401, "No such key"), 502, "No such key."},
		"429":                 {assisttest.Refuses(429, "Slow down"), 503, "Slow down."},
		"a reset in mid-body": {assisttest.Breaks(), 502, "was cut off"},
	} {
		t.Run(name, func(t *testing.T) {
			s := siteWith(t, draftingBy(assisttest.New(t, try.reply)))
			defer s.unchanged(t)()
			for _, h := range helpers {
				for _, accept := range []string{"application/json", "text/event-stream"} {
					got := s.ask(administrator, "POST", h.address, h.body, "Accept", accept)
					got.failed(t, try.status, try.says)
					got.lacks(t, "sk-secret")
				}
			}
		})
	}
}

// A stream that breaks says so.
func TestDraftStreamBroken(t *testing.T) {
	t.Parallel()
	peer := assisttest.New(t, assisttest.Breaks("Half a"))
	s := siteWith(t, draftingBy(peer))
	r := s.streamed(helpers[0].address, helpers[0].body)
	defer r.Body.Close()
	events := bufio.NewScanner(r.Body)
	storetest.Same(t, "the first event", nextEvent(t, events), `text {"text":"Half a"}`)
	name, data, _ := strings.Cut(nextEvent(t, events), " ")
	var failure httpapi.Error
	if err := json.Unmarshal([]byte(data), &failure); err != nil || name != "error" || failure.Code != "bad_gateway" || failure.Error != failure.Message || failure.RequestID == "" {
		t.Errorf("%s %s: %v", name, data, err)
	}
	s.expect(t, administrator, "GET", ofDrafts, "", 200, `{"entries":[{"after":{"outcome":"bad_gateway","characters":6}}]}`)
}

// When the client goes away the draft stops, and that is audited.
func TestDraftCanceled(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{})
	peer := assisttest.New(t, func(w http.ResponseWriter, r *http.Request, asked assisttest.Request) {
		assisttest.KeepsSilent("One")(w, r, asked)
		gone <- struct{}{}
	})
	o := patient(peer)
	o.Silence, o.Longest = time.Hour, time.Hour
	s := siteWith(t, siteOptions{openers: map[string]opener{"assist": drafting(o)}})
	r := s.streamed(helpers[0].address, helpers[0].body)
	nextEvent(t, bufio.NewScanner(r.Body))
	storetest.NoError(s.t, r.Body.Close())
	<-gone
	testwait.Until(t, "the draft is noted", func() bool { return strings.Contains(s.ask(administrator, "GET", ofDrafts, "").body, "outcome") })
	s.expect(t, administrator, "GET", ofDrafts, "", 200, `{"entries":[{"after":{"outcome":"stopped"}}]}`)
}

// A third draft at once is refused, and one after those two is not.
func TestDraftLimit(t *testing.T) {
	t.Parallel()
	next := make(chan struct{})
	peer := assisttest.New(t, func(w http.ResponseWriter, r *http.Request, asked assisttest.Request) {
		<-next
		assisttest.Says("Text.")(w, r, asked)
	})
	s := siteWith(t, draftingBy(peer))
	asked := len(peer.Requests())
	ask := func() reply { return s.ask(administrator, "POST", helpers[2].address, helpers[2].body) }
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { ask() })
	}
	testwait.Until(t, "both are asked for", func() bool { return len(peer.Requests()) >= asked+2 })
	refused := ask()
	refused.failed(t, http.StatusTooManyRequests)
	storetest.Same(t, "it says when", refused.header.Get("Retry-After") != "", true)
	close(next)
	both.Wait()
	ask().has(t, http.StatusOK)
	storetest.Same(t, "requests", len(peer.Requests()), asked+3)
}

// A website of the operator's network is refused.
func TestDraftPrivateNetwork(t *testing.T) {
	t.Parallel()
	peer := assisttest.New(t, assisttest.Says("Text."))
	s := siteWith(t, draftingBy(peer))
	asked := len(peer.Requests())
	for _, address := range []string{"/api/generate-description", "/api/enhance-description", "/api/ai/generate-usecases"} {
		s.ask(administrator, "POST", address, `{"productName":"X","websiteUrl":"http://10.0.0.5/","currentDescription":"d"}`).naming(t, "websiteUrl")
	}
	storetest.Same(t, "requests of the model", len(peer.Requests()), asked)
	got := read[map[string]string](t, s.ask(administrator, "POST", helpers[0].address, `{"productName":"X","websiteUrl":"https://gone.example/"}`), http.StatusOK)
	if got["description"] != "Text." || !strings.Contains(got["note"], "couldn't be read") || strings.Contains(got["note"], "refused") {
		t.Errorf("of a website that cannot be read: %v", got)
	}
}

// A form is filled from a website without a model.
func TestFillFromWebsite(t *testing.T) {
	t.Parallel()
	s := siteWith(t, siteOptions{})
	defer s.unchanged(t)()
	s.expect(t, administrator, "POST", "/api/fill-from-website", `{"url":" https://lumen.example/ "}`, 200,
		`{"name":"Lumen","description":"Lights.","image":"https://lumen.example/i.png","categories":["Writing"]}`)
	for body, says := range map[string]string{
		`{}`:                              "Please enter a website URL first",
		`{"url":" "}`:                     "Please enter a website URL first",
		`{"url":"ftp://x.example/"}`:      "Please enter a valid URL",
		`{"url":"file:///etc/passwd"}`:    "Please enter a valid URL",
		`{"url":"https://gone.example/"}`: "Couldn't read this website",
	} {
		s.ask(administrator, "POST", "/api/fill-from-website", body).naming(t, "url", says)
	}
}

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
		reply{body: messages[len(messages)-1].Content}.contains(t, parts...)
	}
	s.expect(t, administrator, "GET", ofDrafts, "", 200, `{"entries":{"length":2}}`)
	s.ask(administrator, "POST", introduction, `{"title":" ","tools":[1]}`).naming(t, "title")
	s.ask(administrator, "POST", introduction, `{"title":"Best of","tools":[]}`).naming(t, "tools")
	s.ask(administrator, "POST", introduction, `{"title":"Best of","tools":[1],"currentIntroduction":"`+strings.Repeat("é", 5001)+`"}`).naming(t, "currentIntroduction")
	s.ask(administrator, "POST", note, `{"title":"Best of","tool":99}`).naming(t, "tool")
	s.ask(nobody, "POST", note, `{"title":"Best of","tool":1}`).failed(t, http.StatusUnauthorized)
	storetest.Same(t, "requests after wrong ones", len(peer.Requests()), before+2)
	unchanged()
}
