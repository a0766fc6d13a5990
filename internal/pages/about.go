package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/api"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/encoding"
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
func (v *view) description() *content {
	server := fmt.Appendf(nil, "servers:\n  - url: %q\n", v.origin)
	return v.file("application/yaml", slices.Concat(api.Description, server))
}

// shownCall is a call with what the page says about it.
type shownCall struct {
	api.Call
	ID      string // of its heading
	Example string // URL
}

// apiPage returns the page about the API. Go writes it without scripts: it has nothing to press, and React's bundle has
// no use for it.
func apiPage(p *Pages, v *view) (*content, error) {
	h := v.headOf(address{page: &homePage, path: "/"}) // its preview image and feeds
	h.Title = "API – " + h.SiteName
	h.Description = shorten("Read the AI tools and categories of "+h.SiteName+" as JSON, free and without signing in: each call with its parameters and an example.", longestDescription)
	h.Canonical, h.NoIndex = v.origin+apiPath, false
	h.Data = graph(object{"@type": "WebPage", "name": "API", "url": h.Canonical, "isPartOf": v.website()})
	screen := struct {
		API
		Shown           []shownCall
		Origin          string
		MaxLimit        int
		DescriptionPath string
		LicencesPath    string
		HasNotices      bool
		MCP             bool
	}{v.options.API, v.shownCalls(), v.origin, browse.MaxLimit, descriptionPath, licencesPath, p.notices != nil, v.options.MCP}
	return scriptless(p, v, "api", screen, h)
}

// scriptless returns a page that a template makes of a screen, in the style of the legal pages.
func scriptless(p *Pages, v *view, template string, screen any, h *head) (*content, error) {
	markup, err := v.framed(template, screen, h)
	if err != nil {
		return nil, err
	}
	var bare frame
	if p.frames != nil {
		bare = *p.frames.of(&legalPage) // its style sheet has text in columns
	}
	bare.Script, bare.Modules = "", nil
	var b bytes.Buffer
	if err := bare.writeHead(&b, h); err != nil {
		return nil, fmt.Errorf("write the head of %s: %w", h.Canonical, err)
	}
	b.WriteString(`<body><div id="root">` + markup + "</div></body></html>\n")
	return newContent(p.packer, encoding.Default, http.StatusOK, b.Bytes(),
		header("Content-Type", "text/html; charset=utf-8"),
		header("Cache-Control", "no-cache"),
		header("Content-Security-Policy", ContentSecurityPolicy),
	), nil
}

func (v *view) shownCalls() []shownCall {
	calls := make([]shownCall, len(v.options.API.Calls))
	for i, call := range v.options.API.Calls {
		id := strings.NewReplacer("/api/", "", "/", "-", "{", "", "}", "").Replace(call.Path)
		calls[i] = shownCall{call, id, v.origin + v.exampleOf(call)}
	}
	return calls
}

// exampleOf returns the path and query of a call that works, with the first products, the latest collection and the latest issue, if any.
func (v *view) exampleOf(call api.Call) string {
	slug, ids, number := "name-of-a-tool", []string{"1", "2"}, "1"
	collection := "name-of-a-collection"
	if all := v.snapshot.Collections(); len(all) > 0 {
		collection = all[0].Slug
	}
	if issues := v.settings.Issues; len(issues) > 0 {
		number = strconv.FormatInt(issues[0].Number, 10)
	}
	for i, item := range listed(v.snapshot, browse.Query{Limit: len(ids)}).Items {
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
		case param.Name == "slug":
			path = strings.ReplaceAll(path, "{slug}", url.PathEscape(collection))
		case param.Name == "number":
			path = strings.ReplaceAll(path, "{number}", number)
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

// notices are the licences of the software of others that the program contains, as .ci/licences writes them.
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
		return nil, fmt.Errorf("read the licences of others: %w", err)
	}
	for _, of := range n.Packages {
		for _, text := range of.Texts {
			if text < 0 || text >= len(n.Texts) {
				return nil, fmt.Errorf("read the licences of others: %s has text %d of %d", of.Name, text, len(n.Texts))
			}
		}
	}
	return &n, nil
}

// noticeText is a licence's text with the names of the packages under it.
type noticeText struct {
	ID    string // of its heading
	Names string
	Text  string
}

// licencesPage returns the page about the licences of others. Search engines leave it out: it is on every such site.
func licencesPage(p *Pages, v *view) (*content, error) {
	n := p.notices
	if n == nil { // the front end has not been built
		return nil, nil
	}
	texts := make([]noticeText, len(n.Texts))
	for i, text := range n.Texts {
		texts[i] = noticeText{ID: fmt.Sprintf("text-%d", i+1), Text: text}
	}
	for _, of := range n.Packages {
		for _, i := range of.Texts {
			texts[i].Names = strings.TrimPrefix(texts[i].Names+", "+of.Name, ", ")
		}
	}
	h := v.headOf(address{page: &homePage, path: "/"})
	h.Title = "Licences – " + h.SiteName
	h.Description = "The open-source software that this site runs on, and its licences."
	h.Canonical, h.NoIndex = v.origin+licencesPath, true
	h.Data = graph(object{"@type": "WebPage", "name": "Licences", "url": h.Canonical, "isPartOf": v.website()})
	return scriptless(p, v, "licences", struct {
		Packages []noticePackage
		Texts    []noticeText
	}{n.Packages, texts}, h)
}
