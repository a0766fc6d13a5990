package account

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"vitrine/internal/fault"
)

const (
	maxEmail = 200 // characters; of what somebody typed as their e-mail, the rest is cut
	maxName  = 200 // characters
)

// EmailKey is what makes two spellings of an e-mail the same account: case, width and other forms of a letter (NFKC) do not
// count, nor whether a domain is written in its own letters or in ASCII (IDNA). It is safe to store, whatever was typed.
func EmailKey(email string) string {
	key := norm.NFKC.String(strings.ToLower(norm.NFKC.String(shown(email))))
	at := strings.LastIndexByte(key, '@')
	if at < 0 {
		return key
	}
	domain, err := idna.Lookup.ToASCII(key[at+1:])
	if err != nil { // a name of a local network, or none at all: it is compared as it is written
		return key
	}
	return key[:at+1] + domain
}

// shown is what somebody typed as their e-mail as the audit keeps it: one line, cut.
func shown(email string) string {
	email = strings.Map(func(r rune) rune {
		if disturbs(r) {
			return utf8.RuneError
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(email, string(utf8.RuneError))))
	email = strings.TrimSpace(email)
	if utf8.RuneCountInString(email) > maxEmail {
		email = string([]rune(email)[:maxEmail])
	}
	return email
}

// disturbs reports whether a character changes how the text around it is shown, though it shows nothing itself: no name has
// one, and an audit is read by people.
func disturbs(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}

// checkEmail refuses what is no e-mail address.
func checkEmail(email string) error {
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Name != "" || parsed.Address != email || shown(email) != email {
		return fault.InvalidFields([]fault.Field{{Field: "email", Message: "Please enter an e-mail address, for example admin@example.com."}})
	}
	return nil
}

// checkName gives the name as it is kept.
func checkName(name string) (string, error) {
	name = strings.TrimSpace(norm.NFC.String(name))
	if utf8.RuneCountInString(name) > maxName || !utf8.ValidString(name) || strings.ContainsFunc(name, disturbs) {
		return "", fault.InvalidFields([]fault.Field{{Field: "name", Message: "Please enter a name of at most 200 characters, on one line."}})
	}
	return name, nil
}
