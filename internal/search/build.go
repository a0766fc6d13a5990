package search

import (
	"slices"
	"strings"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// field holds the ranking parameters of one field of a document: the weight of a word in it, how strongly a long field
// lowers that weight (BM25's b), and the usual length in words. The usual lengths are constants, not catalogue
// averages, so a document's weights never depend on other documents and a patch changes only its own.
type field struct{ weight, slope, usual float32 }

// The fields. Weights start from the order that people trust (name, category, tag, text, host) and were tuned on both
// halves of a set of judged searches; docs/search.md has the figures.
var (
	nameField     = field{7, 0.35, 2}
	humpField     = field{1.6, 0, 1}
	categoryField = field{2.4, 0, 1}
	tagField      = field{1.4, 0.2, 4}
	phraseField   = field{1.4, 0.2, 4}
	leadField     = field{2.6, 0.2, 12}
	textField     = field{0.7, 0.5, 22}
	hostField     = field{0.3, 0, 1}
)

// saturation is BM25's k1: how soon more occurrences of a word stop raising the score.
const saturation = 1.2

// mostText caps what the text adds for a word, however often it repeats it: less than a three-word name adds.
const mostText = 4

// leadWords is the number of words in the lead of a text.
const leadWords = 12

// norm returns the weight of one occurrence in a field of the given length.
func (f field) norm(words int) float32 {
	return f.weight / (1 - f.slope + f.slope*float32(words)/f.usual)
}

// builder collects documents and builds a segment from them.
type builder struct {
	ids     map[string]uint32
	words   []string
	split   splitter
	labels  []string
	texts   []uint64 // word, document and weight, packed by entry
	names   []uint64
	wholes  []uint64
	lasts   []uint64
	weights []weighted // of the current document
	place   []uint32   // by word: index into weights plus 1; 0 if the current document lacks the word
}

// weighted is a word of the current document.
type weighted struct {
	word              uint32
	name, other, text float32
}

func newBuilder(documents int) *builder {
	return &builder{
		ids: make(map[string]uint32, 4096), split: splitter{tails: true},
		labels: make([]string, 0, documents), texts: make([]uint64, 0, documents*24),
	}
}

// add indexes the next document; nil leaves its number empty.
func (b *builder) add(d *Document) {
	number := uint32(len(b.labels))
	if d == nil || number >= maxDocuments {
		b.labels = append(b.labels, "")
		return
	}
	b.labels = append(b.labels, d.Name)
	b.field(nameField, d.Name)
	b.whole(number, wholeName)
	b.last(number, d.Name)
	for i := range b.weights {
		b.weights[i].name, b.weights[i].other = b.weights[i].other, 0
	}
	b.field(humpField, humps(d.Name)...)
	b.field(categoryField, d.Categories...)
	b.field(tagField, d.Tags...)
	b.field(phraseField, d.Phrases...)
	for _, phrase := range d.Phrases {
		if key := phraseKey(wordsOf(phrase), stem); key != "" {
			b.wholes = append(b.wholes, entry(b.id([]byte(key)), number, wholePhrase))
		}
	}
	b.text(d.Text)
	host := strings.TrimPrefix(strings.ToLower(d.Host), "www.")
	b.field(hostField, withoutEnding(host))
	b.split.reset()
	b.split.add(host)
	b.whole(number, wholeHost)
	b.close(number)
}

// phraseKey returns what makes two phrases the same: the stems of their words that say something. No word begins as it does. Empty: it
// says nothing.
func phraseKey[W any](words []W, stemOf func(W) string) string {
	key := ""
	for _, w := range words {
		if s := stemOf(w); !sharedLanguage().stops[s] {
			key += "\x01" + s
		}
	}
	return key
}

// withoutEnding removes the last label of the host: half of all hosts end in .com, .io or .ai, which says nothing.
func withoutEnding(host string) string {
	if dot := strings.LastIndexByte(host, '.'); dot > 0 {
		return host[:dot]
	}
	return host
}

func (b *builder) field(f field, texts ...string) {
	b.split.reset()
	for _, text := range texts {
		b.split.add(text)
	}
	norm := f.norm(len(b.split.words))
	for i := range b.split.words {
		b.at(b.id(b.split.word(i))).other += norm
	}
	for _, w := range b.split.symbolWords {
		b.at(b.id([]byte(w.text))).other += norm
	}
	if f == nameField {
		b.symbols(f, texts[0])
	}
}

// text indexes a text. Its first words say what the product is, so they weigh more than the rest.
func (b *builder) text(text string) {
	b.split.reset()
	b.split.add(text)
	lead := min(len(b.split.words), leadWords)
	inLead, inRest := leadField.norm(lead), textField.norm(len(b.split.words))
	for i := range lead {
		b.at(b.id(b.split.word(i))).text += inLead
	}
	for i := lead; i < len(b.split.words); i++ {
		b.at(b.id(b.split.word(i))).text += inRest
	}
	for _, w := range b.split.symbolWords {
		norm := inRest
		if w.word < lead {
			norm = inLead
		}
		b.at(b.id([]byte(w.text))).text += norm
	}
}

// symbols indexes each non-blank character of a name that belongs to no word as a word of its own.
func (b *builder) symbols(f field, name string) {
	for _, r := range name {
		if r < 0x80 && (isWordRune(r) || r == ' ') {
			continue
		}
		for _, r := range catalog.Fold(string(r)) {
			if (!isWordRune(r) || isApostrophe(r)) && !unicode.IsSpace(r) {
				b.at(b.id([]byte(string(r)))).other += f.norm(1)
			}
		}
	}
}

func (b *builder) whole(number uint32, kind byte) {
	if joined := b.split.joined(); len(joined) > 0 {
		b.wholes = append(b.wholes, entry(b.id(joined), number, kind))
	}
	if len(b.split.symbolWords) > 0 {
		b.wholes = append(b.wholes, entry(b.id(b.split.spelled(b.split.symbolWords)), number, kind))
	}
}

// last records the last word of a two-word name: people often use it as the product's name, without the maker.
func (b *builder) last(number uint32, name string) {
	if len(b.split.words) == 2 && len(strings.Fields(name)) == 2 {
		b.lasts = append(b.lasts, entry(b.id(b.split.word(1)), number, 0))
	}
}

// id returns the word's number, in order of first appearance.
func (b *builder) id(word []byte) uint32 {
	id, known := b.ids[string(word)]
	if !known {
		id = uint32(len(b.words))
		b.words = append(b.words, string(word))
		b.ids[b.words[id]] = id
		b.place = append(b.place, 0)
	}
	return id
}

// at returns the word's entry in the current document.
func (b *builder) at(id uint32) *weighted {
	if b.place[id] == 0 {
		b.weights = append(b.weights, weighted{word: id})
		b.place[id] = uint32(len(b.weights))
	}
	return &b.weights[b.place[id]-1]
}

// close finishes the current document.
func (b *builder) close(number uint32) {
	for _, w := range b.weights {
		b.place[w.word] = 0
		b.texts = append(b.texts, entry(w.word, number, saturate(w.name+w.other+min(w.text, mostText))))
		if w.name > 0 {
			b.names = append(b.names, entry(w.word, number, saturate(w.name)))
		}
	}
	b.weights = b.weights[:0]
}

// saturate returns BM25F's bounded gain for a weighted frequency, scaled to 1..255.
func saturate(frequency float32) byte {
	return byte(max(1, 255*frequency/(frequency+saturation)))
}

func entry(word, document uint32, low byte) uint64 {
	return uint64(word)<<32 | uint64(document)<<8 | uint64(low)
}

// segment builds the segment from the collected documents, with the dictionary sorted.
func (b *builder) segment() *segment {
	order := make([]uint32, len(b.words))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int { return strings.Compare(b.words[x], b.words[y]) })
	rank, sorted := make([]uint32, len(order)), make([]string, len(order))
	for i, id := range order {
		rank[id], sorted[i] = uint32(i), b.words[id]
	}
	s := &segment{
		size: len(b.labels), words: newDictionary(sorted), labels: b.labels,
		texts: gather(b.texts, rank), names: gather(b.names, rank), wholes: gather(b.wholes, rank), lasts: gather(b.lasts, rank),
	}
	s.stems = newStemIndex(&s.words, &s.texts)
	s.near = newNearIndex(&s.words)
	s.invert()
	return s
}

// invert builds the word list of each document from the posting lists.
func (s *segment) invert() {
	s.forward = newForward(s.size, &s.texts)
	for document := range s.size {
		if s.forward.has(document) {
			s.filled++
		}
	}
}

// gather sorts entries by the rank of their word. Within a word, documents keep their ascending order.
func gather(entries []uint64, rank []uint32) column {
	c := column{make([]uint32, len(rank)+1), make([]posting, len(entries))}
	for _, e := range entries {
		c.starts[rank[e>>32]+1]++
	}
	for i := range rank {
		c.starts[i+1] += c.starts[i]
	}
	next := append([]uint32(nil), c.starts...)
	for _, e := range entries {
		word := rank[e>>32]
		c.list[next[word]] = posting(e)
		next[word]++
	}
	return c
}
