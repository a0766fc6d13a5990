// Package assist has texts drafted by a language model, grounded in the tool's own website.
//
// Any endpoint that speaks the chat protocol of OpenAI will do. What a website says is quoted to the model as material
// (prompt.go) and never obeyed; what the model says is a text for an administrator to look at, and changes nothing.
//
// # To change
//
//   - the prompts: prompt.go; timeouts, retries and limits: provider.go, limiter.go; the messages of failures: failure.go;
//     go test ./internal/assist, and -run Draft in internal/api
//   - what is taken from a website: suggest.go; which addresses may be read at all: internal/fetch
package assist

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"
	"unicode"

	"vitrine/internal/fault"
	"vitrine/internal/fetch"
	"vitrine/internal/field"
	"vitrine/internal/quota"
)

// Pages reads websites.
type Pages interface {
	Admits(address string) bool
	Page(ctx context.Context, address string) (fetch.Page, error)
}

// Options are what an assistant is made of. It drafts where none of BaseURL, Key and Model is empty.
type Options struct {
	BaseURL string // of the endpoint, to which /chat/completions is added
	Key     string
	Model   string
	Pages   Pages        // required
	Counts  quota.Store  // of what each administrator asks for; required
	Logger  *slog.Logger // nil means silence

	// Bounds of a draft; zero means their defaults.
	Whole   time.Duration // from the request to the end of an answer that comes in one piece
	Silence time.Duration // without a piece of an answer that comes in pieces
	Longest time.Duration // of an answer that comes in pieces
}

// Defaults of the bounds. With the five seconds that a website may take, who waits without a sign of life waits for less
// than 30 seconds.
const (
	whole   = 24 * time.Second
	silence = 24 * time.Second
	longest = 60 * time.Second
)

// Assistant has texts drafted. Any number of callers may use it at once.
type Assistant struct {
	options Options
	client  *http.Client
	drafts  limiter
	fills   limiter
}

// New makes an assistant.
func New(o Options) *Assistant {
	if o.Whole == 0 {
		o.Whole = whole
	}
	if o.Silence == 0 {
		o.Silence = silence
	}
	if o.Longest == 0 {
		o.Longest = longest
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Assistant{options: o, client: providerClient(), drafts: limiter{o.Counts, o.Logger, "drafts"}, fills: limiter{o.Counts, o.Logger, "suggestions"}}
}

// Status reports whether texts can be drafted.
type Status struct {
	Configured bool   `json:"configured"`
	Message    string `json:"message" doc:"What to set so that they can be; empty when they can"`
}

const notConfigured = "AI drafting is not configured. Please set VITRINE_AI_BASE_URL, VITRINE_AI_API_KEY and VITRINE_AI_MODEL, and restart the site."

// Status reports whether texts can be drafted, and what is missing for it.
func (a *Assistant) Status() Status {
	if a.options.BaseURL == "" || a.options.Key == "" || a.options.Model == "" {
		return Status{Message: notConfigured}
	}
	return Status{Configured: true}
}

// Model is the name of the model that drafts.
func (a *Assistant) Model() string { return a.options.Model }

// Draft is a drafted text.
type Draft struct {
	Text string
	Note string // what is to be known of it, in a sentence; mostly empty
}

// Admit lets an administrator have one text drafted, until leave is called. It refuses an order that cannot be carried
// out (Invalid), where nothing is configured (Unavailable), and more drafts than one person may ask for (TooMany).
func (a *Assistant) Admit(ctx context.Context, by string, o Order) (leave func(), err error) {
	if o.Website != "" && !a.options.Pages.Admits(o.Website) {
		return nil, fault.InvalidFields([]fault.Field{{Field: "websiteUrl", Message: "Please enter the address of a public website"}})
	}
	if status := a.Status(); !status.Configured {
		f := fault.New(fault.Unavailable, status.Message)
		f.Code, f.RetryAfter = "not_configured", time.Hour
		return nil, f
	}
	return a.drafts.enter(ctx, by)
}

// Notes on a draft.
const (
	unread   = "The website could not be read, so this goes by what stands in the form alone."
	unended  = "The model stopped at its limit; the end may be missing."
	maxLegal = 200_000 // code points of a legal page, from the project's decisions page
)

// Write has the text drafted, reading the tool's website first. With piece it is given the text as it is written; an
// error of piece stops the writing. The fault says in words what the provider said: BadGateway when it refused or sent
// what cannot be used, GatewayTimeout when it was too slow, Unavailable when it has too much to do.
func (a *Assistant) Write(ctx context.Context, o Order, piece func(text string) error) (Draft, error) {
	var page *fetch.Page
	var note string
	if o.Website != "" {
		read, err := a.options.Pages.Page(ctx, o.Website)
		if err == nil {
			page = &read
		} else if ctx.Err() != nil {
			return Draft{}, ctx.Err()
		} else {
			note = unread
		}
	}
	written, err := a.askMasked(ctx, request{messages: o.messages(page), most: o.mostTokens()}, piece)
	if err != nil {
		return Draft{Text: written.text}, err
	}
	text := cleaned(written.text, o.mostCharacters())
	if text == "" {
		return Draft{}, fault.New(fault.BadGateway, "The AI provider sent no text.")
	}
	if written.unended {
		note = unended
	}
	return Draft{Text: text, Note: note}, nil
}

// askMasked is ask without the key in what comes back.
func (a *Assistant) askMasked(ctx context.Context, r request, piece func(text string) error) (written, error) {
	m := &masker{key: a.options.Key, piece: piece}
	var add func(string) error
	if piece != nil {
		add = m.add
	}
	got, err := a.ask(ctx, r, add)
	got.text = masked(got.text, a.options.Key)
	return got, errors.Join(err, m.end())
}

// cleaned is what a model wrote as a text of ours: valid, without control characters, not too long.
func cleaned(text string, most int) string {
	runes := []rune(printable(text))
	return field.Clean(string(runes[:min(len(runes), most)]))
}

// printable is the text without control characters, but for tabs and line ends.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' && r != '\n' {
			return -1
		}
		return r
	}, text)
}

// minMasked is the length in bytes from which on a key is masked in what a model writes. Models on the operator's own
// machine accept any word as a key ("ollama"), which may occur in a text.
const minMasked = 8

// masker masks the key in a stream: a prompt injection may make the model repeat it.
type masker struct {
	key     string
	piece   func(text string) error
	pending string // the end of the text so far, which may be the beginning of the key
}

// add passes a part on, except an end that may be the beginning of the key.
func (m *masker) add(text string) error {
	text = masked(m.pending+text, m.key)
	at := len(text)
	for start := max(0, len(text)-len(m.key)+1); len(m.key) >= minMasked && start < len(text); start++ {
		if strings.HasPrefix(m.key, text[start:]) {
			at = start
			break
		}
	}
	text, m.pending = text[:at], text[at:]
	if text == "" {
		return nil
	}
	return m.piece(text)
}

// end passes on what add has kept.
func (m *masker) end() error {
	if m.pending == "" {
		return nil
	}
	return m.piece(m.pending)
}

// masked replaces the key by an ellipsis.
func masked(text, key string) string {
	if len(key) < minMasked {
		return text
	}
	return strings.ReplaceAll(text, key, "…")
}
