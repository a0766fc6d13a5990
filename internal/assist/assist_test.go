package assist_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/assisttest"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// key is the API key of every assistant in these tests.
const key = "sk-very-secret"

// site serves one page without a network; a nil page cannot be read.
type site struct{ page *fetch.Page }

func (s site) Admits(address string) bool { return strings.Contains(address, ".example") }

func (s site) Page(context.Context, string) (fetch.Page, error) {
	if s.page == nil {
		return fetch.Page{}, errors.New("no such host")
	}
	return *s.page, nil
}

// discard is a callback for streaming that ignores the pieces.
func discard(string) error { return nil }

// streamed has an assistant write a draft, and returns it with the pieces in which it comes.
func streamed(t *testing.T, a *assist.Assistant) (drafted assist.Draft, pieces []string, err error) {
	t.Helper()
	drafted, err = a.Write(t.Context(), order, func(piece string) error { pieces = append(pieces, piece); return nil })
	return drafted, pieces, err
}

func assistantOf(peer *assisttest.Peer, page *fetch.Page) *assist.Assistant {
	return assist.New(assist.Options{BaseURL: peer.URL, Key: key, Model: "small", Pages: site{page}, Counts: &counts{}})
}

// counts stores uses in memory. The real store shares them between all copies of the program.
type counts struct {
	lock sync.Mutex
	by   map[string][]time.Time
}

func (c *counts) Uses(_ context.Context, keys []string, _ time.Duration, change func([][]time.Time) error) error {
	c.lock.Lock()
	defer c.lock.Unlock()
	uses := make([][]time.Time, len(keys))
	for i, key := range keys {
		uses[i] = slices.Clone(c.by[key])
	}
	if err := change(uses); err != nil {
		return err
	}
	if c.by == nil {
		c.by = map[string][]time.Time{}
	}
	for i, key := range keys {
		c.by[key] = uses[i]
	}
	return nil
}

// The provider's key is masked in a draft, however it is split into pieces.
func TestDraftKeyMasked(t *testing.T) {
	for name, pieces := range map[string][]string{
		"in one piece":        {"Use " + key + " to get in."},
		"in two pieces":       {"Use sk-very", "-secret to get in."},
		"byte by byte":        strings.Split("Use "+key+" to get in.", ""),
		"twice":               {"Use " + key + key + " to get in."},
		"after a false start": {"sk-very-sk-", "very-secret!"},
		"only its beginning":  {"It begins with sk-very-", "secre"},
	} {
		want := strings.ReplaceAll(strings.Join(pieces, ""), key, "…")
		a := assistantOf(assisttest.New(t, assisttest.Says(pieces...)), &fetch.Page{Title: "Lumen"})
		whole, err := a.Write(t.Context(), order, nil)
		if err != nil || whole.Text != want {
			t.Errorf("%s, not streamed: %q, want %q: %v", name, whole.Text, want, err)
		}
		drafted, pieces, err := streamed(t, a)
		if text := strings.Join(pieces, ""); err != nil || drafted.Text != want || text != want {
			t.Errorf("%s, streamed: %q, streamed text %q, want %q: %v", name, drafted.Text, text, want, err)
		}
	}
	t.Run("when the response is cut off", func(t *testing.T) {
		drafted, pieces, err := streamed(t, assistantOf(assisttest.New(t, assisttest.Breaks("It is "+key, " sk-very-")), nil))
		if err == nil || drafted.Text != "It is … sk-very-" || strings.Join(pieces, "") != drafted.Text {
			t.Errorf("%q, streamed %q: %v", drafted.Text, pieces, err)
		}
	})
	t.Run("but not an ordinary word used as a key", func(t *testing.T) {
		peer := assisttest.New(t, assisttest.Says("Runs on ollama."))
		a := assist.New(assist.Options{BaseURL: peer.URL, Key: "ollama", Model: "m", Pages: site{}, Counts: &counts{}})
		drafted, pieces, err := streamed(t, a)
		if err != nil || drafted.Text != "Runs on ollama." || strings.Join(pieces, "") != drafted.Text {
			t.Errorf("%q, streamed %q: %v", drafted.Text, pieces, err)
		}
	})
}

