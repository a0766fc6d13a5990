package exchange

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// aliases maps the names that other programs give a column, in canonical form, to ours. A column with our own name wins.
var aliases = func() map[string]string {
	names := map[string]string{}
	for field, others := range map[string][]string{
		"name":        {"title", "posttitle", "listingtitle", "tool", "toolname", "product", "productname"},
		"website":     {"url", "link", "homepage", "websiteurl", "websitelink", "externalurl", "companywebsite", "listingwebsite", "hpwebsite", "hpurl"},
		"description": {"content", "postcontent", "listingcontent", "summary", "about"},
		"categories":  {"category", "postcategory", "listingcategories", "listingcategory"},
		"tags":        {"tag", "posttags", "keywords", "listingtags"},
		"pricing":     {"price", "pricingmodel", "pricerange", "plan"},
		"logo":        {"logourl", "icon", "iconurl"},
		"images":      {"screenshots", "screenshot", "image", "imageurl", "postimages", "listingimg"},
		"videourl":    {"video", "companyvideo"},
		"isfeatured":  {"featured"},
		"slug":        {"postname"},
	} {
		for _, other := range others {
			names[other] = field
		}
	}
	return names
}()

// fieldOf returns the canonical name of the field that a column is read into, or "" for an unknown column.
func fieldOf(name string) string {
	if columns[name] != nil {
		return name
	}
	return aliases[name]
}

// origin is the program that a row comes from, as far as it changes how cells are read.
type origin struct {
	own        bool // our own export: cells are taken as they are
	wordPress  bool // markup in texts, entities everywhere, lists separated by | and >
	pocketBase bool // markup in texts
}

// originOf recognizes a program by columns that only its exports have, given in canonical form.
func originOf(names []string) origin {
	has := func(name string) bool { return slices.Contains(names, name) }
	return origin{
		own:        has("logocolor"),
		wordPress:  has("posttitle") || has("listingtitle") || has("posttype") || has("permalink"),
		pocketBase: has("collectionid"),
	}
}

// foreign reports whether ids are those of another program, which must not match our own.
func (o origin) foreign() bool { return o.wordPress || o.pocketBase }

// clean returns a cell for a field as our own export would write it. The bool reports that the cell named files that
// the other program has, and the export has not.
func (o origin) clean(field, cell string) (string, bool) {
	if o.own {
		return cell, false
	}
	if o.foreign() && (field == "description" || field == "usecases") {
		if o.wordPress || markup.MatchString(cell) {
			return plainText(cell), false
		}
		return cell, false
	}
	if field == "categories" || field == "tags" {
		return o.cleanList(cell), false
	}
	if o.wordPress {
		cell = html.UnescapeString(cell)
	}
	switch field {
	case "images":
		return imageURLs(cell)
	case "logo":
		if isAttachment(cell) {
			return "", true
		}
	}
	return cell, false
}

// cleanList rewrites a list of names as a JSON array, which list reads. Lists of our own stay as they are.
func (o origin) cleanList(cell string) string {
	if o.wordPress && !isJSONList(cell) {
		cell = html.UnescapeString(cell)
	}
	items := list(cell)
	if o.wordPress && !isJSONList(cell) && strings.ContainsAny(cell, "|>") {
		items = strings.FieldsFunc(cell, func(r rune) bool { return r == '|' || r == '>' })
	}
	changed := o.wordPress
	for i, item := range items {
		if o.wordPress {
			items[i] = html.UnescapeString(item)
		}
		if !strings.HasSuffix(item, ")") {
			continue
		}
		if relation := notionRelation.FindStringSubmatch(item); relation != nil {
			items[i], changed = relation[1], true
		}
	}
	if !changed {
		return cell
	}
	return jsonList(items)
}

// jsonList returns the items as a JSON array, which list reads; no items are an empty cell.
func jsonList(items []string) string {
	if len(items) == 0 {
		return ""
	}
	text, err := json.Marshal(items)
	if err != nil { // a list of strings: cannot fail
		panic(err)
	}
	return string(text)
}

var (
	// notionRelation is how Notion writes a related page: "Writing (https://www.notion.so/Writing-5f0c…)" or
	// "Writing (Categories/Writing 5f0c….md)".
	notionRelation = regexp.MustCompile(`^(.+) \((?:https://(?:www\.)?notion\.(?:so|com)/[^()]*|[^()]*\.(?:md|csv))\)$`)
	// numbers is a list of the numbers that WordPress gives to categories.
	numbers = regexp.MustCompile(`^[0-9]+$`)
	// recordID is the id of a record in PocketBase.
	recordID = regexp.MustCompile(`^[a-z0-9]{15}$`)
	// imageFile is the name of an image without a host.
	imageFile = regexp.MustCompile(`(?i)^[^:]+\.(png|jpe?g|gif|webp|svg|avif|bmp|heic)$`)
	// betweenURLs is the comma between two image URLs.
	betweenURLs = regexp.MustCompile(`,\s*(https?://)`)
	// airtableFile is a link to an attachment, which Airtable lets expire after some hours.
	airtableFile = regexp.MustCompile(`\.?(airtableusercontent\.com|dl\.airtable\.com)/`)
)

// isAttachment reports whether a cell names a file that the export does not have: a name without a host, as Notion and
// PocketBase write them, or a link of Airtable's.
func isAttachment(cell string) bool {
	cell = strings.TrimSpace(cell)
	return airtableFile.MatchString(cell) || (!strings.HasPrefix(cell, "/") && imageFile.MatchString(cell))
}

// imageURLs returns the URLs in a cell, separated by spaces, and reports whether it left attachments out. WordPress
// separates them by commas, GeoDirectory by two colons and adds number, title and caption behind bars.
func imageURLs(cell string) (string, bool) {
	if isAttachment(cell) {
		return "", true
	}
	if isJSONList(cell) {
		all := list(cell)
		urls := slices.DeleteFunc(slices.Clone(all), isAttachment)
		return jsonList(urls), len(urls) < len(all)
	}
	cell = betweenURLs.ReplaceAllString(cell, " $1")
	if !strings.Contains(cell, "|") {
		return cell, false
	}
	var urls []string
	for _, image := range strings.Split(cell, "::") {
		for part := range strings.SplitSeq(image, "|") {
			if part = strings.TrimPrefix(strings.TrimSpace(part), "#"); catalog.WebsiteKey(part) != "" {
				urls = append(urls, part)
			}
		}
	}
	return strings.Join(urls, " "), false
}

// unnamed returns the reason to refuse categories that are only numbers of another database, or "".
func (o origin) unnamed(categories []string) string {
	isID := func(pattern *regexp.Regexp) bool {
		return len(categories) > 0 && !slices.ContainsFunc(categories, func(c string) bool { return !pattern.MatchString(strings.TrimSpace(c)) })
	}
	switch {
	case o.wordPress && isID(numbers):
		return "categories: these are the numbers of categories in WordPress; replace them with the names"
	case o.pocketBase && isID(recordID):
		return "categories: these are the ids of related records; add ?expand= and the name of the relation to the request"
	}
	return ""
}
