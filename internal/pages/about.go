package pages

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/api"
	"github.com/vitrine-directory/vitrine/internal/browse"
)

// URLs about the API. The server sends a request for apiPath here if it is a browser's, and to the API else.
const (
	apiPath         = "/api"
	descriptionPath = "/openapi.yaml"
)

// API is what the page about the API says.
type API struct {
	Calls          []api.Call
	CallsPerSecond int // of one network
	CallsAtOnce    int
}

// description returns the API's description with this site as its server, for copies of the file that no longer know
// where they come from.
func description(v *View) *content {
	server := fmt.Appendf(nil, "servers:\n  - url: %q\n", v.Origin)
	return v.File("application/yaml", slices.Concat(api.Description, server))
}

// apiPage is the page about the API, for people who write programs. It has nothing to press.
var apiPage = Page{
	Paths:      []string{apiPath},
	Scriptless: true,
	Head:       apiHead,
	Markdown:   apiMarkdown,
}

func apiHead(v *View, _ Address, h *Head) {
	h.Title = "API – " + h.SiteName
	h.Description = "Read the AI tools and categories of " + h.SiteName + " as JSON, free and without signing in: each call with its parameters and an example."
	h.Canonical = v.Origin + apiPath
	h.Nodes = append(h.Nodes, Object{"@type": "WebPage", "name": "API", "url": h.Canonical, "isPartOf": v.Website()})
}

func apiMarkdown(v *View, _ Address, m *Markdown) {
	m.Title, m.ShowContents = "API", true
	m.IDs = map[string]string{"Start here": "start", "Limits": "limits"}
	m.Write("Read every tool and category as JSON, free and without signing in.\n\n## Start here\n\nFive tools for video, as JSON:\n\n")
	m.code("curl '" + v.Origin + "/api/products?search=video&limit=5'")
	m.Write("The %s has every call and answer, for programs that write the client for you. %s lists the other files for programs: feeds, Markdown and the sitemap.",
		m.Link("OpenAPI description", descriptionPath), m.Link("llms.txt", "/llms.txt"))
	v.EachPage(func(page *Page) {
		if page.OnAPI != nil {
			page.OnAPI(m)
		}
	})
	if v.pages.notices != nil {
		m.Write(" The software behind this site is open source: %s.", m.Link("licenses", licencesPath))
	}
	limits := v.pages.options.API
	m.Write("\n\n## Limits\n\n"+
		"- One network may make %d calls a second, and %d at once. Further calls get status 429, and the seconds to wait in `Retry-After`.\n"+
		"- With `limit`, a list of tools comes in pages of at most %d. `X-Total-Count` has the number of matches, `Link` the URL of the next page.\n"+
		"- Answers have an `ETag`. Send it back as `If-None-Match`: what has not changed is answered with status 304 and no body.\n"+
		"- An error has a status of 400 or above, a sentence in `message`, and a word for programs in `code`.\n"+
		"- Browsers don’t let other sites’ scripts read the answers. Call the API from a server or a program.\n\n",
		limits.CallsPerSecond, limits.CallsAtOnce, browse.MaxLimit)
	for _, call := range limits.Calls {
		m.IDs["GET "+call.Path] = strings.NewReplacer("/api/", "", "/", "-", "{", "", "}", "").Replace(call.Path)
		m.Write("## %s\n\n%s.\n\n", MarkdownWords("GET "+call.Path), MarkdownWords(call.Summary))
		rows := [][]string{{"Parameter", "What it is"}}
		for _, param := range call.Params {
			about := param.Text
			if param.Required {
				about += " (required)"
			}
			if param.Values != "" {
				about += ": " + param.Values
			}
			rows = append(rows, []string{"`" + param.Name + "`", MarkdownWords(about)})
		}
		if len(rows) > 1 {
			m.Table(rows)
		}
		m.code("curl '" + v.Origin + exampleOf(v, call) + "'")
	}
}

