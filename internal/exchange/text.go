package exchange

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// nothings are what people write into a cell that they leave empty, folded.
var nothings = map[string]bool{"": true, "-": true, "--": true, "---": true, "–": true, "—": true, "n/a": true, "n.a.": true, "#n/a": true, "na": true, "n. a.": true,
	"null": true, "nil": true, "none": true, "undefined": true, "k. a.": true, "k.a.": true, "(empty)": true, "?": true}

// isNothing reports whether a cell is empty, or says so.
func isNothing(cell string) bool { return nothings[catalog.Fold(strings.TrimSpace(cell))] }

// clean turns a row of another program into plain text: no markup, entities or shortcodes in any of its texts, a scheme
// before every URL, and nothing where somebody wrote that there is nothing.
func (r *rawRow) clean(o origin) {
	name, website := plainLine(r.Name), absoluteURL(r.Website) // neither may be missing
	r.EachText(func(kind catalog.TextKind, text *string) {
		switch kind {
		case catalog.Line:
			*text = optional(plainLine(*text))
		case catalog.Lines:
			*text = optional(o.plain(*text))
		case catalog.URL:
			*text = optional(absoluteURL(*text))
		}
	})
	r.Name, r.Website = name, website
	r.Pricing, r.Type = optional(plainLine(r.Pricing)), catalog.Type(plainLine(string(r.Type)))
}

// optional returns a text, or nothing for one that says so.
func optional(text string) string {
	if isNothing(text) {
		return ""
	}
	return text
}

// plain returns a long text without markup, entities and shortcodes. Only a text with tags of HTML loses what is in
// angle brackets: "x < y" stays.
func (o origin) plain(text string) string {
	text = withoutShortcodes(decoded(text))
	if o.wordPress || markup.MatchString(text) {
		text = plainText(text)
	}
	return withoutEntities(text)
}

// plainLine is plain for a name or another line.
func plainLine(text string) string {
	if link := formulaLink.FindStringSubmatch(strings.TrimSpace(text)); link != nil {
		text = cmp.Or(link[2], link[1])
	}
	if text = decoded(text); markup.MatchString(text) {
		text = strings.Join(strings.Fields(plainText(text)), " ")
	}
	return withoutEntities(text)
}

// entity is a character as HTML names it. Without the semicolon it may be part of a URL.
var entity = regexp.MustCompile(`&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});`)

// withoutEntities replaces entities, and those that were written twice, as in "&amp;amp;".
func withoutEntities(text string) string {
	for range 2 {
		if !strings.Contains(text, "&") {
			break
		}
		text = entity.ReplaceAllStringFunc(text, html.UnescapeString)
	}
	return text
}

var (
	// formulaLink is a link of a spreadsheet whose formula was exported.
	formulaLink = regexp.MustCompile(`(?i)^=HYPERLINK\(\s*"([^"]*)"\s*(?:[,;]\s*"([^"]*)"\s*)?\)$`)
	// linkOf is a URL in angle brackets or in a link of Markdown.
	linkOf = regexp.MustCompile(`(?i)^(?:<(https?://[^<>\s]+)>|\[([^\[\]]*)\]\(\s*(https?://[^()\s]+)\s*\))$`)
	// linkIn is the first link or image of a cell with HTML.
	linkIn = regexp.MustCompile(`(?i)<[^>]*\b(?:href|src)\s*=\s*["']?([^"'\s>]+)`)
	// hostFirst is a URL that lacks its scheme, or has only the slashes.
	hostFirst = regexp.MustCompile(`(?i)^(?://)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*(?::[0-9]+)?(?:[/?#].*)?)$`)
)

// absoluteURL returns a URL without invisible characters, with https:// if it begins with its host: themes and
// databases accept www.example.com and //example.com.
func absoluteURL(text string) string {
	text = strings.TrimSpace(text)
	if link := formulaLink.FindStringSubmatch(text); link != nil {
		text = link[1]
	}
	if link := linkOf.FindStringSubmatch(text); link != nil && (!strings.Contains(link[2], "://") || link[2] == link[3]) {
		text = link[1] + link[3]
	} else if link := linkIn.FindStringSubmatch(text); link != nil {
		text = link[1]
	}
	text = withoutEntities(text)
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Bidi_Control, r) || isForbidden(r) {
			return -1
		}
		return r
	}, text))
	if host := hostFirst.FindStringSubmatch(text); host != nil && !isAttachment(text) {
		return "https://" + host[1]
	}
	return text
}

// isForbidden reports whether a character has no place in any text.
func isForbidden(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }

// softBreak is a line break of a word processor.
var softBreak = regexp.MustCompile(` ?[\v\f\x{85}]+ ?`)

// withoutControls removes control characters: they are left over from word processors and broken conversions.
func withoutControls(text string) string {
	if !strings.ContainsFunc(text, isForbidden) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isForbidden(r) {
			return -1
		}
		return r
	}, softBreak.ReplaceAllString(terminalColor.ReplaceAllString(text, ""), " "))
}

// terminalColor is a command to a terminal, of which only the first character is a control character.
var terminalColor = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)
