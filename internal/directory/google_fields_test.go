package directory_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/directory"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// googleType is what Google says about a type of structured data, in testdata/google-fields.json. A field has the form of
// its values; see fieldCheck.value.
type googleType struct {
	Source, About         string
	Required, Recommended map[string]string
	Other                 map[string]string // not in Google's lists; of the vocabulary of schema.org
	Absent                map[string]string // in Google's lists, but on no page, and why
}

// dataOfPages are the types at the top of each page's structured data, by the pattern of the page; the others have none.
var dataOfPages = map[string]string{
	"/": "WebSite, ItemList", "/tools": "ItemList, BreadcrumbList", "/categories": "ItemList, BreadcrumbList",
	"/veo3-generator":     "WebApplication",
	"/category/:category": "ItemList, BreadcrumbList", "/category/:category/page/2": "ItemList, BreadcrumbList", "/tag/:tag": "ItemList, BreadcrumbList",
	"/product/:id": "SoftwareApplication, BreadcrumbList", "/products/:id": "SoftwareApplication, BreadcrumbList", "/products/second": "SoftwareApplication, BreadcrumbList",
	"/alternatives/:id": "ItemList, BreadcrumbList", "/compare/:comparison": "ItemList, BreadcrumbList",
	"/deals": "ItemList, BreadcrumbList", "/collections": "ItemList, BreadcrumbList", "/best/:slug": "ItemList, BreadcrumbList",
	"/newsletter/archive": "ItemList", "/newsletter/archive/:number": "Article, BreadcrumbList",
	"/privacy-policy": "WebPage", "/terms-of-service": "WebPage", "/affiliate-disclaimer": "WebPage", "/gdpr-cookies": "WebPage", "/api": "WebPage",
	"/?search=tool": "ItemList", "/?pricing=Free": "ItemList",
}

// fieldCheck checks the structured data of pages against Google's lists of fields.
type fieldCheck struct {
	t      *testing.T
	h      *pagestest.Site
	types  map[string]googleType
	used   map[string]bool // "type field" that a page has
	path   string          // of the page
	page   string          // its address for others
	linked map[string]bool // addresses on the site that its data has
}

// TestGoogleFields checks the structured data of every kind of page: its types and fields are known, what Google requires is
// there, values have the right form, and addresses lead to pages.
func TestGoogleFields(t *testing.T) {
	h, paths := pagestest.HostileSite(t)
	c := &fieldCheck{t: t, h: h, used: map[string]bool{}, linked: map[string]bool{}}
	text, err := os.ReadFile("testdata/google-fields.json")
	storetest.NoError(t, err, json.Unmarshal(text, &c.types))
	for _, pattern := range slices.Sorted(maps.Keys(paths)) {
		page := h.Page(paths[pattern])
		storetest.Same(t, paths[pattern], page.Status, http.StatusOK)
		c.document(paths[pattern], page, dataOfPages[pattern])
	}
	hasAll := true // no feature was taken out
	for pattern := range dataOfPages {
		hasAll = hasAll && paths[pattern] != ""
	}
	for address := range c.linked {
		storetest.Same(t, address, h.Get(strings.TrimPrefix(address, "https://tools.example")).Code, http.StatusOK)
	}
	for name, info := range c.types {
		for field := range info.fields() {
			if !c.used[name+" "+field] && hasAll {
				t.Errorf("no page has %s of %s", field, name)
			}
		}
		if info.Source == "" || info.About == "" {
			t.Errorf("%s has no source", name)
		}
	}
	for category := range directory.ApplicationCategories {
		c.value("SoftwareApplication", "applicationCategory", c.types["SoftwareApplication"].Recommended["applicationCategory"], category, 0)
	}
}

func (g googleType) fields() map[string]string {
	all := map[string]string{}
	for _, fields := range []map[string]string{g.Required, g.Recommended, g.Other} {
		maps.Copy(all, fields)
	}
	return all
}

func (c *fieldCheck) errorf(format string, values ...any) {
	c.t.Helper()
	c.t.Errorf("%s: %s", c.path, fmt.Sprintf(format, values...))
}

