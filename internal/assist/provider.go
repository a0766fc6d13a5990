package assist

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

// Limits of a provider's answer and of retries.
const (
	maxAnswer  = 4 << 20 // bytes
	maxTries   = 2
	retryPause = 300 * time.Millisecond
)

// request is a chat request.
type request struct {
	messages []message
	most     int // tokens
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// written is the model's answer.
type written struct {
	text string
	note string // that the end is missing, and why
}

// providerClient returns the HTTP client for the provider. It follows no redirects, which would send the key elsewhere.
func providerClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = 64 << 10
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// ask requests an answer. It retries once if no text has arrived and the provider or the connection failed, and once with the
// other name of the token limit if the provider does not know the first. It never exceeds the timeouts in the options.
func (a *Assistant) ask(ctx context.Context, r request, piece func(string) error) (written, error) {
	watched, end := a.watch(ctx, piece != nil)
	defer end.all()
	limit := limitName(a.options.Model)
	isRenamed := false
	for try := 1; ; try++ {
		t := &attempt{assistant: a, alive: end.later}
		got, err := t.run(watched, r, limit, piece)
		if err == nil {
			return got, nil
		}
		if ctx.Err() != nil { // the caller has gone away
			return got, ctx.Err()
		}
		if !isRenamed && t.refusesLimit(err, limit) {
			limit, isRenamed, try = otherLimitName[limit], true, try-1
			continue
		}
		if try == maxTries || got.text != "" || !t.worthRepeating() || !pause(watched) {
			return got, t.faultOf(err, context.Cause(watched))
		}
	}
}

// pause waits before a retry, and reports whether there is time for one.
func pause(ctx context.Context) bool {
	select {
	case <-time.After(retryPause):
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// errTooSlow is the cause of a context that ended because of a provider timeout.
var errTooSlow = errors.New("the provider was too slow")

// ending controls a watched context: later restarts the silence timeout, all releases the context.
type ending struct{ later, all func() }

// watch returns a context with the provider's timeouts: for silence and for the whole answer. Bytes of any kind end a silence:
// providers send comments or blanks while a model thinks.
func (a *Assistant) watch(ctx context.Context, inPieces bool) (context.Context, ending) {
	silence, longest := a.options.Silence, a.options.Longest
	if !inPieces {
		silence, longest = a.options.Whole, min(longest, 2*a.options.Whole) // within the time that a call has to answer
	}
	ctx, cancel := context.WithTimeoutCause(ctx, longest, errTooSlow)
	ctx, give := context.WithCancelCause(ctx)
	timer := time.AfterFunc(silence, func() { give(errTooSlow) })
	return ctx, ending{
		later: func() { timer.Reset(silence) },
		all:   func() { timer.Stop(); cancel(); give(nil) },
	}
}

// attempt is one request to the provider, and what came back.
type attempt struct {
	assistant *Assistant
	alive     func()
	status    int // 0: no response
	header    http.Header
}

// send sends a request with a body, if it is not nil, and returns the body of a response that is no failure.
func (t *attempt) send(ctx context.Context, method, path string, body any) (io.ReadCloser, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("write the request: %w", err)
		}
		content = bytes.NewReader(text)
	}
	o := t.assistant.options
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(o.BaseURL, "/")+path, content)
	if err != nil {
		return nil, fmt.Errorf("make the request: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+o.Key)
	r.Header.Set("Content-Type", "application/json")
	answer, err := t.assistant.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("ask the provider: %w", err)
	}
	t.status, t.header = answer.StatusCode, answer.Header
	bounded := &boundedBody{ReadCloser: answer.Body, left: maxAnswer, alive: t.alive}
	if answer.StatusCode < http.StatusMultipleChoices {
		return bounded, nil
	}
	defer bounded.Close()
	text, _ := io.ReadAll(io.LimitReader(bounded, maxError)) // half a reason is no reason
	return nil, &refusal{reason: reasonIn(text), body: string(text)}
}

// maxError limits the body of a failure, in bytes.
const maxError = 64 << 10

// chatRequest is a request of OpenAI's chat protocol.
type chatRequest struct {
	Model               string    `json:"model"`
	Messages            []message `json:"messages"`
	Stream              bool      `json:"stream,omitempty"`
	MaxTokens           int       `json:"max_tokens,omitempty"`
	MaxCompletionTokens int       `json:"max_completion_tokens,omitempty"`
}

func (t *attempt) run(ctx context.Context, r request, limit string, piece func(string) error) (written, error) {
	model := t.assistant.options.Model
	chat := chatRequest{Model: model, Messages: r.messages, Stream: piece != nil}
	switch {
	case limit == maxCompletionTokens:
		chat.MaxCompletionTokens = thinkingFactor * r.most
	case thinks(model):
		chat.MaxTokens = thinkingFactor * r.most
	default:
		chat.MaxTokens = r.most
	}
	body, err := t.send(ctx, http.MethodPost, "/chat/completions", chat)
	if err != nil {
		return written{}, err
	}
	defer body.Close()
	got := &reply{piece: piece}
	// What was asked for as a stream may come whole, and the reverse.
	if kind, _, _ := mime.ParseMediaType(t.header.Get("Content-Type")); kind == "text/event-stream" || kind != "application/json" && piece != nil {
		err = got.readEvents(body)
	} else {
		err = got.readWhole(body)
	}
	return got.end(err)
}

// The names of the token limit.
const (
	maxTokens           = "max_tokens"            // known to most endpoints; some refuse the other one
	maxCompletionTokens = "max_completion_tokens" // of models that count their reasoning, which refuse max_tokens
)

var otherLimitName = map[string]string{maxTokens: maxCompletionTokens, maxCompletionTokens: maxTokens}

// limitName returns the name of the token limit that a model is likely to know.
func limitName(model string) string {
	if thinks(model) {
		return maxCompletionTokens
	}
	return maxTokens
}

// refusesLimit reports whether the provider refused a request because of the token limit's name.
func (t *attempt) refusesLimit(err error, name string) bool {
	var r *refusal
	return errors.As(err, &r) && t.status < http.StatusInternalServerError && t.status != http.StatusTooManyRequests && strings.Contains(r.body, name)
}

// thinkingFactor multiplies the token limit of reasoning models, which also counts their reasoning.
const thinkingFactor = 4

// thinks reports whether a model of OpenAI counts its reasoning as output. Gateways put its maker before its name.
func thinks(model string) bool {
	name := strings.ToLower(model[strings.LastIndexAny(model, "/:")+1:])
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// reply collects a provider's answer.
type reply struct {
	piece   func(string) error // nil: the answer is wanted whole
	text    strings.Builder
	refused strings.Builder // the model's own words
	reason  string          // why it finished
	isDone  bool
	choices int
}

// chunk is an answer, or a part of one.
type chunk struct {
	Error   any
	Choices []struct {
		Index          int
		Error          any
		Message, Delta struct {
			Content content
			Refusal string
		}
		FinishReason string `json:"finish_reason"`
	}
}

// content is the text of a message: a string, or the text among its parts, which may be thoughts too.
type content string

// UnmarshalJSON reads the text of a message in either form.
func (c *content) UnmarshalJSON(data []byte) error {
	var parts []struct{ Type, Text string }
	if json.Unmarshal(data, (*string)(c)) == nil {
		return nil
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return fmt.Errorf("read the parts of a message: %w", err)
	}
	for _, part := range parts {
		if part.Type == "" || part.Type == "text" || part.Type == "output_text" {
			*c += content(part.Text)
		}
	}
	return nil
}

// add adds an answer, or a part of one.
func (p *reply) add(data []byte) error {
	var c chunk
	if err := json.Unmarshal(data, &c); err != nil {
		return fmt.Errorf("%w: %w", errNonsense, err)
	}
	if c.Error != nil {
		return &refusal{reason: reasonOf(c.Error)}
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		p.choices++
		if choice.Error != nil {
			return &refusal{reason: reasonOf(choice.Error)}
		}
		if choice.FinishReason != "" {
			p.reason = choice.FinishReason
		}
		p.refused.WriteString(choice.Message.Refusal + choice.Delta.Refusal)
		text := string(choice.Message.Content + choice.Delta.Content)
		p.text.WriteString(text)
		if text != "" && p.piece != nil {
			if err := p.piece(text); err != nil {
				return err
			}
		}
	}
	return nil
}

// readWhole reads an answer in one piece.
func (p *reply) readWhole(body io.Reader) error {
	data, err := io.ReadAll(body)
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if err := p.add(data); err != nil {
		return err
	}
	if p.isDone = p.choices > 0; !p.isDone {
		if reason := reasonIn(data); reason != "" {
			return &refusal{reason: reason}
		}
		return errNonsense
	}
	return nil
}

// readEvents reads a stream of server-sent events.
func (p *reply) readEvents(body io.Reader) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxAnswer)
	for lines.Scan() {
		data, isData := bytes.CutPrefix(bytes.TrimSpace(lines.Bytes()), []byte("data:"))
		data = bytes.TrimSpace(data)
		switch {
		case !isData && !bytes.HasPrefix(data, []byte("{")): // a comment, a blank line, another field
		case len(data) == 0:
		case string(data) == "[DONE]":
			p.isDone = true
			return nil
		default:
			if err := p.add(data); err != nil {
				return err
			}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return errTooLong
	} else if err != nil {
		return fmt.Errorf("read the stream: %w", err)
	}
	return nil
}

// Why an answer has no end.
const (
	unended  = "The model stopped at its limit; the end may be missing."
	filtered = "The provider's content filter stopped the model; the end may be missing."
)

// errBroken means that the answer was cut off.
var errBroken = errors.New("the answer was cut off")

// end returns the answer, and tells a complete one from one that was refused or cut off.
func (p *reply) end(err error) (written, error) {
	got := written{text: p.text.String()}
	isBlank := strings.TrimSpace(got.text) == ""
	switch {
	case err != nil:
		return got, err
	case isBlank && p.refused.Len() > 0:
		return got, &refusal{reason: p.refused.String()}
	case isBlank && p.reason == "content_filter":
		return got, &refusal{reason: "its content filter stopped the answer"}
	case !p.isDone && p.reason == "" && got.text == "":
		return got, errNonsense
	case !p.isDone && p.reason == "":
		return got, errBroken
	case p.reason == "length":
		got.note = unended
	case p.reason == "content_filter":
		got.note = filtered
	}
	return got, nil
}

// errTooLong means that the answer exceeds maxAnswer.
var errTooLong = errors.New("the answer is too long")

// boundedBody limits the body of a response and says that bytes have come.
type boundedBody struct {
	io.ReadCloser
	left  int
	alive func()
}

// Read fails once the body exceeds the limit.
func (b *boundedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	if n > 0 {
		b.alive()
	}
	if b.left -= n; b.left < 0 {
		return n, errTooLong
	}
	return n, err
}
