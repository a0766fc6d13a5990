package assist

import "strings"

// minMasked is the shortest key that is looked for in what a model writes, in bytes. Models on the operator's own machine
// take any word for a key ("ollama"), which may well stand in a text.
const minMasked = 8

// masker takes the key out of a text that comes in pieces: a model may have been talked into repeating it.
type masker struct {
	key     string
	piece   func(text string) error
	pending string // the end of what came so far, where it may be the beginning of the key
}

// add hands a piece on, but for an end that may be the beginning of the key.
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

// end hands on what was held back.
func (m *masker) end() error {
	if m.pending == "" {
		return nil
	}
	return m.piece(m.pending)
}

// masked is the text with an ellipsis for the key.
func masked(text, key string) string {
	if len(key) < minMasked {
		return text
	}
	return strings.ReplaceAll(text, key, "…")
}
