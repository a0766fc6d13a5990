package assist_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/assisttest"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// What a model thinks, and the marks that it puts around its text, reach nobody: each row is what it sends and what comes of it.
var outputs = []struct{ sent, want string }{
	{"<think>Hm.</think>Text.", "Text."},
	{"<think>\nOkay, a tool.\n</think>\n\nText.", "Text."},
	{"Okay, the user wants a text.</think>Text.", "Text."},
	{"The administrator asks for 60 words.\n\n</think>\n\nText.", "Text."},
	{"<think>Never done", ""},
	{"<think></think>Text.", "Text."},
	{"<THINK>a</THINK>Text.", "Text."},
	{"<think time=\"3\">a</think>Text.", "Text."},
	{"<thinking>a</thinking>Text.", "Text."},
	{"<thought>a</thought>Text.", "Text."},
	{"<reasoning>a</reasoning>Text.", "Text."},
	{"<reflection>a</reflection>Text.", "Text."},
	{"<scratchpad>a</scratchpad><answer>Text.</answer>", "Text."},
	{"<seed:think>a</seed:think>Text.", "Text."},
	{"[THINK]a[/THINK]Text.", "Text."},
	{"[THINK]a", ""},
	{"◁think▷a◁/think▷Text.", "Text."},
	{"<plan>a</plan>Text.", "Text."},
	{"<chain-of-thought>a</chain-of-thought>Text.", "Text."},
	{"<thinking_process>a</thinking_process>Text.", "Text."},
	{"<mm:think>a</mm:think>Text.", "Text."},
	{"< think >a</ think >Text.", "Text."},
	{"<think/>Text.", "Text."},
	{"<｜begin▁of▁thinking｜>a<｜end▁of▁thinking｜>Text.<｜end▁of▁sentence｜>", "Text."},
	{"<analysis>a</analysis><final>Text.</final>", "Text."},
	{"<response>Text.</response>", "Text."},
	{"Text.<|eot_id|>", "Text."},
	{"Text.<end_of_turn>\n", "Text."},
	{"<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>Text.<|return|>", "Text."},
	{"<|channel|>analysis<|message|>a", ""},
	{"<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>Text.<|END_RESPONSE|>", "Text."},
	{"<|begin_of_thought|>a<|end_of_thought|><|begin_of_solution|>Text.<|end_of_solution|>", "Text."},
	{"<unused94>thought\na<unused95>Text.", "Text."},
	{"One. <think>a</think>Two.", "One. Two."},
	{"One. <think>a", "One."},
	{"First, it writes. <b>Then</b> it reads.", "First, it writes. <b>Then</b> it reads."},
	{"It is < 3 and [sic] and a<b", "It is < 3 and [sic] and a<b"},
	{"```\nText.\n```", "Text."},
	{"```markdown\n## Title\n\nText.\n```\n", "## Title\n\nText."},
	{"~~~\nText.\n~~~", "Text."},
	{"```text\nText.", "Text."},
	{"```markdown\nUse:\n```bash\nrun\n```\nDone.\n```", "Use:\n```bash\nrun\n```\nDone."},
	{"```\na\n```\nand\n```\nb\n```", "```\na\n```\nand\n```\nb\n```"},
	{"\"Text.\"", "Text."},
	{"“Text.”", "Text."},
	{"«Text.»", "Text."},
	{"„Text.“", "Text."},
	{"'It's a text.'", "It's a text."},
	{"\"One\" and \"two\"", "\"One\" and \"two\""},
	{"“One” and “two”", "“One” and “two”"},
	{"'One' and 'two'", "'One' and 'two'"},
	{"<think>a</think>\n```\n\"Text.\"\n```", "Text."},
}

func TestDraftThoughts(t *testing.T) {
	for _, test := range outputs {
		for name, pieces := range map[string][]string{"at once": {test.sent}, "by characters": strings.Split(test.sent, "")} {
			a := assistantOf(assisttest.New(t, assisttest.Says(pieces...)), nil)
			whole, err := a.Write(t.Context(), order, nil)
			if whole.Text != test.want || (err == nil) != (test.want != "") || err != nil && fault.From(err).Message != "The AI provider sent no text." {
				t.Errorf("%q: got %q, want %q: %v", test.sent, whole.Text, test.want, err)
			}
			drafted, sent, err := streamed(t, a)
			if drafted.Text != test.want || (err == nil) != (test.want != "") {
				t.Errorf("%q streamed %s: got %q, want %q: %v", test.sent, name, drafted.Text, test.want, err)
			}
			// Marks around the text can be known at its end only; thoughts are never passed on.
			if text := strings.TrimSpace(strings.Join(sent, "")); !strings.Contains(text, test.want) || !strings.ContainsAny(test.sent, "`\"“'«~„") && text != test.want {
				t.Errorf("%q streamed %s: passed on %q, want %q", test.sent, name, text, test.want)
			}
		}
	}
}

