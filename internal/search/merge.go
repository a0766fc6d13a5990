package search

import "cmp"

// merge combines base, without its gone documents, and delta, whose documents get the given numbers, into one segment.
// It merges dictionaries and postings directly and tokenizes nothing again.
func merge(base, delta *segment, gone []uint64, numbers []uint32) *segment {
	m := merger{base: base, delta: delta, gone: gone, numbers: numbers,
		fromBase: make([]uint32, base.words.len()), fromDelta: make([]uint32, delta.words.len())}
	m.labels()
	m.words()
	m.out.words = newDictionary(m.sorted)
	for _, c := range []*column{&m.out.texts, &m.out.names, &m.out.wholes, &m.out.lasts} {
		c.starts = append(c.starts, uint32(len(c.list)))
	}
	m.out.stems = mergeStems(&base.stems, &delta.stems, m.fromBase, m.fromDelta)
	m.out.near = base.near.with(&m.out.words, m.added, m.fromBase)
	if m.out.near.crowded() {
		m.out.near = newNearIndex(&m.out.words)
	}
	m.out.invert()
	return &m.out
}

// merger is the state of a merge.
type merger struct {
	base, delta *segment
	gone        []uint64
	numbers     []uint32
	sorted      []string
	fromBase    []uint32 // by word of base: its number in out plus 1; 0 if dropped
	fromDelta   []uint32
	added       []uint32 // words of out that base lacks
	out         segment
}

func (m *merger) labels() {
	m.out.size = m.base.size
	if n := len(m.numbers); n > 0 {
		m.out.size = max(m.out.size, int(m.numbers[n-1])+1)
	}
	m.out.labels = make([]string, m.out.size)
	for i, label := range m.base.labels {
		if !m.isGone(uint32(i)) {
			m.out.labels[i] = label
		}
	}
	for i, number := range m.numbers {
		m.out.labels[number] = m.delta.labels[i]
	}
}

func (m *merger) isGone(number uint32) bool { return m.gone[number>>6]&(1<<(number&63)) != 0 }

// words merges both dictionaries in order.
func (m *merger) words() {
	a, b := &m.base.words, &m.delta.words
	for i, j := 0, 0; i < a.len() || j < b.len(); {
		switch {
		case j == b.len() || i < a.len() && a.word(i) < b.word(j):
			m.word(a.word(i), i, -1)
			i++
		case i == a.len() || b.word(j) < a.word(i):
			m.word(b.word(j), -1, j)
			j++
		default:
			m.word(a.word(i), i, j)
			i, j = i+1, j+1
		}
	}
}

// word writes one word with the postings of both segments. It drops a word that has no documents left.
func (m *merger) word(word string, inBase, inDelta int) {
	texts, names, wholes, lasts := len(m.out.texts.list), len(m.out.names.list), len(m.out.wholes.list), len(m.out.lasts.list)
	m.merge(&m.out.texts, &m.base.texts, &m.delta.texts, inBase, inDelta)
	m.merge(&m.out.names, &m.base.names, &m.delta.names, inBase, inDelta)
	m.merge(&m.out.wholes, &m.base.wholes, &m.delta.wholes, inBase, inDelta)
	m.merge(&m.out.lasts, &m.base.lasts, &m.delta.lasts, inBase, inDelta)
	if len(m.out.texts.list) == texts && len(m.out.wholes.list) == wholes {
		return
	}
	m.sorted = append(m.sorted, word)
	if inBase >= 0 {
		m.fromBase[inBase] = uint32(len(m.sorted))
	} else {
		m.added = append(m.added, uint32(len(m.sorted)-1))
	}
	if inDelta >= 0 {
		m.fromDelta[inDelta] = uint32(len(m.sorted))
	}
	m.out.texts.starts = append(m.out.texts.starts, uint32(texts))
	m.out.names.starts = append(m.out.names.starts, uint32(names))
	m.out.wholes.starts = append(m.out.wholes.starts, uint32(wholes))
	m.out.lasts.starts = append(m.out.lasts.starts, uint32(lasts))
}

// merge appends a word's postings from base and delta (-1: the word is not there), documents ascending.
func (m *merger) merge(out, base, delta *column, inBase, inDelta int) {
	var old, added []posting
	if inBase >= 0 {
		old = base.at(inBase)
	}
	if inDelta >= 0 {
		added = delta.at(inDelta)
	}
	for _, p := range old {
		if m.isGone(p >> 8) {
			continue
		}
		for len(added) > 0 && m.numbers[added[0]>>8] < p>>8 {
			out.list = append(out.list, m.number(added[0]))
			added = added[1:]
		}
		out.list = append(out.list, p)
	}
	for _, p := range added {
		out.list = append(out.list, m.number(p))
	}
}

// number replaces the document number in delta's posting with the caller's.
func (m *merger) number(p posting) posting { return m.numbers[p>>8]<<8 | p&0xFF }

// mergeStems merges both indexes, renumbers their words (see merger.fromBase) and removes duplicates.
func mergeStems(base, delta *stemIndex, fromBase, fromDelta []uint32) stemIndex {
	var out stemIndex
	add := func(x *stemIndex, i int, numbers []uint32) {
		number, last := numbers[x.words[i]], len(out.words)
		if number == 0 || last > 0 && out.words[last-1] == number-1 {
			return
		}
		out.hashes, out.words = append(out.hashes, x.hashes[i]), append(out.words, number-1)
	}
	before := func(i, j int) bool {
		return cmp.Or(cmp.Compare(base.hashes[i], delta.hashes[j]),
			cmp.Compare(fromBase[base.words[i]], fromDelta[delta.words[j]])) <= 0
	}
	for i, j := 0, 0; i < len(base.words) || j < len(delta.words); {
		if j == len(delta.words) || i < len(base.words) && before(i, j) {
			add(base, i, fromBase)
			i++
		} else {
			add(delta, j, fromDelta)
			j++
		}
	}
	return out
}
