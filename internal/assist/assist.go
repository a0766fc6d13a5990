// Package assist drafts texts with a language model, grounded in the tool's own website.
//
// Any endpoint with OpenAI's chat protocol works. Website content is quoted to the model as data (prompt.go), never as
// instructions. The model's output is a draft for an administrator to review and changes nothing.
//
// # To change
//
//   - the prompts: prompt.go; timeouts, retries and limits: provider.go, limiter.go; thoughts and marks
//     around a text: thoughts.go; error messages: failure.go; go test ./internal/assist, and -run Draft in internal/app
//   - the fields suggested from a website: suggest.go; the allowed URLs: internal/fetch
package assist

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/quota"
)

// Pages fetches web pages.
type Pages interface {
	Admits(address string) bool
	Page(ctx context.Context, address string) (fetch.Page, error)
}

// Options configure an assistant. It can draft if BaseURL, Key and Model are all set.
type Options struct {
	BaseURL string // of the endpoint, without /chat/completions
	Key     string
	Model   string
	Pages   Pages        // required
	Counts  quota.Store  // usage per administrator; required
	Logger  *slog.Logger // nil: no log

	// Timeouts of a draft; zero means the default.
	Whole   time.Duration // between the bytes of an answer that is not streamed
	Silence time.Duration // between the bytes of a streamed answer
	Longest time.Duration // for any whole answer
}

// Default timeouts. With the five seconds for the website, nobody waits 30 seconds without a sign of life.
const (
	whole   = 24 * time.Second
	silence = 24 * time.Second
	longest = 60 * time.Second
)

// Assistant drafts texts. It is safe for concurrent use.
type Assistant struct {
	options Options
	client  *http.Client
	drafts  limiter
	fills   limiter
}

// New returns an assistant.
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

// Status reports whether drafting is configured.
type Status struct {
	Configured bool   `json:"configured"`
	Message    string `json:"message" doc:"What to set so that they can be; empty when they can"`
}

const notConfigured = "AI drafting is not configured. Please set VITRINE_AI_BASE_URL, VITRINE_AI_API_KEY and VITRINE_AI_MODEL, and restart the site."

// Status reports whether drafting is configured, and which settings are missing.
func (a *Assistant) Status() Status {
	if a.options.BaseURL == "" || a.options.Key == "" || a.options.Model == "" {
		return Status{Message: notConfigured}
	}
	return Status{Configured: true}
}

// Model returns the name of the model.
func (a *Assistant) Model() string { return a.options.Model }

// Draft is a drafted text.
type Draft struct {
	Text string
	Note string // a sentence for the administrator; usually empty
}

// Admit reserves one draft for an administrator until leave is called. Its errors are Invalid for a website that may not
// be read, Unavailable if drafting is not configured, and TooMany if the administrator exceeds the limits.
func (a *Assistant) Admit(ctx context.Context, by string, o Order) (leave func(), err error) {
	if o.Website != "" && !a.options.Pages.Admits(o.Website) {
		return nil, fault.InvalidFields([]fault.Field{{Field: "websiteUrl", Message: "Please enter the URL of a public website"}})
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
	unread   = "The website couldn't be read, so the draft is based on the form alone."
	maxLegal = 200_000 // code points of a legal page, from the project's decisions page
)

// Write fetches the tool's website and drafts the text. If piece is not nil, it receives the text in parts as they
// arrive; its error stops the draft. Faults quote the provider's message: BadGateway if it refused or sent an unusable
// answer, GatewayTimeout if it was too slow, Unavailable if it is overloaded.
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
	return Draft{Text: text, Note: cmp.Or(written.note, note)}, nil
}

// askMasked is ask without the model's thoughts, and with the API key masked in the output.
func (a *Assistant) askMasked(ctx context.Context, r request, piece func(text string) error) (written, error) {
	m := &masker{key: a.options.Key, piece: piece}
	t := &thoughts{pass: m.add}
	var add func(string) error
	if piece != nil {
		add = t.add
	}
	got, err := a.ask(ctx, r, add)
	got.text = masked(withoutThoughts(got.text), a.options.Key)
	if piece != nil && err == nil {
		err = t.end()
	}
	return got, errors.Join(err, m.end())
}

// cleaned returns the model's text without control characters and marks around it, trimmed and truncated to most code points.
func cleaned(text string, most int) string {
	runes := []rune(unwrapped(printable(text)))
	return field.Clean(string(runes[:min(len(runes), most)]))
}

// printable removes control characters except tabs and line feeds.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' && r != '\n' {
			return -1
		}
		return r
	}, text)
}

// minMasked is the length from which a key is masked in the output, in bytes. Models on the operator's own machine
// accept any word as a key ("ollama"), which may occur in a text.
const minMasked = 8

// masker masks the API key in a stream, as a prompt injection may make the model repeat it.
type masker struct {
	key     string
	piece   func(text string) error
	pending string // end of the text so far, which may be the start of the key
}

// add passes text on, except a suffix that may be the start of the key.
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

// end passes on the pending text.
func (m *masker) end() error {
	if m.pending == "" {
		return nil
	}
	return m.piece(m.pending)
}

// masked replaces the key with an ellipsis.
func masked(text, key string) string {
	if len(key) < minMasked {
		return text
	}
	return strings.ReplaceAll(text, key, "…")
}
