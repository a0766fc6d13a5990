package assist_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/assist"
	"vitrine/internal/assisttest"
	"vitrine/internal/fault"
	"vitrine/internal/fetch"
)

// key is the secret of every assistant here.
const key = "sk-very-secret"

// site is a website without a network: one page, or none that can be read.
type site struct{ page *fetch.Page }

func (s site) Admits(address string) bool { return strings.Contains(address, ".example") }

func (s site) Page(context.Context, string) (fetch.Page, error) {
	if s.page == nil {
		return fetch.Page{}, errors.New("no such host")
	}
	return *s.page, nil
}

func assistantOf(peer *assisttest.Peer, page *fetch.Page) *assist.Assistant {
	return assist.New(assist.Options{BaseURL: peer.URL, Key: key, Model: "small", Pages: site{page}, Counts: &counts{}})
}

// counts keep uses in memory, as the store keeps them for all copies of the program.
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
		"in one piece":         {"Use " + key + " to get in."},
		"in two pieces":        {"Use sk-very", "-secret to get in."},
		"letter by letter":     strings.Split("Use "+key+" to get in.", ""),
		"twice":                {"Use " + key + key + " to get in."},
		"after a false start":  {"sk-very-sk-", "very-secret!"},
		"the beginning of one": {"It begins with sk-very-", "secre"},
	} {
		want := strings.ReplaceAll(strings.Join(pieces, ""), key, "…")
		a := assistantOf(assisttest.New(t, assisttest.Says(pieces...)), &fetch.Page{Title: "Lumen"})
		whole, err := a.Write(t.Context(), order, nil)
		if err != nil || whole.Text != want {
			t.Errorf("%s, as a whole: %q, want %q: %v", name, whole.Text, want, err)
		}
		var shown strings.Builder
		drafted, err := a.Write(t.Context(), order, func(piece string) error { shown.WriteString(piece); return nil })
		if err != nil || drafted.Text != want || shown.String() != want {
			t.Errorf("%s, in pieces: %q, shown %q, want %q: %v", name, drafted.Text, shown.String(), want, err)
		}
	}
	t.Run("when the answer breaks off", func(t *testing.T) {
		var shown strings.Builder
		drafted, err := assistantOf(assisttest.New(t, assisttest.Breaks("It is "+key, " sk-very-")), nil).
			Write(t.Context(), order, func(piece string) error { shown.WriteString(piece); return nil })
		if err == nil || drafted.Text != "It is … sk-very-" || shown.String() != drafted.Text {
			t.Errorf("%q, shown %q: %v", drafted.Text, shown.String(), err)
		}
	})
	t.Run("but not a word that stands for a key", func(t *testing.T) {
		peer := assisttest.New(t, assisttest.Says("Runs on ollama."))
		a := assist.New(assist.Options{BaseURL: peer.URL, Key: "ollama", Model: "m", Pages: site{}, Counts: &counts{}})
		var shown string
		drafted, err := a.Write(t.Context(), order, func(piece string) error { shown += piece; return nil })
		if err != nil || drafted.Text != "Runs on ollama." || shown != drafted.Text {
			t.Errorf("%q, shown %q: %v", drafted.Text, shown, err)
		}
	})
}

var order = assist.Order{Kind: assist.Description, Name: "Lumen", Website: "https://lumen.example/"}

// A draft comes as a whole or in pieces.
func TestDraft(t *testing.T) {
	peer := assisttest.New(t, assisttest.Says(" Lights ", "up", " a room.\n"))
	a := assistantOf(peer, &fetch.Page{Title: "Lumen", Text: "It lights."})
	whole, err := a.Write(t.Context(), order, nil)
	if err != nil || whole != (assist.Draft{Text: "Lights up a room."}) {
		t.Errorf("got %+v, %v", whole, err)
	}
	var pieces []string
	drafted, err := a.Write(t.Context(), order, func(piece string) error { pieces = append(pieces, piece); return nil })
	if err != nil || drafted != whole || len(pieces) != 3 || strings.Join(pieces, "") != " Lights up a room.\n" {
		t.Errorf("got %+v in %q, %v", drafted, pieces, err)
	}
	for i, asked := range peer.Requests() {
		if asked.Path != "/v1/chat/completions" || asked.Authorization != "Bearer "+key || asked.Model != "small" || asked.Stream != (i == 1) || asked.MaxTokens == 0 {
			t.Errorf("asked %+v", asked)
		}
	}
}

// A piece arrives before the next one is written.
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