// The forms in which providers send an answer or a failure: each gives a text or a reason.
func TestProviderForms(t *testing.T) {
	const events, whole = "text/event-stream", "application/json"
	for name, test := range map[string]struct{ kind, body, text, reason string }{
		"parts":                      {whole, `{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm."}]},{"type":"text","text":"Te"},{"type":"text","text":"xt."}]}}]}`, "Text.", ""},
		"parts in a stream":          {events, "data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"thinking\",\"thinking\":[]},{\"type\":\"text\",\"text\":\"Text.\"}]}}]}\n\ndata: [DONE]\n\n", "Text.", ""},
		"no content":                 {whole, `{"choices":[{"message":{"content":null,"reasoning_content":"Hm."}}]}`, "", "The AI provider sent no text."},
		"a first chunk of no choice": {events, "data: {\"choices\":[],\"prompt_filter_results\":[]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"Text.\"}}]}\n\ndata: [DONE]\n\n", "Text.", ""},
		"no space":                   {events, "data:{\"choices\":[{\"delta\":{\"content\":\"Text.\"}}]}\n\ndata:[DONE]\n\n", "Text.", ""},
		"CRLF":                       {events, "data: {\"choices\":[{\"delta\":{\"content\":\"Text.\"}}]}\r\n\r\ndata: [DONE]\r\n\r\n", "Text.", ""},
		"400 comments":               {events, strings.Repeat(": keep-alive\n\n", 400) + "event: message\nid: 7\ndata: {\"choices\":[{\"delta\":{\"content\":\"Text.\"}}]}\n\ndata: [DONE]\n\n", "Text.", ""},
		"an end without DONE":        {events, "data: {\"choices\":[{\"delta\":{\"content\":\"Text.\"},\"finish_reason\":\"stop\"}]}\n\n", "Text.", ""},
		"blanks before JSON":         {whole, "\n \n \n" + `{"choices":[{"message":{"content":"Text."}}]}`, "Text.", ""},
		"a refusal":                  {whole, `{"choices":[{"message":{"content":null,"refusal":"I can't help with that."},"finish_reason":"stop"}]}`, "", "The AI provider stopped: I can't help with that."},
		"a refusal in a stream":      {events, "data: {\"choices\":[{\"delta\":{\"refusal\":\"I can't help \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"refusal\":\"with that.\"}}]}\n\ndata: [DONE]\n\n", "", "The AI provider stopped: I can't help with that."},
		"200 with an error":          {whole, `{"error":{"message":"This model is overloaded right now","code":529}}`, "", "The AI provider stopped: This model is overloaded right now."},
		"200 with a text":            {whole, `{"error":"This model is overloaded right now"}`, "", "The AI provider stopped: This model is overloaded right now."},
		"200 with a message":         {whole, `{"code":1301,"msg":"Too sensitive"}`, "", "The AI provider stopped: Too sensitive."},
		"an error of a choice":       {whole, `{"choices":[{"message":{"content":""},"error":{"message":"Overloaded"},"finish_reason":"error"}]}`, "", "The AI provider stopped: Overloaded."},
		"an error in a stream":       {events, "data: {\"choices\":[{\"delta\":{\"content\":\"Te\"}}]}\n\nevent: error\ndata: {\"error\":{\"message\":\"Overloaded\"}}\n\n", "", "The AI provider stopped: Overloaded."},
		"a bare error in a stream":   {events, "{\"error\":{\"message\":\"Overloaded\"}}", "", "The AI provider stopped: Overloaded."},
		"a filter":                   {whole, `{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}`, "", "The AI provider stopped: its content filter stopped the answer."},
	} {
		for _, piece := range []func(string) error{nil, discard} {
			a := assistantOf(assisttest.New(t, assisttest.Sends(200, test.kind, test.body)), nil)
			drafted, err := a.Write(t.Context(), order, piece)
			if err == nil && drafted.Text != test.text || err != nil && fault.From(err).Message != test.reason || (err == nil) != (test.reason == "") {
				t.Errorf("%s, streamed %v: got %q, %v", name, piece != nil, drafted.Text, err)
			}
		}
	}
	for body, want := range map[string]string{
		`{"error":"model llama9 not found, try pulling it first"}`:          "model llama9 not found, try pulling it first.",
		`{"error":{"message":"No such model"}}`:                             "No such model.",
		`[{"error":{"code":404,"message":"models/x is not found"}}]`:        "models/x is not found.",
		`{"detail":[{"loc":["body"],"msg":"field required"}]}`:              "field required.",
		`{"message":"No such deployment."}`:                                 "No such deployment.",
		`{"errors":[{"message":"No route for that URI","code":7000}]}`:      "No route for that URI.",
		`{"error":{"code":"ModelNotFound","innererror":{}}}`:                "ModelNotFound.",
		"no healthy upstream":                                               "no healthy upstream.",
		`{"error_description":"The model is gone!","status":"unavailable"}`: "The model is gone!",
	} {
		_, err := assistantOf(assisttest.New(t, assisttest.Sends(404, "application/json", body)), nil).Write(t.Context(), order, nil)
		storetest.Same(t, body, fault.From(err).Message, "The AI provider refused the request: "+want)
	}
}

