package assist

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Bounds of what a provider may send, and of how it is asked.
const (
	maxAnswer  = 4 << 20 // bytes
	maxTries   = 2
	retryPause = 300 * time.Millisecond
)

// request is what is asked of the model.
type request struct {
	messages []openai.ChatCompletionMessage
	most     int // tokens
}

// written is what the model wrote.
type written struct {
	text    string
	unended bool // it stopped at its limit
}

// providerClient makes the client for the provider, whose address the operator has set: no redirects, which would take
// the key elsewhere.
func providerClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = 64 << 10
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// ask has the model write, trying once more where that may help: when nothing has been written yet and the provider, or
// the way to it, stumbled. It never takes longer than the bounds of the options.
func (a *Assistant) ask(ctx context.Context, r request, piece func(string) error) (written, error) {
	watched, end := a.watch(ctx, piece != nil)
	defer end.all()
	for try, inPieces := 1, piece != nil; ; try++ {
		t := &attempt{assistant: a, alive: end.later}
		got, err := t.run(watched, r, inPieces, piece)
		if err == nil {
			return got, nil
		}
		if ctx.Err() != nil { // who asked has gone away
			return got, ctx.Err()
		}
		if try == maxTries || got.text != "" || watched.Err() != nil || !t.worthRepeating(err) {
			return got, t.faultOf(err, context.Cause(watched))
		}
		inPieces = inPieces && !errors.Is(err, errInOnePiece)
		if !pause(watched) {
			return got, t.faultOf(err, context.Cause(watched))
		}
	}
}

// pause waits a little, and reports whether there is time for another try.
func pause(ctx context.Context) bool {
	timer := time.NewTimer(retryPause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// errTooSlow is why a context has ended that a provider kept waiting.
var errTooSlow = errors.New("the provider was too slow")

// ending ends a watched context; later puts it off, as the provider has shown that it is alive.
type ending struct{ later, all func() }

// watch is a context that ends with what the provider may take: as a whole, and in silence.
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

// attempt is one request to the provider. It is the client's way to the network, and remembers what came back.
type attempt struct {
	assistant *Assistant
	alive     func()
	status    int
	header    http.Header
	body      *boundedBody
}

// Do sends the request. The body of the answer is bounded.
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

// errInOnePiece is what an answer is that should have come in pieces: some endpoints know no other.
var errInOnePiece = errors.New("the answer came in one piece")

// errBroken is what an answer is that ended before its end.
var errBroken = errors.New("the answer was cut off")

func (t *attempt) run(ctx context.Context, r request, inPieces bool, piece func(string) error) (written, error) {
	o := t.assistant.options
	config := openai.DefaultConfig(o.Key)
	config.BaseURL, config.HTTPClient = o.BaseURL, t
	client := openai.NewClientWithConfig(config)
	asked := openai.ChatCompletionRequest{Model: o.Model, Messages: r.messages}
	if thinks(o.Model) {
		asked.MaxCompletionTokens = thinkingFactor * r.most
	} else {
		//lint:ignore SA1019 it is the name that all endpoints but those of thinking models know; some refuse the new one
		asked.MaxTokens = r.most
	}
	if inPieces {
		return t.stream(ctx, client, asked, piece)
	}
	answer, err := client.CreateChatCompletion(ctx, asked)
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

// thinkingFactor is how many times as much as it answers a model that thinks first may write.
const thinkingFactor = 4

// thinks reports whether a model counts what it thinks as written, and has another name for the limit.
func thinks(model string) bool {
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, prefix) {
			return true
		}
	}
	return false
}

// stream reads an answer in pieces, and hands them on.
func (t *attempt) stream(ctx context.Context, client *openai.Client, asked openai.ChatCompletionRequest, piece func(string) error) (written, error) {
	stream, err := client.CreateChatCompletionStream(ctx, asked)
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

// ended distinguishes an answer that is whole from one that was cut off where it looks like an end.
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