// document checks the structured data of a page. What is at its top has these types.
func (c *fieldCheck) document(path string, page pagestest.Document, types string) {
	c.path, c.page = path, page.Metas["og:url"]
	page.IsHarmless(c.t, path, 0)
	if slices.ContainsFunc(page.Attrs, func(name string) bool { return name == "itemscope" || name == "itemtype" || name == "typeof" }) {
		c.errorf("it has structured data in attributes")
	}
	var found []string
	for _, node := range page.Graph(c.t, path) {
		found = append(found, fmt.Sprint(node["@type"]))
		c.node(fmt.Sprint(node["@type"]), node, 0)
	}
	storetest.Same(c.t, path+": types of structured data", strings.Join(found, ", "), types)
}

// node checks a node of a type in the file, which is the first item of its list, second and so on, or 0.
func (c *fieldCheck) node(name string, node any, position int) {
	fields, ok := node.(map[string]any)
	info, known := c.types[name]
	if !ok || !known {
		c.errorf("want an object of a known type, got one of type %q: %v", name, node)
		return
	}
	schemaType, _, _ := strings.Cut(name, " of ")
	storetest.Same(c.t, c.path+": type", fields["@type"], any(schemaType))
	forms := info.fields()
	for field, value := range fields {
		switch form, listed := forms[field]; {
		case field == "@type":
		case !listed:
			c.errorf("%s has the field %s, which is not in the list", name, field)
		default:
			c.used[name+" "+field] = true
			c.value(name, field, form, value, position)
		}
	}
	for field := range info.Required {
		if _, ok := fields[field]; !ok {
			c.errorf("%s lacks %s", name, field)
		}
	}
}

var listForm = regexp.MustCompile(`^(\d)\+ (.+)$`)

// value checks a value by its form: one of the cases below, a list as "2+ Type" for at least two, or a type of the file.
func (c *fieldCheck) value(name, field, form string, value any, position int) {
	words, isText := value.(string)
	number, _ := value.(float64)
	ok := false
	options, isOption := strings.CutPrefix(form, "one of ")
	switch list := listForm.FindStringSubmatch(form); {
	case list != nil:
		c.list(name+" "+field, list, value)
		return
	case isOption:
		ok = words == options || slices.Contains(strings.Fields(options), words)
	case form == "text":
		ok = isText && strings.TrimSpace(words) != ""
	case form == "position":
		ok = number == float64(position)
	case form == "number":
		ok = number > 0 && number == float64(int(number))
	case form == "price":
		_, err := strconv.ParseFloat(words, 64)
		ok = err == nil
	case form == "currency":
		ok = regexp.MustCompile(`^[A-Z]{3}$`).MatchString(words)
	case form == "date": // with a time and a zone
		_, err := time.Parse(time.RFC3339, words)
		ok = err == nil
	case form == "any url", form == "url", form == "this page", form == "search url":
		ok = c.url(form, words)
	default:
		c.node(form, value, 0)
		return
	}
	if !ok {
		c.errorf("%s of %s is %v, want %s", field, name, value, form)
	}
}

// list checks a list of nodes. What they link to differs.
func (c *fieldCheck) list(of string, form []string, value any) {
	elements, _ := value.([]any)
	if least, _ := strconv.Atoi(form[1]); len(elements) < least {
		c.errorf("%s has %d elements, want at least %d", of, len(elements), least)
	}
	seen := map[any]bool{}
	for i, element := range elements {
		c.node(form[2], element, i+1)
		if fields, ok := element.(map[string]any); ok {
			target := fmt.Sprint(fields["item"], fields["url"])
			if seen[target] {
				c.errorf("%s has %s twice", of, target)
			}
			seen[target] = true
		}
	}
}

// url checks an absolute address. All but "any url" are on the site.
func (c *fieldCheck) url(form, address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" {
		return false
	}
	switch form {
	case "any url":
		return true
	case "this page":
		return address == c.page
	case "search url":
		return strings.HasPrefix(address, "https://tools.example/?") && strings.Contains(address, "{search_term_string}")
	}
	c.linked[strings.TrimSuffix(address, "#"+u.Fragment)] = true
	return u.Host == "tools.example"
}
