package pages

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/idna"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/source"
)

// redirect redirects to the canonical URL. It forbids caching for a former category name, product or collection slug, because
// another one may take it, and for another name of a comparison, because products get other slugs.
func redirect(w http.ResponseWriter, r *http.Request, canonical string, renamed bool) {
	if renamed {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, canonical, http.StatusMovedPermanently)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	http.Redirect(w, r, canonical, http.StatusPermanentRedirect)
}

// goFolder is before the slug in the path that leads to a product's website.
const goFolder = "/go/"

// WebsitePath returns the path that leads to a tool's website, and counts the visit.
func WebsitePath(slug string) string { return goFolder + url.PathEscape(slug) }

// redirectToWebsite redirects /go/{id or slug} to the product's website and counts the visit, for feeds, emails and
// programs, which send no beacon. It does not count HEAD. It reports whether such a product with a website exists, or is in
// the trash; if not, it writes nothing.
func redirectToWebsite(v *View, w http.ResponseWriter, r *http.Request) bool {
	name := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, goFolder), "/")
	if len(name) > LongestName {
		return false
	}
	item, found := ProductNamed(name, v.Snapshot)
	if !found && IsGone(name, v.Snapshot) {
		serveGone(w)
		return true
	}
	if !found || !field.WebURL(item.Product().Website) { // the database may hold a URL that is not http(s)
		return false
	}
	if r.Method == http.MethodGet {
		for _, page := range v.pages.options.Table {
			if page.Visited != nil {
				page.Visited(v, r, item.ID())
			}
		}
	}
	destination := item.Product().Website
	link, isPaid := item.LinkInUse(time.Now())
	from := r.URL.Query().Get("from")
	booking, isBooked := browse.BookingFrom(from, item.Item)
	if (isPaid || isBooked) && isClick(r) {
		click := Click{item.ID(), link, placement(v, from, item.Item), booking}
		if clicked := v.pages.options.Clicked; clicked != nil {
			clicked(r, click)
		}
		if isPaid {
			destination = link.Address(click.Placement, item.Slug())
		}
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store") // otherwise later visits would not be counted
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Referrer-Policy", "no-referrer") // same as the Visit button
	http.Redirect(w, r, plainHost(destination), http.StatusFound)
	return true
}

// Click is a visitor's click that leads to an affiliate link, or comes from a booked place.
type Click struct {
	Product   int64
	Link      catalog.PaidLink // zero: to the website
	Placement string           // one of placements, an issue, or "other"
	Booking   catalog.Booking  // zero: none
}

// isClick reports whether a request may be somebody's click, that a network pays for. A HEAD, a robot that says so, and what a browser
// loads without going there are surely none: they get the website.
func isClick(r *http.Request) bool {
	mode := r.Header.Get("Sec-Fetch-Mode")
	return r.Method == http.MethodGet && (mode == "" || mode == "navigate") && !source.ByRobot(r.Header)
}

// placements are the places on the site from which Visit leads over /go/ (?from=list). The front end has them too
// (web/src/kit/tools/tool-buttons.tsx).
var placements = []string{"home", "list", "search", "tool", "alternatives", "comparison", "collection", "deal", "sponsored", "feed", "mcp", "api"}

// Placements returns the places on the site from which Visit leads over /go/, but issues of the newsletter, which are issue-1 and so
// on, and "other".
func Placements() []string { return slices.Clone(placements) }

// placement returns the place of a click: what the link says if the site has such a place, or an issue that has the tool. Anybody
// can write another one.
func placement(v *View, from string, item *browse.Item) string {
	if _, isBooked := browse.BookingFrom(from, item); isBooked {
		return "sponsored"
	}
	if slices.Contains(placements, from) || v.Settings.IssueFrom(from, item.ID()) > 0 {
		return from
	}
	return "other"
}

// IsGone reports whether a product that the catalogue does not have is in the trash.
func IsGone(name string, snapshot *browse.Snapshot) bool {
	_, deleted := snapshot.Trash().Find(name, time.Now())
	return deleted
}

// serveGone says that a tool is in the trash, for what is no page. It may be restored.
func serveGone(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "This tool is no longer listed.", http.StatusGone)
}

// plainHost returns the URL with its host in ASCII (punycode): bücher.example becomes xn--bcher-kva.example. A host
// that cannot be converted stays as it is.
func plainHost(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil || host == u.Hostname() {
		return address
	}
	return strings.Replace(address, u.Hostname(), host, 1)
}

// A badge says on a tool's own website that it is listed here: /badge/{slug}.svg, in two themes.
const (
	badgeFolder = "/badge/"
	badgeSuffix = ".svg"
	badgeHeight = 40
	badgeName   = 40 // code points of the site's name
)

