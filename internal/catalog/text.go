package catalog

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold normalizes text for matching without case and accents: NFKD, accents removed, lower case, each run of white space
// a single space. "Éditeur  Vidéo" and "editeur video" fold to the same. Marks that belong to the letter stay, see
// isAccent: ガイド and カイト are two words.
func Fold(text string) string {
	folded := make([]byte, 0, len(text))
	blank, marked := false, false
	base, start := rune(0), 0 // the last character that is no mark, and where it starts
	compose := func() {
		if marked {
			folded, marked = append(folded[:start], norm.NFC.Bytes(folded[start:])...), false
		}
	}
	for _, r := range norm.NFKD.String(text) {
		if r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r) {
			if !isAccent(base, r) {
				folded, marked = utf8.AppendRune(folded, r), true
			}
			continue
		}
		compose()
		base = r
		if unicode.IsSpace(r) {
			blank = len(folded) > 0
			continue
		}
		if blank {
			folded, blank = append(folded, ' '), false
		}
		start = len(folded)
		folded = appendFolded(folded, r)
	}
	compose()
	return string(folded)
}

// isAccent reports whether a mark may be left out of a letter: an accent in Latin, Greek and Cyrillic, where й, ў and ї
// are letters of their own, and a vowel point in Hebrew and Arabic. In every other script a mark belongs to the
// letter: the sound marks of kana, the vowels and tones of the scripts of India and South-East Asia.
func isAccent(base, mark rune) bool {
	switch {
	case unicode.Is(unicode.Variation_Selector, mark):
		return true
	case mark == '\u0306' && (base == 'и' || base == 'И' || base == 'у' || base == 'У'), mark == '\u0308' && (base == 'і' || base == 'І'):
		return false
	}
	return base == 0 || unicode.In(base, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic, unicode.Common, unicode.Inherited)
}

// appendFolded appends a letter in lower case. Letters that NFKD does not decompose are written as people type them.
func appendFolded(to []byte, r rune) []byte {
	switch r {
	case 'ß', 'ẞ':
		return append(to, "ss"...)
	case 'æ', 'Æ':
		return append(to, "ae"...)
	case 'œ', 'Œ':
		return append(to, "oe"...)
	case 'ø', 'Ø':
		return append(to, 'o')
	case 'ł', 'Ł':
		return append(to, 'l')
	case 'đ', 'Đ':
		return append(to, 'd')
	case 'ı':
		return append(to, 'i')
	}
	return utf8.AppendRune(to, unicode.ToLower(r))
}

// maxSlug is the longest slug in bytes: names may have 200 code points, but URLs should stay readable.
const maxSlug = 80

// Slug derives a slug from a name: folded, letters with their marks and digits of any script unchanged, all else a hyphen. It
// is composed (NFC), as people type it. A name without any letter or digit gives "tool".
func Slug(name string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range norm.NFC.String(Fold(name)) {
		if isMark := unicode.In(r, unicode.Mn, unicode.Mc) && b.Len() > 0 && !hyphen; !unicode.IsLetter(r) && !unicode.IsDigit(r) && !isMark {
			hyphen = b.Len() > 0
			continue
		}
		if b.Len()+len(string(r))+1 > maxSlug {
			break
		}
		if hyphen {
			b.WriteByte('-')
			hyphen = false
		}
		b.WriteRune(r)
	}
	slug := b.String()
	if slug == "" {
		return "tool"
	}
	if isNumber(slug) { // a URL takes an id or a slug, so a slug must not be a number
		return "tool-" + slug
	}
	return slug
}

// ValidSlug reports whether Slug leaves the word unchanged, or only composes it: earlier versions did not.
func ValidSlug(word string) bool {
	slug := Slug(word)
	return word != "" && (slug == word || norm.NFD.String(slug) == word)
}

func isNumber(word string) bool {
	for _, r := range word {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}

// Host returns the host of a website in lower case, without "www.". It is empty if the text is not a URL.
func Host(website string) string {
	u, err := url.Parse(website)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}

// trackers are URL parameters that only identify the source of a visit, set by advertisers, email senders and affiliate
// programs. All that begin with utm_ are trackers too.
var trackers = map[string]bool{
	"ref": true, "via": true, "fbclid": true, "gclid": true, "gclsrc": true, "dclid": true, "gbraid": true, "wbraid": true, "msclkid": true,
	"yclid": true, "ttclid": true, "twclid": true, "igshid": true, "li_fat_id": true, "mc_cid": true, "mc_eid": true, "_ga": true, "_gl": true,
	"_hsenc": true, "_hsmi": true, "mkt_tok": true, "ref_src": true,
}

// IsTracker reports whether a URL parameter only identifies the source of a visit.
func IsTracker(name string) bool {
	name = strings.ToLower(name)
	return trackers[name] || strings.HasPrefix(name, "utm_")
}

// NameKey returns what the names of one product have in common, however they are spelled: letters and digits, without "AI", "App" or
// the ending of a domain at the end. It is empty if the name has none. Two products may have the same.
func NameKey(name string) string {
	words := strings.FieldsFunc(Fold(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for len(words) > 1 && slices.Contains(nameEndings, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	key := strings.Join(words, "")
	if short := strings.TrimSuffix(key, "ai"); utf8.RuneCountInString(short) >= leastName {
		return short
	}
	return key
}

// nameEndings are the words at the end of a name that some spellings have and others don't.
var nameEndings = []string{"ai", "app", "co", "com", "dev", "io", "net", "org"}

// leastName is how many letters of a name must be left without "AI" at its end: "Chai" is not "Ch".
const leastName = 4

// WebsiteKey returns the part that spellings of one URL have in common: no scheme, no www, no trailing dot or slash, no
// tracking parameters (utm_*, ref and the like), no fragment unless it is a path. It is empty if the text is not an
// http(s) URL.
func WebsiteKey(website string) string {
	u, err := url.Parse(strings.TrimSpace(website))
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return ""
	}
	host := strings.TrimPrefix(strings.ToLower(u.Host), "www.")
	host = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(host, ":443"), ":80"), ".")
	key := host + strings.TrimRight(u.EscapedPath(), "/")
	var kept []string
	for _, pair := range strings.Split(u.RawQuery, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name == "" || IsTracker(name) {
			continue
		}
		kept = append(kept, pair)
	}
	if len(kept) > 0 {
		key += "?" + strings.Join(kept, "&")
	}
	if strings.HasPrefix(u.Fragment, "/") || strings.HasPrefix(u.Fragment, "!") {
		key += "#" + u.EscapedFragment()
	}
	return key
}
