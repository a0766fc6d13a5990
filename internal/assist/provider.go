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

// Bounds of what a provider may send, and of how it is asked.
const (
	maxAnswer  = 4 << 20 // bytes
	maxTries   = 2
	retryPause = 300 * time.Millisecond
)

// request is a request to the model.
type request struct {
	messages []openai.ChatCompletionMessage
	most     int // tokens
}

// written is the text of the model.
type written struct {
	text    string
	unended bool // the model stopped at its limit
}

// providerClient makes the HTTP client for the provider. It follows no redirect, which would send the key elsewhere.
func providerClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = 64 << 10
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// ask has the model write. It tries once more if nothing has been written and the provider or the connection failed. It
// never takes longer than the timeouts of the options.
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

// pause waits before another try, and reports whether there is time for one.
func pause(ctx context.Context) bool {
	select {
	case <-time.After(retryPause):
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// errTooSlow is the cause of a context that ended because the provider was too slow.
var errTooSlow = errors.New("the provider was too slow")

// ending ends a watched context; later restarts the timeout of silence.
type ending struct{ later, all func() }

// watch returns a context that ends with the timeouts of the provider: of the whole answer, and of silence.
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

// attempt is one request to the provider. The client sends it by Do, which remembers the response.
type attempt struct {
	assistant *Assistant
	alive     func()
	status    int
	header    http.Header
	body      *boundedBody
}

// Do sends the request, and limits the body of the answer.
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

// errInOnePiece is an answer that should have been a stream: some endpoints do not stream.
var errInOnePiece = errors.New("the answer came in one piece")

// errBroken is an answer that was cut off.
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
		//lint:ignore SA1019 all endpoints except those of thinking models know this name; some refuse the new one
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

// stream reads a stream, and passes each part to piece.
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

// ended distinguishes a whole answer from one that was cut off.
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

// errTooLong is an answer that exceeds maxAnswer.
var errTooLong = errors.New("the answer is too long")

// boundedBody limits the body of an answer, and remembers its end.
type boundedBody struct {
	io.ReadCloser
	left int
	tail []byte
}

// tailLength is how many of the last bytes are remembered: [DONE] and what may surround it.
const tailLength = 64

// Read fails when the body is too long.
func (b *boundedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	b.tail = append(b.tail, into[max(0, n-tailLength):n]...)
	b.tail = b.tail[max(0, len(b.tail)-tailLength):]
	if b.left -= n; b.left < 0 {
		return n, errTooLong
	}
	return n, err
}

// saidDone reports whether the body ends with the mark of a finished stream.
func (b *boundedBody) saidDone() bool { return bytes.Contains(b.tail, []byte("[DONE]")) }
