package account

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

const (
	maxEmail = 200 // characters of a typed email; the rest is cut
	maxName  = 200 // characters
)

// EmailKey returns the key under which two spellings of an email are the same account. It ignores case, width and other
// compatibility forms (NFKC), and whether a domain is in Unicode or ASCII (IDNA). It is safe to store for any input.
func EmailKey(email string) string {
	key := norm.NFKC.String(strings.ToLower(norm.NFKC.String(shown(email))))
	at := strings.LastIndexByte(key, '@')
	if at < 0 {
		return key
	}
	domain, err := idna.Lookup.ToASCII(key[at+1:])
	if err != nil { // a name of a local network, or no domain at all: compared as written
		return key
	}
	return key[:at+1] + domain
}

// shown returns a typed email as the audit stores it: one line, cut to maxEmail.
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

// disturbs reports whether a character is invisible but changes how the text around it is shown. No name contains one,
// and people read the audit.
func disturbs(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}

// CheckEmail refuses anything but a plain email address.
func CheckEmail(email string) error {
	if !field.IsEmail(email) || shown(email) != email {
		return fault.InvalidFields([]fault.Field{{Field: "email", Message: "Please enter an email address, for example admin@example.com."}})
	}
	return nil
}

// checkName returns the name as it is stored.
func checkName(name string) (string, error) {
	name = strings.TrimSpace(norm.NFC.String(name))
	if utf8.RuneCountInString(name) > maxName || !utf8.ValidString(name) || strings.ContainsFunc(name, disturbs) {
		return "", fault.InvalidFields([]fault.Field{{Field: "name", Message: "Please enter a name of at most 200 characters, on one line."}})
	}
	return name, nil
}
