package field

import (
	"net/mail"
	"strings"
	"unicode"
)

// maxEmail is the length limit of an email address in bytes: RFC 5321, 4.5.3.1.3, less the angle brackets.
const maxEmail = 254

// IsEmail reports whether the text is one plain email address, without a name or anything around it.
func IsEmail(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Name == "" && parsed.Address == text && len(text) <= maxEmail &&
		!strings.ContainsFunc(text, func(r rune) bool {
			return unicode.IsControl(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
		})
}