// exampleOf returns the path and query of a call that works, with the first products, if any, and what the features know.
func exampleOf(v *View, call api.Call) string {
	slug, ids, examples := "name-of-a-tool", []string{"1", "2"}, map[string]string{}
	for _, page := range v.pages.options.Table {
		if page.Example != nil {
			parameter, value := page.Example(v)
			examples[parameter] = value
		}
	}
	for i, item := range Listed(v.Snapshot, browse.Query{Limit: len(ids)}).Items {
		ids[i] = fmt.Sprint(item.ID())
		if i == 0 {
			slug = item.Slug()
		}
	}
	path, query := call.Path, url.Values{}
	for _, param := range call.Params {
		first, _, _ := strings.Cut(param.Values, ", ")
		switch {
		case param.Name == "x":
			path = strings.ReplaceAll(path, "{x}", url.PathEscape(slug))
		case param.In == "path" && first != "":
			path = strings.ReplaceAll(path, "{"+param.Name+"}", first)
		case param.In == "path":
			path = strings.ReplaceAll(path, "{"+param.Name+"}", url.PathEscape(examples[param.Name]))
		case param.Name == "ids":
			query.Set("ids", ids[0])
		case param.Name == "products":
			query.Set("products", strings.Join(ids, ","))
		case param.Name == "website":
			query.Set("website", "https://example.com")
		case param.Name == "limit":
			query.Set("limit", "5")
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}

// licencesPath is the URL of the page about the software of others that the program contains.
const licencesPath = "/about/licences"

// notices are the licenses of the software of others that the program contains, as .ci/licences writes them.
type notices struct {
	Packages []noticePackage
	Texts    []string
}

type noticePackage struct {
	Name, Version string
	Licences      []string // SPDX identifiers
	Texts         []int    // indexes of the notices' texts
}

// readNotices reads Options.Notices. Without any it returns nil.
func readNotices(data []byte) (*notices, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var n notices
	if err := json.Unmarshal(data, &n); err != nil {
		return nil, fmt.Errorf("read the licenses of others: %w", err)
	}
	for _, of := range n.Packages {
		for _, text := range of.Texts {
			if text < 0 || text >= len(n.Texts) {
				return nil, fmt.Errorf("read the licenses of others: %s has text %d of %d", of.Name, text, len(n.Texts))
			}
		}
	}
	return &n, nil
}

// licencesPage is the page about the licenses of others. Search engines leave it out: it is on every such site. Before the
// front end has been built there are none.
var licencesPage = Page{
	Paths:      []string{licencesPath},
	Scriptless: true,
	Unlisted:   true,
	Head:       licencesHead,
	Markdown:   licencesMarkdown,
}

func licencesHead(v *View, _ Address, h *Head) {
	h.Title = "Licenses – " + h.SiteName
	h.Description = "The open-source software that this site runs on, and its licenses."
	h.Canonical, h.NoIndex = v.Origin+licencesPath, true
	h.Nodes = append(h.Nodes, Object{"@type": "WebPage", "name": "Licenses", "url": h.Canonical, "isPartOf": v.Website()})
}

func licencesMarkdown(v *View, _ Address, m *Markdown) {
	const before = 2 // headings
	m.Title, m.ShowContents = "Licenses", true
	m.IDs = map[string]string{"Projects": "projects", "Texts": "texts"}
	m.Paragraph("This site runs on Vitrine, which is open source under the Apache License 2.0 and contains the work of these projects. Thank you.")
	m.Write("## Projects\n\n")
	rows, names := [][]string{{"Project", "Version", "License"}}, make([][]string, len(v.pages.notices.Texts))
	for _, of := range v.pages.notices.Packages {
		name := MarkdownWords(of.Name)
		if len(of.Texts) > 0 {
			name = MarkdownLink(of.Name, "#"+headingID(before+1+of.Texts[0]))
		}
		rows = append(rows, []string{name, MarkdownWords(of.Version), MarkdownWords(strings.Join(of.Licences, ", "))})
		for _, i := range of.Texts {
			names[i] = append(names[i], of.Name)
		}
	}
	m.Table(rows)
	m.Write("## Texts\n\n")
	for i, text := range v.pages.notices.Texts {
		m.Write("### %s\n\n", MarkdownWords(strings.Join(names[i], ", ")))
		m.code(text)
	}
}
