package exchange

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// firstRow is an earlier row with a website or a name.
type firstRow struct {
	line    int
	hasID   bool
	hasSlug bool
	name    string
	website string
}

// repeated returns the reasons to refuse a row that matches the product of an earlier row: it would overwrite the
// earlier one, and importing the same file again would change the product twice more.
func (g *collector) repeated(row catalog.ImportRow) []string {
	var reasons []string
	say := func(what string, line int) {
		reasons = append(reasons, fmt.Sprintf("%s: the same as on line %d; the two would overwrite each other", what, line))
	}
	if line := g.ids[row.ID]; row.ID > 0 && line > 0 {
		say("id", line)
	}
	if line := g.slugs[row.Draft.Slug]; row.Draft.Slug != "" && line > 0 {
		say("slug", line)
	}
	return append(reasons, g.sharing(row)...)
}

// sharing returns the reason to refuse a row that may be the product of an earlier row because of its website or its
// name. Rows with ids of their own are two products, as are rows with slugs and names of their own. Without those,
// rows with different names are two products if their URLs differ too: in a tracking parameter or a fragment.
func (g *collector) sharing(row catalog.ImportRow) []string {
	const both = "the two would overwrite each other"
	switch g.match {
	case catalog.MatchID:
		return nil
	case catalog.MatchName:
		if first, seen := g.names[catalog.Fold(row.Draft.Name)]; seen && (row.ID == 0 || !first.hasID) {
			return []string{fmt.Sprintf("name: the same as on line %d; %s", first.line, both)}
		}
		return nil
	}
	for _, first := range g.websites[catalog.WebsiteKey(row.Draft.Website)] {
		isNamesake := catalog.Fold(first.name) == catalog.Fold(row.Draft.Name)
		switch {
		case row.ID > 0 && first.hasID:
		case isNamesake, g.match == catalog.MatchWebsite:
			return []string{fmt.Sprintf("website: the same as on line %d; %s", first.line, both)}
		case row.Draft.Slug != "" && first.hasSlug:
		case plainAddress(first.website) == plainAddress(row.Draft.Website):
			return []string{fmt.Sprintf("website: the same as that of %q on line %d; if they are two tools, give each a slug of its own or match by name (--match name)", shorten(first.name), first.line)}
		}
	}
	return nil
}

// campaign is a tracking parameter that says only where a link was published.
var campaign = regexp.MustCompile(`([?&])utm_[^&#]*&?`)

// plainAddress returns a URL without what says nothing about the page: scheme, www, campaign, slash at the end.
func plainAddress(website string) string {
	_, address, _ := strings.Cut(strings.ToLower(website), "://")
	return strings.TrimRight(campaign.ReplaceAllString(strings.TrimPrefix(address, "www."), "$1"), "/?&#")
}

// maxSharing bounds how many rows with one website are compared with each other.
const maxSharing = 100

func (g *collector) remember(row catalog.ImportRow) {
	if row.ID > 0 {
		g.ids[row.ID] = row.Line
	}
	if row.Draft.Slug != "" {
		g.slugs[row.Draft.Slug] = row.Line
	}
	this := firstRow{line: row.Line, hasID: row.ID > 0, hasSlug: row.Draft.Slug != "", name: row.Draft.Name, website: row.Draft.Website}
	if name := catalog.Fold(row.Draft.Name); g.match == catalog.MatchName && g.names[name].line == 0 {
		g.names[name] = this
	}
	if key := catalog.WebsiteKey(row.Draft.Website); len(g.websites[key]) < maxSharing {
		g.websites[key] = append(g.websites[key], this)
	}
}
