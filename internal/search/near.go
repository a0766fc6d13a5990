package search

import "math/bits"

// nearPrefix is how many leading characters of a word the near index uses.
const nearPrefix = 7

// maxChecked limits how many words one lookup in the near index compares.
const maxChecked = 4096

// nearIndex finds the words within two edits of another by symmetric deletion (Garbe's SymSpell). A form is a word's
// first characters with at most two deleted; two near words share a form. Each word is in the bucket of each of its
// forms' hashes, and a lookup compares the words in the buckets of its own forms.
type nearIndex struct {
	shift   uint
	starts  []uint32
	entries []uint32 // a word's number and, in the lower 8 bits, part of the form's hash
}

func newNearIndex(d *dictionary) *nearIndex {
	words := make([]uint32, d.len())
	total := 0
	var w runes
	for i := range words {
		words[i] = uint32(i)
		w.set(d.word(i))
		total += formCount(w.len)
	}
	size := bits.Len(uint(total / 4))
	empty := &nearIndex{shift: uint(32 - size), starts: make([]uint32, 1<<size+1)}
	return empty.with(d, words, nil)
}

// with returns a copy of the index with its words renumbered (numbers holds the new number plus 1; 0 drops the word)
// and the added words of the dictionary. The number of buckets stays the same.
func (x *nearIndex) with(d *dictionary, added, numbers []uint32) *nearIndex {
	next := &nearIndex{shift: x.shift, starts: make([]uint32, len(x.starts))}
	buckets := uint32(len(x.starts) - 1)
	for bucket := range buckets {
		for _, e := range x.bucket(bucket) {
			if numbers[e>>8] > 0 {
				next.starts[bucket]++
			}
		}
	}
	eachAdded(d, added, func(_, hash uint32) { next.starts[hash>>x.shift]++ })
	sum := uint32(0)
	for i, n := range next.starts {
		sum += n
		next.starts[i] = sum // end of the bucket; put moves it back to the start
	}
	next.entries = make([]uint32, sum)
	for bucket := range buckets {
		for _, e := range x.bucket(bucket) {
			if numbers[e>>8] > 0 {
				next.put(bucket, (numbers[e>>8]-1)<<8|e&0xFF)
			}
		}
	}
	eachAdded(d, added, func(word, hash uint32) { next.put(hash>>x.shift, word<<8|hash&0xFF) })
	return next
}

func (x *nearIndex) bucket(i uint32) []uint32 { return x.entries[x.starts[i]:x.starts[i+1]] }

func (x *nearIndex) put(bucket, entry uint32) {
	x.starts[bucket]--
	x.entries[x.starts[bucket]] = entry
}

// crowded reports whether the index has outgrown its buckets.
func (x *nearIndex) crowded() bool { return len(x.entries) > 16*len(x.starts) }

func eachAdded(d *dictionary, added []uint32, visit func(word, hash uint32)) {
	var w runes
	for _, word := range added {
		w.set(d.word(int(word)))
		eachForm(&w, 2, func(hash uint32) { visit(word, hash) })
	}
}

// formCount returns how many forms a word of this length has. A word of fewer than three letters has none: search never
// takes it for a typo.
func formCount(letters int) int {
	if letters < 3 {
		return 0
	}
	n := min(letters, nearPrefix)
	return 1 + n + n*(n-1)/2
}

// eachForm visits the hashes of the word's forms: none, one and (if most is 2) two characters deleted.
func eachForm(w *runes, most int, visit func(hash uint32)) {
	if formCount(w.len) == 0 {
		return
	}
	head := w.at[:min(w.len, nearPrefix)]
	visit(hashForm(head, -1, -1))
	for i := range head {
		visit(hashForm(head, i, -1))
		for j := 0; j < i && most > 1; j++ {
			visit(hashForm(head, j, i))
		}
	}
}

// hashForm is FNV-1a over the characters except a and b, with a final mix to make the high bits usable.
func hashForm(head []rune, a, b int) uint32 {
	hash := uint32(2166136261)
	for i, r := range head {
		if i != a && i != b {
			hash = (hash ^ uint32(r)) * 16777619
		}
	}
	hash ^= hash >> 15
	hash *= 2654435769
	return hash ^ hash>>13
}

// maxForms is the maximum number of forms: nearPrefix characters with at most two deleted.
const maxForms = 1 + nearPrefix + nearPrefix*(nearPrefix-1)/2

// candidates visits words that may be near w, some more than once: within one edit, or within two if w or such a word
// is long enough. It finds all buckets before it reads the first, so that the CPU's memory accesses overlap.
func (x *nearIndex) candidates(w *runes, visit func(word uint32)) {
	if len(x.entries) == 0 {
		return
	}
	var buckets [maxForms][]uint32
	var marks [maxForms]uint32
	n := 0
	eachForm(w, allowed(w.len+2), func(hash uint32) {
		buckets[n], marks[n] = x.bucket(hash>>x.shift), hash&0xFF
		n++
	})
	left := maxChecked
	for i, bucket := range buckets[:n] {
		for _, e := range bucket {
			if e&0xFF != marks[i] {
				continue
			}
			if left--; left < 0 {
				return
			}
			visit(e >> 8)
		}
	}
}

// misspelt visits the ranges of words that begin with the prefix after one edit in it. It takes candidate characters
// from the dictionary, so the work is a few hundred searches in narrow ranges.
func (d *dictionary) misspelt(prefix string, visit func(from, to int)) {
	from, to := 0, d.len()
	for at := 0; at < len(prefix) && from < to; {
		size := runeSize(prefix[at])
		rest := prefix[at+size:]
		d.tryRange(prefix[:at]+rest, from, to, visit)
		if rest != "" {
			next := runeSize(rest[0])
			d.tryRange(prefix[:at]+rest[:next]+prefix[at:at+size]+rest[next:], from, to, visit)
		}
		d.tryNext(prefix, at, size, from, to, visit)
		at += size
		from, to = d.completions(prefix[:at], from, to)
	}
}

// tryNext takes each character that follows prefix[:at] in the dictionary and tries it as a replacement for the
// prefix's own character and as an insertion before it.
func (d *dictionary) tryNext(prefix string, at, size, from, to int, visit func(from, to int)) {
	if from < to && len(d.word(from)) == at {
		from++
	}
	for from < to {
		word := d.word(from)
		head := word[:min(len(word), at+runeSize(word[at]))]
		end := d.end(head, from, to)
		if head[at:] != prefix[at:at+size] {
			d.tryRange(head+prefix[at+size:], from, end, visit)
			d.tryRange(head+prefix[at:], from, end, visit)
		}
		from = end
	}
}

func (d *dictionary) tryRange(prefix string, from, to int, visit func(from, to int)) {
	if from, to = d.completions(prefix, from, to); from < to {
		visit(from, to)
	}
}

// runeSize returns the length in bytes of the character whose first byte is b.
func runeSize(b byte) int {
	switch {
	case b < 0xC0:
		return 1
	case b < 0xE0:
		return 2
	case b < 0xF0:
		return 3
	}
	return 4
}
