package catalog

import (
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold normalizes text for matching without case and accents: NFKD, marks removed, lower case, each run of white space
// a single space. "Éditeur  Vidéo" and "editeur video" fold to the same.
func Fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	blank := false
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r):
			blank = b.Len() > 0
		default:
			if blank {
				b.WriteByte(' ')
				blank = false
			}
			writeFolded(&b, r)
		}
	}
	return b.String()
}

// writeFolded writes a letter in lower case. Letters that NFKD does not decompose are written as people type them.
func writeFolded(b *strings.Builder, r rune) {
	switch r {
	case 'ß', 'ẞ':
		b.WriteString("ss")
	case 'æ', 'Æ':
		b.WriteString("ae")
	case 'œ', 'Œ':
		b.WriteString("oe")
	case 'ø', 'Ø':
		b.WriteByte('o')
	case 'ł', 'Ł':
		b.WriteByte('l')
	case 'đ', 'Đ':
		b.WriteByte('d')
	case 'ı':
		b.WriteByte('i')
	default:
		b.WriteRune(unicode.ToLower(r))
	}
}

// maxSlug is the longest slug in bytes: names may have 200 code points, but URLs should stay readable.
const maxSlug = 80

// Slug derives a slug from a name: folded, letters and digits of any script unchanged, all else a hyphen. A name
// without any letter or digit gives "tool".
func Slug(name string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range Fold(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
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

// ValidSlug reports whether Slug leaves the word unchanged.
func ValidSlug(word string) bool { return word != "" && Slug(word) == word }

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
		if name = strings.ToLower(name); name == "" || trackers[name] || strings.HasPrefix(name, "utm_") {
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
