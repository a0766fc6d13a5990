package assist

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Limits of a provider's answer and of retries.
const (
	maxAnswer  = 4 << 20 // bytes
	maxTries   = 2
	retryPause = 300 * time.Millisecond
)

// request is a chat request.
type request struct {
	messages []openai.ChatCompletionMessage
	most     int // tokens
}

// written is the model's answer.
type written struct {
	text    string
	unended bool // the model stopped at its token limit
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

// ask requests an answer. It retries once if no text has arrived and the provider or the connection failed. It never
// exceeds the timeouts in the options.
func (a *Assistant) ask(ctx context.Context, r request, piece func(string) error) (written, error) {
	watched, end := a.watch(ctx, piece != nil)
	defer end.all()
	for try, inPieces := 1, piece != nil; ; try++ {
		t := &attempt{assistant: a, alive: end.later}
		got, err := t.run(watched, r, inPieces, piece)
		if err == nil {
			return got, nil
		}
		if ctx.Err() != nil { // the caller has gone away
			return got, ctx.Err()
		}
		if try == maxTries || got.text != "" || !t.worthRepeating(err) || !pause(watched) {
			return got, t.faultOf(err, context.Cause(watched))
		}
		inPieces = inPieces && !errors.Is(err, errInOnePiece)
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

// watch returns a context with the provider's timeouts: for the whole answer and, for a stream, for silence.
func (a *Assistant) watch(ctx context.Context, inPieces bool) (context.Context, ending) {
	if !inPieces {
		ctx, cancel := context.WithTimeoutCause(ctx, a.options.Whole, errTooSlow)
		return ctx, ending{func() {}, cancel}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, a.options.Longest, errTooSlow)
	ctx, give := context.WithCancelCause(ctx)
	timer := time.AfterFunc(a.options.Silence, func() { give(errTooSlow) })
	return ctx, ending{
		later: func() { timer.Reset(a.options.Silence) },
		all:   func() { timer.Stop(); cancel(); give(nil) },
	}
}

// attempt is one request to the provider. The OpenAI client sends it through Do, which records the response.
type attempt struct {
	assistant *Assistant
	alive     func()
	status    int
	header    http.Header
	body      *boundedBody
}

// Do sends the request and limits the body of the response.
func (t *attempt) Do(r *http.Request) (*http.Response, error) {
	answer, err := t.assistant.client.Do(r)
	if err != nil {
		return nil, err
	}
	t.status, t.header = answer.StatusCode, answer.Header
	t.body = &boundedBody{ReadCloser: answer.Body, left: maxAnswer}
	answer.Body = t.body
	if answer.StatusCode >= 300 && answer.StatusCode < 400 {
		return nil, errors.Join(fmt.Errorf("the provider sends elsewhere, with status %d", answer.StatusCode), answer.Body.Close())
	}
	return answer, nil
}

// errInOnePiece means that the provider did not stream the answer, as some endpoints do not.
var errInOnePiece = errors.New("the answer came in one piece")

// errBroken means that the answer was cut off.
var errBroken = errors.New("the answer was cut off")

func (t *attempt) run(ctx context.Context, r request, inPieces bool, piece func(string) error) (written, error) {
	o := t.assistant.options
	config := openai.DefaultConfig(o.Key)
	config.BaseURL, config.HTTPClient = o.BaseURL, t
	client := openai.NewClientWithConfig(config)
	body := openai.ChatCompletionRequest{Model: o.Model, Messages: r.messages}
	if thinks(o.Model) {
		body.MaxCompletionTokens = thinkingFactor * r.most
	} else {
		//lint:ignore SA1019 all endpoints except those of thinking models know this name; some refuse the new one
		body.MaxTokens = r.most
	}
	if inPieces {
		return t.stream(ctx, client, body, piece)
	}
	answer, err := client.CreateChatCompletion(ctx, body)
	if err != nil {
		return written{}, err
	}
	if len(answer.Choices) == 0 {
		return written{}, errNonsense
	}
	first := answer.Choices[0]
	got := written{first.Message.Content, first.FinishReason == openai.FinishReasonLength}
	if piece != nil && got.text != "" {
		err = piece(got.text)
	}
	return got, err
}

// thinkingFactor multiplies the token limit of reasoning models, which also counts their reasoning.
const thinkingFactor = 4

// thinks reports whether a model counts its reasoning as output; the limit has another name for such models.
func thinks(model string) bool {
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, prefix) {
			return true
		}
	}
	return false
}

// stream reads a streamed answer and passes each part to piece.
func (t *attempt) stream(ctx context.Context, client *openai.Client, body openai.ChatCompletionRequest, piece func(string) error) (written, error) {
	stream, err := client.CreateChatCompletionStream(ctx, body)
	if err != nil {
		return written{}, err
	}
	defer stream.Close()
	if strings.HasPrefix(t.header.Get("Content-Type"), "application/json") {
		return written{}, errInOnePiece
	}
	var text strings.Builder
	var reason openai.FinishReason
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return t.ended(text.String(), reason)
		}
		if err != nil {
			return written{text: text.String()}, err
		}
		t.alive()
		for _, choice := range part.Choices {
			if choice.Index != 0 {
				continue
			}
			if choice.FinishReason != "" {
				reason = choice.FinishReason
			}
			if choice.Delta.Content == "" {
				continue
			}
			text.WriteString(choice.Delta.Content)
			if err := piece(choice.Delta.Content); err != nil {
				return written{text: text.String()}, err
			}
		}
	}
}

// ended tells a complete answer from one that was cut off.
func (t *attempt) ended(text string, reason openai.FinishReason) (written, error) {
	got := written{text, reason == openai.FinishReasonLength}
	switch {
	case text == "" && reason == "" && !t.body.saidDone():
		return got, errNonsense
	case reason == "" && !t.body.saidDone():
		return got, errBroken
	}
	return got, nil
}

// errTooLong means that the answer exceeds maxAnswer.
var errTooLong = errors.New("the answer is too long")

// boundedBody limits the body of a response and records its last bytes.
type boundedBody struct {
	io.ReadCloser
	left int
	tail []byte
}

// tailLength is the number of bytes recorded: [DONE] and what may surround it.
const tailLength = 64

// Read fails once the body exceeds the limit.
func (b *boundedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	b.tail = append(b.tail, into[max(0, n-tailLength):n]...)
	b.tail = b.tail[max(0, len(b.tail)-tailLength):]
	if b.left -= n; b.left < 0 {
		return n, errTooLong
	}
	return n, err
}

// saidDone reports whether the body ends with the end marker of a stream.
func (b *boundedBody) saidDone() bool { return bytes.Contains(b.tail, []byte("[DONE]")) }
