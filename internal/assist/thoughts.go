package assist

import (
	"regexp"
	"strings"
)

// thoughtTag finds where a model's thoughts begin (group 1) and where they end (group 2), as chat templates mark them: of DeepSeek,
// Qwen and most others, Mistral, Kimi, Seed, Command, Gemma, and the channels of gpt-oss. What follows an answer's end is no answer.
var thoughtTag = regexp.MustCompile(`(?i)(<\s{0,3}(?:` + thoughtNames + `)(?:\s[^<>/]{0,60})?>|<start_of_thought>|<｜begin▁of▁thinking｜>|\[think(?:ing)?\]|◁think▷|<unused94>|<\|(?:channel|(?:begin_of_|start_)?(?:thought|thinking|think)|return|end|im_end|eot_id|endoftext|end_response|end_of_solution)\|>|<end_of_turn>|<｜end▁of▁sentence｜>|</(?:` + answerNames + `)\s*>)|` +
	`(<\s{0,3}/\s{0,3}(?:` + thoughtNames + `)\s{0,3}>|<(?:` + thoughtNames + `)\s{0,3}/>|<end_of_thought>|<｜end▁of▁thinking｜>|\[/think(?:ing)?\]|◁/think▷|<unused95>|<\|(?:/|end_of_|end_)(?:thought|thinking|think)\|>|<\|(?:start_response|begin_of_solution)\|>|final\s*<\|message\|>|<(?:` + answerNames + `)\s*>)`)

const (
	thoughtNames = "(?:[a-z]{1,12}:|ant|deep[_-]?)?think(?:ing)?(?:[_-]?process)?|thoughts?(?:[_-]?process)?|(?:chain|train)[_-]?of[_-]?thoughts?|cot|reason(?:ing)?(?:[_-]?content)?|reflection|scratchpad|analysis|plan|planning|brainstorm(?:ing)?|ponder|" +
		"tool_call|internal|(?:(?:inner|internal)_)?monologue"
	answerNames = "answer|final|final_answer|final_response|output|response|result"
	maxTag      = 100 // bytes
)

// musings are how thoughts begin that a template does not mark at their beginning. A text that begins so is passed on at its end.
var musings = []string{
	"okay", "ok,", "ok ", "alright", "all right", "hmm", "let me", "let's", "the user", "the task", "we need", "we have", "we should", "we are", "we must", "i need", "i should", "i have to", "i'll", "i will",
	"i'm asked", "i am asked", "first,", "first ", "so,", "so ", "now,", "thinking", "thought", "analysis", "reasoning", "got it", "right,", "well,", "need to", "here's a thinking", "here is my thinking", "the administrator", "to write",
}

// thoughts passes a text on without the thoughts in it, while it arrives.
type thoughts struct {
	pass    func(text string) error
	pending string
	scanned int // bytes of pending that hold no tag
	isIn    bool
	hasSaid bool // something was passed on
}

// add adds a part of the text.
func (t *thoughts) add(text string) error {
	t.pending += text
	for {
		tag := thoughtTag.FindStringSubmatchIndex(t.pending[t.scanned:])
		if tag == nil {
			break
		}
		before, after := t.pending[:t.scanned+tag[0]], t.pending[t.scanned+tag[1]:]
		isStart := tag[2] >= 0
		t.pending, t.scanned = after, 0
		if isStart && !t.isIn {
			if err := t.sendText(before); err != nil {
				return err
			}
		}
		t.isIn = isStart // without its beginning, an end makes a thought of everything before it
	}
	tail := max(0, len(t.pending)-maxTag)
	switch {
	case t.isIn:
		t.pending, t.scanned = t.pending[tail:], 0
		return nil
	case !t.hasSaid && isMusing(t.pending):
		t.scanned = tail
		return nil
	}
	at := len(t.pending)
	if start := strings.IndexAny(t.pending[tail:], "<[◁"); start >= 0 { // may be the start of a tag
		at = tail + start
	}
	ready := t.pending[:at]
	t.pending, t.scanned = t.pending[at:], 0
	return t.sendText(ready)
}

// end adds the end of the text. A thought that never ends is left out.
func (t *thoughts) end() error {
	if t.isIn {
		return nil
	}
	return t.sendText(t.pending)
}

func (t *thoughts) sendText(text string) error {
	if text == "" {
		return nil
	}
	t.hasSaid = t.hasSaid || strings.TrimSpace(text) != ""
	return t.pass(text)
}

// isMusing reports whether a text begins like a thought, or may when it goes on.
func isMusing(text string) bool {
	text = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), "’", "'"))
	for _, musing := range musings {
		if strings.HasPrefix(text, musing) || strings.HasPrefix(musing, text) && text != "" {
			return true
		}
	}
	return false
}

// withoutThoughts returns a whole text without the thoughts in it.
func withoutThoughts(text string) string {
	var kept strings.Builder
	t := thoughts{pass: func(text string) error { kept.WriteString(text); return nil }}
	_, _ = t.add(text), t.end() // neither fails
	return kept.String()
}

// fence is a text in a code block.
var fence = regexp.MustCompile("(?s)^(```+|~~~+)([\\w-]*)[ \\t]*\\n(.*)$")

// quotes are the marks that models put around a text.
var quotes = []struct{ open, shut string }{{`"""`, `"""`}, {"```", "```"}, {"``", "``"}, {"**", "**"}, {`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"»", "«"}, {"‘", "’"}, {"'", "'"}, {"「", "」"}, {"『", "』"}, {"‹", "›"}, {"`", "`"}}

// unwrapped returns a text without a fence or quotation marks around the whole of it.
func unwrapped(text string) string {
	for range 3 { // marks in marks
		text = strings.TrimSpace(text)
		if block := fence.FindStringSubmatch(text); block != nil {
			inner := strings.TrimSpace(strings.TrimSuffix(strings.TrimRight(block[3], " \t\n"), block[1]))
			within := strings.Count("\n"+inner, "\n"+block[1])
			if within == 0 || within%2 == 0 && (block[2] == "markdown" || block[2] == "md") { // not two blocks with text between them
				text = inner
			}
		}
		for _, q := range quotes {
			if len(text) <= len(q.open)+len(q.shut) || !strings.HasPrefix(text, q.open) || !strings.HasSuffix(text, q.shut) {
				continue
			}
			inner := text[len(q.open) : len(text)-len(q.shut)]
			if !strings.Contains(strings.ReplaceAll(inner, "'", "’"), q.shut) && !strings.Contains(inner, q.open) || q.open == "'" && !strings.Contains(inner, "' ") {
				text = inner
			}
		}
	}
	return strings.TrimSpace(text)
}