// A draft notes that the website could not be read, and that the model reached its limit.
func TestDraftNotes(t *testing.T) {
	for reason, note := range map[string]string{"stop": "could not be read", "length": "the end may be missing"} {
		drafted, err := assistantOf(assisttest.New(t, assisttest.Ends(reason, "Text.")), nil).Write(t.Context(), order, nil)
		if err != nil || !strings.Contains(drafted.Note, note) {
			t.Errorf("%s: %+v, %v", reason, drafted, err)
		}
	}
}

// An endpoint that cannot stream is asked again for the whole draft.
func TestDraftStreamUnsupported(t *testing.T) {
	whole := assisttest.Says("All at once.")
	peer := assisttest.New(t, func(w http.ResponseWriter, r *http.Request, _ assisttest.Request) {
		whole(w, r, assisttest.Request{})
	})
	var pieces []string
	drafted, err := assistantOf(peer, nil).Write(t.Context(), order, func(piece string) error { pieces = append(pieces, piece); return nil })
	if err != nil || drafted.Text != "All at once." || len(pieces) != 1 || len(peer.Requests()) != 2 || peer.Requests()[1].Stream {
		t.Errorf("got %+v in %q after %d requests, %v", drafted, pieces, len(peer.Requests()), err)
	}
}

// failures are what a provider can do to a draft, and what is said of it.
var failures = []struct {
	name    string
	reply   assisttest.Reply
	kind    fault.Kind
	says    string
	tries   int // with an answer as a whole
	inParts int // with an answer in pieces
}{
	{"400", assisttest.Refuses(400, "The model is not known"), fault.BadGateway, "The AI provider refused the request: The model is not known.", 1, 1},
	{"401", assisttest.Refuses(401, "Wrong key "+key), fault.BadGateway, "The AI provider does not accept the key in VITRINE_AI_API_KEY: Wrong key …", 1, 1},
	{"429", assisttest.Refuses(429, "Slow down!"), fault.Unavailable, "The AI provider has too many requests: Slow down!", 1, 1},
	{"500", assisttest.Refuses(500, "Out of\norder\x00."), fault.BadGateway, "The AI provider failed: Out of order.", 2, 2},
	{"500 with a page", assisttest.Sends(503, "text/html", "<h1>/var/www</h1>"), fault.BadGateway, "The AI provider failed.", 2, 2},
	{"a reason in another place", assisttest.Sends(404, "application/json", `{"detail":"No such model."}`), fault.BadGateway, "The AI provider refused the request: No such model.", 1, 1},
	{"a redirect", assisttest.Sends(307, "text/plain", ""), fault.BadGateway, "The AI provider refused the request.", 1, 1},
	{"a reset in mid-body", assisttest.Breaks("Half a"), fault.BadGateway, "The AI provider's answer was cut off. Please try again.", 1, 1},
	{"a stream that just ends", assisttest.Sends(200, "text/event-stream", "data: {\"choices\":[{\"delta\":{\"content\":\"Half a\"}}]}\n\n"), fault.BadGateway, "", 1, 1},
	{"an error in mid-stream", assisttest.Sends(200, "text/event-stream", "data: {\"error\":{\"message\":\"Overloaded\"}}\n\n"), fault.BadGateway, "", 1, 1},
	{"nonsense", assisttest.Sends(200, "text/html", "<h1>Welcome</h1>"), fault.BadGateway, "The AI provider's answer couldn't be read.", 1, 1},
	{"other nonsense", assisttest.Sends(200, "text/event-stream", "data: 7\n\ndata: [DONE]\n\n"), fault.BadGateway, "The AI provider's answer couldn't be read.", 1, 1},
	{"nothing", assisttest.Says(), fault.BadGateway, "The AI provider sent no text.", 1, 1},
	{"blanks", assisttest.Says(" \n\x00"), fault.BadGateway, "The AI provider sent no text.", 1, 1},
	{"more than anybody reads", assisttest.Sends(200, "text/event-stream", "data: "+strings.Repeat("x", 5<<20)), fault.BadGateway, "The AI provider's answer couldn't be read.", 1, 1},
}