var order = assist.Order{Kind: assist.Description, Name: "Lumen", Website: "https://lumen.example/"}

// A draft is returned whole or streamed.
func TestDraft(t *testing.T) {
	peer := assisttest.New(t, assisttest.Says(" Lights ", "up", " a room.\n"))
	a := assistantOf(peer, &fetch.Page{Title: "Lumen", Text: "It lights."})
	whole, err := a.Write(t.Context(), order, nil)
	if err != nil || whole != (assist.Draft{Text: "Lights up a room."}) {
		t.Errorf("got %+v, %v", whole, err)
	}
	drafted, pieces, err := streamed(t, a)
	if err != nil || drafted != whole || len(pieces) != 3 || strings.Join(pieces, "") != " Lights up a room.\n" {
		t.Errorf("got %+v in %q, %v", drafted, pieces, err)
	}
	for i, request := range peer.Requests() {
		if request.Path != "/v1/chat/completions" || request.Authorization != "Bearer "+key || request.Model != "small" || request.Stream != (i == 1) || request.MaxTokens == 0 {
			t.Errorf("got request %+v", request)
		}
	}
}

// Each piece is forwarded before the provider sends the next one.
func TestDraftStreamUnbuffered(t *testing.T) {
	next := make(chan struct{})
	peer := assisttest.New(t, func(w http.ResponseWriter, r *http.Request, _ assisttest.Request) {
		for _, piece := range []string{"one ", "two"} {
			assisttest.SendPiece(w, piece)
			<-next
		}
		assisttest.Says()(w, r, assisttest.Request{Stream: true})
	})
	count := 0
	drafted, err := assistantOf(peer, nil).Write(t.Context(), order, func(string) error { count++; next <- struct{}{}; return nil })
	if err != nil || count != 2 || drafted.Text != "one two" {
		t.Errorf("got %+v in %d pieces, %v", drafted, count, err)
	}
}

// A draft has a note if the website could not be read or the model reached its limit.
func TestDraftNotes(t *testing.T) {
	for reason, note := range map[string]string{"stop": "couldn't be read", "length": "the end may be missing"} {
		drafted, err := assistantOf(assisttest.New(t, assisttest.Ends(reason, "Text.")), nil).Write(t.Context(), order, nil)
		if err != nil || !strings.Contains(drafted.Note, note) {
			t.Errorf("%s: %+v, %v", reason, drafted, err)
		}
	}
}

// An endpoint that cannot stream answers in one piece.
func TestDraftStreamUnsupported(t *testing.T) {
	whole := assisttest.Says("All at once.")
	peer := assisttest.New(t, func(w http.ResponseWriter, r *http.Request, _ assisttest.Request) {
		whole(w, r, assisttest.Request{})
	})
	drafted, pieces, err := streamed(t, assistantOf(peer, nil))
	if err != nil || drafted.Text != "All at once." || len(pieces) != 1 || len(peer.Requests()) != 1 {
		t.Errorf("got %+v in %q after %d requests, %v", drafted, pieces, len(peer.Requests()), err)
	}
}