// A filter that stops a text leaves a note.
func TestDraftFiltered(t *testing.T) {
	drafted, err := assistantOf(assisttest.New(t, assisttest.Ends("content_filter", "Text.")), nil).Write(t.Context(), order, nil)
	if err != nil || !strings.Contains(drafted.Note, "content filter") {
		t.Errorf("got %+v, %v", drafted, err)
	}
}

// The token limit has two names. A provider that refuses one gets the other, once.
func TestProviderTokenLimit(t *testing.T) {
	refuses := func(name string, always bool) assisttest.Reply {
		return func(w http.ResponseWriter, r *http.Request, request assisttest.Request) {
			if always || name == "max_tokens" && request.MaxTokens > 0 || name == "max_completion_tokens" && request.MaxCompletionTokens > 0 {
				assisttest.Refuses(400, "Unsupported parameter: '"+name+"' is not supported with this model.")(w, r, request)
				return
			}
			assisttest.Says("Text.")(w, r, request)
		}
	}
	for _, test := range []struct {
		model, refused string
		always         bool
		names          string
		factor         int
	}{
		{"openai/gpt-5-mini", "max_tokens", false, "completion", 4},
		{"openai/o4-mini", "", false, "completion", 4},
		{"GPT-5", "", false, "completion", 4},
		{"small", "", false, "tokens", 1},
		{"acme/thinker", "max_tokens", false, "tokens completion", 4},
		{"o3-distill-7b", "max_completion_tokens", false, "completion tokens", 4},
		{"small", "max_tokens", true, "tokens completion", 4},
	} {
		for _, piece := range []func(string) error{nil, discard} {
			peer := assisttest.New(t, refuses(test.refused, test.always))
			a := assist.New(assist.Options{BaseURL: peer.URL, Key: key, Model: test.model, Pages: site{}, Counts: &counts{}})
			drafted, err := a.Write(t.Context(), order, piece)
			var names []string
			last := 0
			for _, request := range peer.Requests() {
				name := "tokens"
				if request.MaxCompletionTokens > 0 {
					name = "completion"
				}
				names, last = append(names, name), request.MaxTokens+request.MaxCompletionTokens
			}
			if (err == nil) == test.always || !test.always && drafted.Text != "Text." || strings.Join(names, " ") != test.names || last != 1000*test.factor {
				t.Errorf("%s, streamed %v: got %+v after %q with %d tokens, %v", test.model, piece != nil, drafted, names, last, err)
			}
		}
	}
}

// While bytes come, a silence does not end: a comment or a blank is one. A busy machine may be silent itself, but not each time.
func TestProviderKeepsAlive(t *testing.T) {
	for name, piece := range map[string]func(string) error{"streamed": discard, "whole": nil} {
		t.Run(name, func(t *testing.T) {
			peer := assisttest.New(t, func(w http.ResponseWriter, r *http.Request, request assisttest.Request) {
				kind, sign := "application/json", "\n"
				if request.Stream {
					kind, sign = "text/event-stream", ": keep-alive\n\n"
				}
				w.Header().Set("Content-Type", kind)
				beat := time.NewTicker(20 * time.Millisecond)
				defer beat.Stop()
				for range 30 { // longer than the silence in all
					<-beat.C
					fmt.Fprint(w, sign)
					w.(http.Flusher).Flush()
				}
				if request.Stream {
					assisttest.Says("Text.")(w, r, request)
				} else {
					_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]string{"content": "Text."}}}})
				}
			})
			a := assist.New(assist.Options{BaseURL: peer.URL, Key: key, Model: "m", Pages: site{}, Whole: 400 * time.Millisecond, Silence: 400 * time.Millisecond})
			var failed []string
			for range 20 {
				drafted, err := a.Write(t.Context(), order, piece)
				if err == nil && drafted.Text == "Text." {
					return
				}
				failed = append(failed, fmt.Sprintf("%+v, %v", drafted, err))
			}
			t.Errorf("got %q", failed)
		})
	}
}

// A busy provider says in several ways how long to wait.
func TestProviderRetryAfterForms(t *testing.T) {
	for header, want := range map[string]time.Duration{
		"Retry-After: 7":                             7 * time.Second,
		"Retry-After: 1.5":                           1500 * time.Millisecond,
		"Retry-After-Ms: 250":                        250 * time.Millisecond,
		"Retry-After: 0":                             10 * time.Second,
		"Retry-After: -3":                            10 * time.Second,
		"Retry-After: soon":                          10 * time.Second,
		"Retry-After: 999999":                        time.Hour,
		"Retry-After: Fri, 01 Jan 2100 00:00:00 GMT": time.Hour,
		"Retry-After: Fri, 01 Jan 2021 00:00:00 GMT": 10 * time.Second,
	} {
		name, value, _ := strings.Cut(header, ": ")
		peer := assisttest.New(t, func(w http.ResponseWriter, _ *http.Request, _ assisttest.Request) {
			w.Header().Set(name, value)
			w.WriteHeader(http.StatusTooManyRequests)
		})
		_, err := assistantOf(peer, nil).Write(t.Context(), order, nil)
		storetest.Same(t, header, fault.From(err).RetryAfter, want)
	}
}
