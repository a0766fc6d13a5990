// Package searches counts what visitors search for in vain, without knowing who, and keeps the site's own synonyms for it.
//
// A search is in vain if no tool has all of its words. What is stored of it is a day and a number, and its words once LeastAsked
// have asked: until then only their hash. A client that asks on several days counts on each of them, as nothing tells that it is the same.
//
// # To change
//
//   - when a search counts, and for whom: recorder.go; which words never do: here; go test ./internal/searches
//   - what is stored of it, and for how long: queries.go; -run Vain
//   - synonyms: synonym.go, their undo and archive in records.go; what they mean for a search: internal/search/needs.go
package searches

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// LeastAsked is how many must have searched for words in the last visits.Window days before the words are stored and listed.
const LeastAsked = 3

const (
	maxListed = 500 // searches in vain
	mostDigit = 6   // more may be somebody's number
)

// Normalize returns words in the form in which they count: without case, accents and punctuation around them, with single spaces.
// Empty: they don't count, because there are too many, or because they may be somebody's email address or number.
func Normalize(words string) string {
	if len(words) > utf8.UTFMax*browse.MaxSearch {
		return ""
	}
	words = strings.TrimFunc(catalog.Fold(words), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) && r != '#' && r != '@' })
	digits := 0
	for _, r := range words {
		if unicode.IsDigit(r) {
			digits++
		}
		if r == '@' || r == utf8.RuneError || unicode.IsControl(r) {
			return ""
		}
	}
	if digits > mostDigit || utf8.RuneCountInString(words) > browse.MaxSearch {
		return ""
	}
	return words
}

// keyOf is what is stored of normalized words until LeastAsked have asked. The site has no secret to key it with: whoever reads the
// database can try words that they think of.
func keyOf(words string) string {
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:])
}

// outcome returns how many tools a search finds, and which of its words they have if none has all of them.
func outcome(s *browse.Snapshot, words string) (found int, shownFor string) {
	page, err := s.List(browse.Query{Search: words, Limit: 1})
	if err != nil { // the query has no cursor, and no sort that is not known
		return 0, ""
	}
	return page.Total, page.Relaxed
}

// isVain reports whether no tool has all words of a search.
func isVain(found int, shownFor string) bool { return found == 0 || shownFor != "" }

// Count is how many clients searched for words on a day.
type Count struct {
	Day   visits.Day
	Words string
	Asked int64
}

// oldest is the first day that counts.
func oldest(today visits.Day) visits.Day { return today - visits.Window + 1 }