// badgeColors are the colors of a theme.
type badgeColors struct{ ground, edge, text, muted, brass, light string }

// badgeThemes are the themes by their name in the URL. The colors are those of theme.css; on white, brass is darker.
var badgeThemes = map[string]badgeColors{
	"dark":  {"#16130f", "#3a352e", "#f6efe2", "#b5ada0", "#e8c27a", "#f6efe2"},
	"light": {"#ffffff", "#d9d2c6", "#1c1813", "#6b6357", "#8f6a1c", "#1c1813"},
}

const defaultBadgeTheme = "dark"

// badges returns the badge in each theme. It is the same for all tools.
func badges(packer *encoding.Packer, name string) map[string]*content {
	made := map[string]*content{}
	for theme, colors := range badgeThemes {
		made[theme] = newContent(packer, encoding.Best, http.StatusOK, badge(name, colors),
			header("Content-Type", svgType),
			header("Cache-Control", "public, max-age=86400"),
			header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
			header("Cross-Origin-Resource-Policy", "cross-origin"), // it is for other sites
			header("X-Robots-Tag", "noindex"),
		)
	}
	return made
}

// badge draws the badge of a site. The reader's font is unknown, so the texts are fitted to the widths that they are
// expected to have.
func badge(siteName string, c badgeColors) []byte {
	name := Shorten(siteName, badgeName)
	const left, words = 42, "Listed on"
	wordsWidth, nameWidth := textWidth(words, 14), textWidth(name, 14.7) // bold is wider
	nameLeft := left + wordsWidth + 5
	width := nameLeft + nameWidth + 14
	var shown bytes.Buffer
	_ = xml.EscapeText(&shown, []byte(name)) // a bytes.Buffer never fails
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img"><title>Listed on %[3]s</title>`+
		`<rect x=".5" y=".5" width="%[4]d" height="%[5]d" rx="8" fill="%[6]s" stroke="%[7]s"/>`+
		`<g transform="translate(9 7) scale(.8)" fill="none" stroke="%[8]s" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"><path d="M8 24V9.5L16 6l8 3.5V24M6 25h20"/><path d="M16 12.5l2.2 4.3L16 21l-2.2-4.2z" fill="%[9]s" stroke="none"/></g>`+
		`<g font-family="Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif" font-size="14">`+
		`<text x="%[10]d" y="25" fill="%[11]s" textLength="%[12]d" lengthAdjust="spacingAndGlyphs">%[13]s</text>`+
		`<text x="%[14]d" y="25" fill="%[15]s" font-weight="600" textLength="%[16]d" lengthAdjust="spacingAndGlyphs">%[3]s</text></g></svg>`+"\n",
		width, badgeHeight, shown.String(), width-1, badgeHeight-1, c.ground, c.edge, c.brass, c.light,
		left, c.muted, wordsWidth, words, nameLeft, c.text, nameWidth)
}

// textWidth estimates the width of a text in a sans-serif font of this size, in pixels, rounded up.
func textWidth(text string, size float64) int {
	width := 0.0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		case strings.ContainsRune("ijlI|!.,:;' `", r):
			width += 0.28
		case strings.ContainsRune(`frt()[]{}-"/\*`, r):
			width += 0.38
		case strings.ContainsRune("mwMW@%", r), r >= 0x2E80: // wide scripts and emoji
			width++
		case unicode.IsUpper(r):
			width += 0.69
		default:
			width += 0.58
		}
	}
	return int(width*size) + 1
}

// serveBadge serves the badge of the tool that the URL names, or a 404. Another spelling of the slug, or a former
// one, redirects.
func serveBadge(v *View, w http.ResponseWriter, r *http.Request) bool {
	name, isBadge := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, badgeFolder), badgeSuffix)
	item, found := ProductNamed(name, v.Snapshot)
	switch {
	case isBadge && !found && IsGone(name, v.Snapshot):
		serveGone(w)
	case !isBadge || !found || len(name) > LongestName:
		serveFile(w, r, nil)
	case item.Slug() != name:
		query := ""
		if r.URL.RawQuery != "" {
			query = "?" + r.URL.RawQuery
		}
		status := http.StatusPermanentRedirect
		if item.Renamed {
			status = http.StatusMovedPermanently
		}
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, badgeFolder+url.PathEscape(item.Slug())+badgeSuffix+query, status)
	default:
		theme := r.URL.Query().Get("theme")
		themes := v.pages.filesNamed().badge
		serveFile(w, r, cmp.Or(themes[theme], themes[defaultBadgeTheme]))
	}
	return true
}