// failures are the ways in which a provider can fail, each with the resulting error and number of requests.
var failures = []struct {
	name     string
	reply    assisttest.Reply
	kind     fault.Kind
	message  string // empty: any that begins with "The AI provider"
	requests int
}{
	{"400", assisttest.Refuses(400, "The model is not known"), fault.BadGateway, "The AI provider refused the request: The model is not known.", 1},
	{"401", assisttest.Refuses(401, "Wrong key "+key), fault.BadGateway, "The AI provider does not accept the key in VITRINE_AI_API_KEY: Wrong key …", 1},
	{"429", assisttest.Refuses(429, "Slow down!"), fault.Unavailable, "The AI provider has too many requests: Slow down!", 1},
	{"500", assisttest.Refuses(500, "Out of\norder\x00."), fault.BadGateway, "The AI provider failed: Out of order.", 2},
	{"503 with an HTML page", assisttest.Sends(503, "text/html", "<h1>/var/www</h1>"), fault.BadGateway, "The AI provider failed.", 2},
	{"a reason in another field", assisttest.Sends(404, "application/json", `{"detail":"No such model."}`), fault.BadGateway, "The AI provider refused the request: No such model.", 1},
	{"a redirect", assisttest.Sends(307, "text/plain", ""), fault.BadGateway, "The AI provider refused the request.", 1},
	{"a reset in mid-body", assisttest.Breaks("Half a"), fault.BadGateway, "The AI provider's answer was cut off. Please try again.", 1},
	{"a stream without an end mark", assisttest.Sends(200, "text/event-stream", "data: {\"choices\":[{\"delta\":{\"content\":\"Half a\"}}]}\n\n"), fault.BadGateway, "", 1},
	{"an error in mid-stream", assisttest.Sends(200, "text/event-stream", "data: {\"error\":{\"message\":\"Overloaded\"}}\n\n"), fault.BadGateway, "", 1},
	{"an HTML page", assisttest.Sends(200, "text/html", "<h1>Welcome</h1>"), fault.BadGateway, "The AI provider's answer couldn't be read.", 1},
	{"a stream of other JSON", assisttest.Sends(200, "text/event-stream", "data: 7\n\ndata: [DONE]\n\n"), fault.BadGateway, "The AI provider's answer couldn't be read.", 1},
	{"no text", assisttest.Says(), fault.BadGateway, "The AI provider sent no text.", 1},
	{"only white space", assisttest.Says(" \n\x00"), fault.BadGateway, "The AI provider sent no text.", 1},
	{"more than the limit", assisttest.Sends(200, "text/event-stream", "data: "+strings.Repeat("x", 5<<20)), fault.BadGateway, "The AI provider's answer couldn't be read.", 1},
}

// Each failure of the provider has an error message, and the request is sent at most twice.
func TestProviderErrors(t *testing.T) {
	for _, f := range failures {
		for _, piece := range []func(string) error{nil, discard} {
			peer := assisttest.New(t, f.reply)
			_, err := assistantOf(peer, nil).Write(t.Context(), order, piece)
			got := fault.From(err)
			if got.Kind != f.kind || f.message != "" && got.Message != f.message || !strings.HasPrefix(got.Message, "The AI provider") {
				t.Errorf("%s, streamed %v: %v", f.name, piece != nil, err)
			}
			if strings.Contains(got.Message, key) || strings.Contains(got.Message, "/var") {
				t.Errorf("%s: the message reveals too much: %s", f.name, got.Message)
			}
			storetest.Same(t, fmt.Sprintf("requests of %s, streamed %v", f.name, piece != nil), len(peer.Requests()), f.requests)
		}
	}
}

// The error carries the Retry-After of a busy provider.
func TestProviderRetryAfter(t *testing.T) {
	_, err := assistantOf(assisttest.New(t, assisttest.Refuses(429, "")), nil).Write(t.Context(), order, nil)
	storetest.Same(t, "RetryAfter", fault.From(err).RetryAfter, 7*time.Second)
}

// A failed request is retried once.
func TestProviderRetry(t *testing.T) {
	for _, piece := range []func(string) error{nil, discard} {
		peer := assisttest.New(t, assisttest.Refuses(502, "Bad gateway"), assisttest.Says("There."))
		if drafted, err := assistantOf(peer, nil).Write(t.Context(), order, piece); err != nil || drafted.Text != "There." {
			t.Errorf("got %+v, %v", drafted, err)
		}
	}
}