// What a provider does wrong is said in words, and it is asked twice at most.
func TestProviderErrors(t *testing.T) {
	for _, f := range failures {
		for _, piece := range []func(string) error{nil, func(string) error { return nil }} {
			peer := assisttest.New(t, f.reply)
			_, err := assistantOf(peer, nil).Write(t.Context(), order, piece)
			said := fault.From(err)
			if said.Kind != f.kind || f.says != "" && said.Message != f.says || !strings.HasPrefix(said.Message, "The AI provider") {
				t.Errorf("%s, in pieces %v: %v", f.name, piece != nil, err)
			}
			if strings.Contains(said.Message, key) || strings.Contains(said.Message, "/var") {
				t.Errorf("%s: %s", f.name, said.Message)
			}
			if want := map[bool]int{false: f.tries, true: f.inParts}[piece != nil]; len(peer.Requests()) != want {
				t.Errorf("%s, in pieces %v: %d requests", f.name, piece != nil, len(peer.Requests()))
			}
		}
	}
}

// A provider that is busy says for how long.
func TestProviderRetryAfter(t *testing.T) {
	_, err := assistantOf(assisttest.New(t, assisttest.Refuses(429, "")), nil).Write(t.Context(), order, nil)
	if said := fault.From(err); said.RetryAfter != 7*time.Second {
		t.Errorf("wait %v", said.RetryAfter)
	}
}

// After one failure the provider is asked once more.
func TestProviderRetry(t *testing.T) {
	for _, piece := range []func(string) error{nil, func(string) error { return nil }} {
		peer := assisttest.New(t, assisttest.Refuses(502, "Bad gateway"), assisttest.Says("There."))
		if drafted, err := assistantOf(peer, nil).Write(t.Context(), order, piece); err != nil || drafted.Text != "There." {
			t.Errorf("got %+v, %v", drafted, err)
		}
	}
}

// A draft of which pieces have come is not asked for again.
func TestProviderRetryMidStream(t *testing.T) {
	peer := assisttest.New(t, assisttest.Breaks("Half a"), assisttest.Says("Whole."))
	heard := ""
	drafted, err := assistantOf(peer, nil).Write(t.Context(), order, func(piece string) error { heard += piece; return nil })
	if err == nil || heard != "Half a" || drafted.Text != "Half a" || len(peer.Requests()) != 1 {
		t.Errorf("heard %q, got %+v, %v", heard, drafted, err)
	}
}

// A provider that cannot be reached is tried twice.
func TestProviderUnreachable(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
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
	if said := fault.From(failed); said.Kind != fault.BadGateway || !strings.Contains(said.Message, "Couldn't reach") || strings.Contains(said.Message, "127.0.0.1") {
		t.Errorf("closed at once: %v", failed)
	}
	if count := <-accepted; count != 2 {
		t.Errorf("%d connections", count)
	}
	if _, failed = a.Write(t.Context(), order, nil); !strings.Contains(fault.From(failed).Message, "Couldn't reach") {
		t.Errorf("refused: %v", failed)
	}
}

// A provider that is silent, or that never ends, is given up.
func TestProviderTimeouts(t *testing.T) {
	for name, try := range map[string]struct {
		reply assisttest.Reply
		piece func(string) error
		bound assist.Options
	}{
		"as a whole":                {assisttest.KeepsSilent(), nil, assist.Options{Whole: 50 * time.Millisecond}},
		"before the first piece":    {assisttest.KeepsSilent(), func(string) error { return nil }, assist.Options{Silence: 50 * time.Millisecond}},
		"after a piece":             {assisttest.KeepsSilent("Half a"), func(string) error { return nil }, assist.Options{Silence: 200 * time.Millisecond}},
		"in pieces that do not end": {endless, func(string) error { return nil }, assist.Options{Longest: 200 * time.Millisecond}},
	} {
		t.Run(name, func(t *testing.T) {
			peer := assisttest.New(t, try.reply)
			o := try.bound
			o.BaseURL, o.Key, o.Model, o.Pages = peer.URL, key, "m", site{}
			_, err := assist.New(o).Write(t.Context(), order, try.piece)
			if !fault.Is(err, fault.GatewayTimeout) || !strings.Contains(fault.From(err).Message, "took too long") || len(peer.Requests()) > 1 {
				t.Errorf("%d requests: %v", len(peer.Requests()), err)
			}
		})
	}
}

// endless goes on and on, a little at a time.
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

