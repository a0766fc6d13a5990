package additions

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// pasted is a line that isn't stored yet.
type pasted struct {
	number int
	url    string
	key    string // catalog.WebsiteKey; empty: it failed
	host   string
	state  State
	reason string

	product int64
}

const badURL = "This isn't the URL of a public website."

// longestShown is how much is stored of a line that is no URL, in code points.
const longestShown = 200

// parse returns the lines of a text that are not blank.
func parse(text string) ([]pasted, error) {
	var lines []pasted
	first := map[string]int{} // lines by key
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		if line = field.CleanLine(strings.ToValidUTF8(line, "\uFFFD")); line == "" {
			continue
		}
		if len(lines) == MaxLines {
			return nil, invalid(fmt.Sprintf("Please add at most %d URLs at a time", MaxLines))
		}
		p := pasted{number: number, state: Queued}
		u := urlOf(line)
		if p.url = u.String(); len(p.url) > catalog.MaxWebsite || !field.WebURL(p.url) || !fetch.IsPublicName(u.Hostname()) {
			p.url, p.state, p.reason = cut(line, longestShown), Failed, badURL
			lines = append(lines, p)
			continue
		}
		p.host, p.key = strings.ToLower(u.Hostname()), catalog.WebsiteKey(p.url)
		if other := first[p.key]; other > 0 {
			p.state, p.reason = Duplicate, fmt.Sprintf("Same as line %d.", other)
		} else {
			first[p.key] = number
		}
		lines = append(lines, p)
	}
	if len(lines) == 0 {
		return nil, invalid("Please enter at least one URL")
	}
	return lines, nil
}

func invalid(message string) error {
	return fault.InvalidFields([]fault.Field{{Field: "text", Message: message}})
}

// urlOf returns a line as a URL: with https, if it has no scheme, and without what only says where it was found. It has no host if the
// line is no URL.
func urlOf(line string) *url.URL {
	line = strings.Trim(line, "<>\"',; ")
	if !strings.Contains(line, "://") {
		line = "https://" + line
	}
	u, err := url.Parse(line)
	if err != nil {
		return &url.URL{}
	}
	u.RawQuery = withoutTrackers(u.RawQuery)
	return u
}

func withoutTrackers(query string) string {
	var left []string
	for pair := range strings.SplitSeq(query, "&") {
		if name, _, _ := strings.Cut(pair, "="); pair != "" && !catalog.IsTracker(name) {
			left = append(left, pair)
		}
	}
	return strings.Join(left, "&")
}

// cut returns the first code points of a text.
func cut(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}