// A draft is not requested again once a piece has been forwarded.
func TestProviderRetryMidStream(t *testing.T) {
	peer := assisttest.New(t, assisttest.Breaks("Half a"), assisttest.Says("Whole."))
	drafted, pieces, err := streamed(t, assistantOf(peer, nil))
	if err == nil || strings.Join(pieces, "") != "Half a" || drafted.Text != "Half a" || len(peer.Requests()) != 1 {
		t.Errorf("received %q, got %+v, %v", pieces, drafted, err)
	}
}

// The connection to an unreachable provider is tried twice.
func TestProviderUnreachable(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	storetest.NoError(t, err)
	accepted := make(chan int)
	go func() {
		count := 0
		for connection, err := listener.Accept(); err == nil; connection, err = listener.Accept() {
			count++
			_ = connection.Close()
		}
		accepted <- count
	}()
	a := assist.New(assist.Options{BaseURL: "http://" + listener.Addr().String(), Key: key, Model: "m", Pages: site{}})
	_, failed := a.Write(t.Context(), order, nil)
	_ = listener.Close()
	if got := fault.From(failed); got.Kind != fault.BadGateway || !strings.Contains(got.Message, "Couldn't reach") || strings.Contains(got.Message, "127.0.0.1") {
		t.Errorf("closed immediately: %v", failed)
	}
	storetest.Same(t, "connections", <-accepted, 2)
	if _, failed = a.Write(t.Context(), order, nil); !strings.Contains(fault.From(failed).Message, "Couldn't reach") {
		t.Errorf("refused: %v", failed)
	}
}

// A request times out if the provider stays silent or its stream never ends.
func TestProviderTimeouts(t *testing.T) {
	for name, test := range map[string]struct {
		reply  assisttest.Reply
		piece  func(string) error
		limits assist.Options
	}{
		"not streamed":            {assisttest.KeepsSilent(), nil, assist.Options{Whole: 50 * time.Millisecond}},
		"before the first piece":  {assisttest.KeepsSilent(), discard, assist.Options{Silence: 50 * time.Millisecond}},
		"after a piece":           {assisttest.KeepsSilent("Half a"), discard, assist.Options{Silence: 200 * time.Millisecond}},
		"a stream without an end": {endless, discard, assist.Options{Longest: 200 * time.Millisecond}},
	} {
		t.Run(name, func(t *testing.T) {
			peer := assisttest.New(t, test.reply)
			o := test.limits
			o.BaseURL, o.Key, o.Model, o.Pages = peer.URL, key, "m", site{}
			_, err := assist.New(o).Write(t.Context(), order, test.piece)
			if !fault.Is(err, fault.GatewayTimeout) || !strings.Contains(fault.From(err).Message, "took too long") || len(peer.Requests()) > 1 {
				t.Errorf("%d requests: %v", len(peer.Requests()), err)
			}
		})
	}
}

// endless streams small pieces until the client disconnects.
func endless(w http.ResponseWriter, r *http.Request, _ assisttest.Request) {
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			assisttest.SendPiece(w, "and ")
		case <-r.Context().Done():
			return
		}
	}
}

// Canceling a draft cancels the request to the provider.
func TestDraftCanceled(t *testing.T) {
	disconnected := make(chan struct{})
	peer := assisttest.New(t, func(w http.ResponseWriter, r *http.Request, request assisttest.Request) {
		assisttest.KeepsSilent("One")(w, r, request)
		close(disconnected)
	})
	ctx, stop := context.WithCancel(t.Context())
	_, err := assistantOf(peer, nil).Write(ctx, order, func(string) error { stop(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-disconnected
}

// An administrator may request ten drafts a minute and two at once.
func TestDraftLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := assist.New(assist.Options{BaseURL: "http://x", Key: key, Model: "m", Pages: site{}, Counts: &counts{}})
		admit := func(by string) func() {
			t.Helper()
			leave, err := a.Admit(t.Context(), by, order)
			storetest.NoError(t, err)
			return leave
		}
		wantRefusal := func(by string, wait time.Duration) {
			t.Helper()
			_, err := a.Admit(t.Context(), by, order)
			if got := fault.From(err); got.Kind != fault.TooMany || got.RetryAfter != wait {
				t.Errorf("got %v with a wait of %v, want a wait of %v", err, got.RetryAfter, wait)
			}
		}
		first, second := admit("a"), admit("a")
		wantRefusal("a", time.Second)
		admit("b")()
		first()
		first() // the second call has no effect
		admit("a")()
		second()
		for range 7 {
			time.Sleep(time.Second)
			admit("a")()
		}
		wantRefusal("a", 53*time.Second)
		admit("b")()
		time.Sleep(53*time.Second - time.Microsecond)
		wantRefusal("a", time.Microsecond)
		time.Sleep(time.Microsecond)
		for range 3 {
			admit("a")()
		}
		wantRefusal("a", time.Second)
	})
}