// When the caller stops, the request to the provider stops too.
func TestDraftCanceled(t *testing.T) {
	gone := make(chan struct{})
	peer := assisttest.New(t, func(w http.ResponseWriter, r *http.Request, asked assisttest.Request) {
		assisttest.KeepsSilent("One")(w, r, asked)
		close(gone)
	})
	ctx, stop := context.WithCancel(t.Context())
	_, err := assistantOf(peer, nil).Write(ctx, order, func(string) error { stop(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-gone
}

// One administrator has ten drafts a minute, two of them at once.
func TestDraftLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := assist.New(assist.Options{BaseURL: "http://x", Key: key, Model: "m", Pages: site{}, Counts: &counts{}})
		enter := func(by string) func() {
			t.Helper()
			leave, err := a.Admit(t.Context(), by, order)
			if err != nil {
				t.Fatal(err)
			}
			return leave
		}
		refused := func(by string, wait time.Duration) {
			t.Helper()
			_, err := a.Admit(t.Context(), by, order)
			if said := fault.From(err); said.Kind != fault.TooMany || said.RetryAfter != wait {
				t.Errorf("got %v, wait %v", err, said.RetryAfter)
			}
		}
		first, second := enter("a"), enter("a")
		refused("a", time.Second)
		enter("b")()
		first()
		first() // which gives back nothing more
		enter("a")()
		second()
		for range 7 {
			time.Sleep(time.Second)
			enter("a")()
		}
		refused("a", 53*time.Second)
		enter("b")()
		time.Sleep(53*time.Second - time.Microsecond)
		refused("a", time.Microsecond)
		time.Sleep(time.Microsecond)
		for range 3 {
			enter("a")()
		}
		refused("a", time.Second)
	})
}

// One administrator has 200 drafts a day.
func TestDraftLimitPerDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := assist.New(assist.Options{BaseURL: "http://x", Key: key, Model: "m", Pages: site{}, Counts: &counts{}})
		enter := func(by string) error {
			leave, err := a.Admit(t.Context(), by, order)
			if err == nil {
				leave()
			}
			return err
		}
		for i := range 200 {
			if err := enter("a"); err != nil {
				t.Fatalf("draft %d: %v", i+1, err)
			}
			time.Sleep(6 * time.Second)
		}
		const taken = 200 * 6 * time.Second
		refusal := fault.From(enter("a"))
		if refusal.Kind != fault.TooMany || refusal.Message != "You have asked for 200 drafts within a day. Please try again later." || refusal.RetryAfter != 24*time.Hour-taken {
			t.Errorf("one more: %v, wait %s", refusal, refusal.RetryAfter)
		}
		if err := enter("b"); err != nil {
			t.Errorf("another administrator: %v", err)
		}
		time.Sleep(24*time.Hour - taken)
		if first, second := enter("a"), fault.From(enter("a")); first != nil || second.RetryAfter != 6*time.Second {
			t.Errorf("when the first is a day old: %v, then %v", first, second)
		}
	})
}

// Copies of the program count drafts together, and the places of one that was killed are free later.
func TestDraftLimitAcrossCopies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := assist.Options{BaseURL: "http://x", Key: key, Model: "m", Pages: site{}, Counts: &counts{}}
		one, other := assist.New(o), assist.New(o)
		for range 2 { // which never end
			if _, err := one.Admit(t.Context(), "a", order); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := other.Admit(t.Context(), "a", order); !fault.Is(err, fault.TooMany) {
			t.Errorf("the third at once, in another copy: %v", err)
		}
		time.Sleep(3 * time.Minute)
		for range 10 {
			leave, err := other.Admit(t.Context(), "a", order)
			if err != nil {
				t.Fatal(err)
			}
			leave()
		}
		if _, err := one.Admit(t.Context(), "a", order); !fault.Is(err, fault.TooMany) {
			t.Errorf("the eleventh within a minute, in another copy: %v", err)
		}
	})
}

// A draft that cannot be made is refused before it is counted.
func TestDraftRefusedFirst(t *testing.T) {
	off := assist.New(assist.Options{BaseURL: "http://x", Model: "m", Pages: site{}})
	inside := order
	inside.Website = "http://10.0.0.5/"
	if _, err := off.Admit(t.Context(), "a", inside); !fault.Is(err, fault.Invalid) || fault.From(err).Fields[0].Field != "websiteUrl" {
		t.Errorf("an address inside: %v", err)
	}
	for range 20 {
		_, err := off.Admit(t.Context(), "a", order)
		if said := fault.From(err); said.Kind != fault.Unavailable || said.Code != "not_configured" || said.Message != off.Status().Message || !strings.HasPrefix(said.Message, "AI drafting is not configured") {
			t.Fatalf("without a key: %v", err)
		}
	}
	if off.Status().Configured || !assist.New(assist.Options{BaseURL: "x", Key: "k", Model: "m"}).Status().Configured {
		t.Error("the status is wrong")
	}
}
