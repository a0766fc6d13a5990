package money

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// claim is the link and the place that a row of a report is about. The place is empty if that is not known.
type claim struct {
	link      Link
	placement string
	bySubID   bool
}

// claims finds which link a row is about.
type claims struct {
	bySubID     map[string]claim // what a sub-id says, for each link and place
	places      map[string]string
	byProgramme map[string][]Link // folded
	isClicked   map[dayOfProduct]bool
}

type dayOfProduct struct {
	day     visits.Day
	product int64
}

// anyIssue stands for the place of each issue of the newsletter.
const anyIssue = "issue-#"

var issues = regexp.MustCompile(`issue-\d{1,9}`)

// newClaims prepares the links, with the slugs that their products have and had.
func newClaims(links []Link, slugs map[int64][]string) *claims {
	c := &claims{bySubID: map[string]claim{}, places: map[string]string{}, byProgramme: map[string][]Link{}, isClicked: map[dayOfProduct]bool{}}
	for _, link := range links {
		if link.Programme != "" {
			key := catalog.Fold(link.Programme)
			c.byProgramme[key] = append(c.byProgramme[key], link)
		}
		for part := range strings.SplitSeq(link.SubID, "&") {
			_, value, _ := strings.Cut(part, "=")
			for _, place := range append(pages.Placements(), anyIssue) {
				said := strings.ReplaceAll(value, "{placement}", place)
				if said == value {
					place = "" // it does not say the place
				}
				if !strings.Contains(value, "{tool}") {
					c.places[said] = place
					continue
				}
				for _, slug := range slugs[link.ProductID] {
					c.bySubID[strings.ReplaceAll(said, "{tool}", slug)] = claim{link, place, true}
				}
			}
		}
	}
	return c
}

// find returns what a row is about: by its sub-id, else by its programme, if that is of one product alone, or visitors went to one
// alone on that day.
func (c *claims) find(row earning) claim {
	issue := issues.FindString(row.subID)
	subID := strings.Replace(row.subID, issue, anyIssue, min(1, len(issue)))
	place := func(known string) string {
		if known == anyIssue {
			return issue
		}
		return known
	}
	if found, ok := c.bySubID[subID]; ok {
		return claim{found.link, place(found.placement), true}
	}
	var of []Link
	for _, link := range c.byProgramme[catalog.Fold(row.programme)] {
		if !slices.ContainsFunc(of, func(other Link) bool { return other.ProductID == link.ProductID }) {
			of = append(of, link)
		}
	}
	if len(of) > 1 {
		of = slices.DeleteFunc(of, func(link Link) bool { return !c.isClicked[dayOfProduct{row.day, link.ProductID}] })
	}
	if len(of) != 1 {
		return claim{}
	}
	return claim{of[0], place(c.places[subID]), false}
}

// readClaims reads the links with the slugs that their products have and had, and for programmes of several products on which days
// visitors went to which.
func readClaims(ctx context.Context, tx db.Tx) (*claims, error) {
	links, err := table.Select(ctx, tx, "ORDER BY id")
	if err != nil {
		return nil, err
	}
	slugs := map[int64][]string{}
	type named struct {
		ID   int64  `db:"id"`
		Slug string `db:"slug"`
	}
	const ofLinks = "IN (SELECT product_id FROM affiliate_links)"
	found, err := db.Collect(ctx, tx, db.Columns[named], "SELECT id, slug FROM products WHERE id "+ofLinks+" UNION ALL SELECT product_id, slug FROM product_slugs WHERE product_id "+ofLinks)
	if err != nil {
		return nil, err
	}
	for _, n := range found {
		slugs[n.ID] = append(slugs[n.ID], n.Slug)
	}
	c := newClaims(links, slugs)
	type clicked struct {
		Day     int64 `db:"day"`
		Product int64 `db:"product_id"`
	}
	days, err := db.Collect(ctx, tx, db.Columns[clicked], "SELECT DISTINCT day, product_id FROM affiliate_clicks WHERE programme IN "+
		"(SELECT programme FROM affiliate_links WHERE programme <> '' GROUP BY programme HAVING COUNT(DISTINCT product_id) > 1)")
	for _, d := range days {
		c.isClicked[dayOfProduct{visits.Day(d.Day), d.Product}] = true
	}
	return c, err
}