// An administrator may request 200 drafts a day.
func TestDraftLimitPerDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := assist.New(assist.Options{BaseURL: "http://x", Key: key, Model: "m", Pages: site{}, Counts: &counts{}})
		admit := func(by string) error {
			leave, err := a.Admit(t.Context(), by, order)
			if err == nil {
				leave()
			}
			return err
		}
		for i := range 200 {
			if err := admit("a"); err != nil {
				t.Fatalf("draft %d: %v", i+1, err)
			}
			time.Sleep(6 * time.Second)
		}
		const taken = 200 * 6 * time.Second
		refusal := fault.From(admit("a"))
		if refusal.Kind != fault.TooMany || refusal.Message != "You've reached the limit of 200 drafts a day. Please try again later." || refusal.RetryAfter != 24*time.Hour-taken {
			t.Errorf("one more: %v, wait %s", refusal, refusal.RetryAfter)
		}
		if err := admit("b"); err != nil {
			t.Errorf("another administrator: %v", err)
		}
		time.Sleep(24*time.Hour - taken)
		if first, second := admit("a"), fault.From(admit("a")); first != nil || second.RetryAfter != 6*time.Second {
			t.Errorf("once the first draft is a day old: %v, then %v", first, second)
		}
	})
}

// All copies of the program share the limits. The slots of a killed copy are freed after a while.
func TestDraftLimitAcrossCopies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := assist.Options{BaseURL: "http://x", Key: key, Model: "m", Pages: site{}, Counts: &counts{}}
		one, other := assist.New(o), assist.New(o)
		for range 2 { // never finished
			storetest.NoError(t, storetest.ErrorOf(one.Admit(t.Context(), "a", order)))
		}
		storetest.WantFault(t, storetest.ErrorOf(other.Admit(t.Context(), "a", order)), fault.TooMany) // a third draft at once
		time.Sleep(3 * time.Minute)
		for range 10 {
			leave, err := other.Admit(t.Context(), "a", order)
			storetest.NoError(t, err)
			leave()
		}
		storetest.WantFault(t, storetest.ErrorOf(one.Admit(t.Context(), "a", order)), fault.TooMany) // an eleventh draft within a minute
	})
}

// A draft that cannot be generated is refused without counting towards the limits.
func TestDraftRefusedFirst(t *testing.T) {
	off := assist.New(assist.Options{BaseURL: "http://x", Model: "m", Pages: site{}})
	private := order
	private.Website = "http://10.0.0.5/"
	if _, err := off.Admit(t.Context(), "a", private); !fault.Is(err, fault.Invalid) || fault.From(err).Fields[0].Field != "websiteUrl" {
		t.Errorf("a private address: %v", err)
	}
	for range 20 {
		_, err := off.Admit(t.Context(), "a", order)
		if got := fault.From(err); got.Kind != fault.Unavailable || got.Code != "not_configured" || got.Message != off.Status().Message || !strings.HasPrefix(got.Message, "AI drafting is not configured") {
			t.Fatalf("without a key: %v", err)
		}
	}
	if off.Status().Configured || !assist.New(assist.Options{BaseURL: "x", Key: "k", Model: "m"}).Status().Configured {
		t.Error("Configured must be true with a key and false without one")
	}
}
