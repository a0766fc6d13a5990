package redirects

import (
	"io"
	"math"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// API is the calls about old URLs.
type API struct {
	Queries   *Queries
	Catalogue *browse.Live
	Site      *site.Live
	Origin    string // of this site
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	text := &huma.Schema{Type: huma.TypeString}
	return httpapi.Group{
		Name: "redirects",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/redirects", httpapi.Catalog.Records(), httpapi.Fetch(a.list),
				httpapi.Answers[Page]("listRedirects", "List the old URLs that the site answers, the newest first, a page at a time",
					httpapi.Param("search", "Only those with this text in the old or the new URL, or in the name of what they lead to", text),
					httpapi.Param("cursor", "Where the page begins: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}))),
			httpapi.Post("/api/admin/redirects", httpapi.Catalog.Change(), httpapi.Create(httpapi.MaxBody, a.create),
				httpapi.Answers[Listed]("createRedirect", "Add an old URL; a page of the site at the same URL goes before it")),
			httpapi.Put("/api/admin/redirects/{id}", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(noRedirect, a.update)),
				httpapi.Answers[Listed]("updateRedirect", "Change an old URL")),
			httpapi.Delete("/api/admin/redirects/{id}", httpapi.Catalog.Change(), httpapi.Bare(httpapi.ByID(noRedirect, a.remove)),
				httpapi.Answers[Deleted]("deleteRedirect", "Delete an old URL; this can be undone")),
			httpapi.Post("/api/admin/redirects/import", httpapi.Catalog.Change(), httpapi.Upload("application/octet-stream", MaxFile, a.importFile),
				httpapi.Answers[Import]("importRedirects", "Import old URLs from a table (old, new, status), a sitemap or a WordPress export, at most 50,000; one undo reverts the import",
					httpapi.Param("rest", "What becomes of those that match nothing: skip, as without it, or gone, which answers 410", httpapi.Enum(Skip, MarkGone)),
					httpapi.Param("dryRun", "true: say what would be imported, and import nothing", &huma.Schema{Type: huma.TypeBoolean}))),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Page]():    "Redirects",
			reflect.TypeFor[Listed]():  "ListedRedirect",
			reflect.TypeFor[Input]():   "RedirectInput",
			reflect.TypeFor[Deleted](): "RedirectDeleted",
			reflect.TypeFor[Import]():  "RedirectImport",
			reflect.TypeFor[Problem](): "RedirectProblem",
		},
	}
}

// Page is some old URLs.
type Page struct {
	Redirects []Listed `json:"redirects" nullable:"false"`
	Total     int      `json:"total" doc:"How many there are, with the text that is searched for"`
	Next      int64    `json:"next" doc:"Cursor of the next page; 0: this is the last"`
}

// Listed is an old URL with what it leads to now.
type Listed struct {
	Redirect
	To   string `json:"to" doc:"Path that it leads to now; empty: what was there is gone, or visitors don't see what it leads to"`
	Name string `json:"name" doc:"Of what it leads to"`
	Hits int64  `json:"hits" doc:"How often it was requested"`
	Last string `json:"lastHit" doc:"Day of the last request in UTC, as 2026-11-30; empty: none"`
}

// Input is the fields of an old URL in a request.
type Input struct {
	From   string `json:"from" doc:"Path of the old URL with its query, or the whole URL, at most 2,048 characters"`
	To     string `json:"to" doc:"Path of this site, at most 2,048 characters; empty with status 410"`
	Status int    `json:"status,omitempty" enum:"301,302,307,308,410" doc:"301 without it"`
}

// redirect returns the old URL that is asked for, or the fault that names each invalid field.
func (in Input) redirect(s *browse.Snapshot) (Redirect, error) {
	r := Redirect{From: in.From, Status: in.Status}
	switch to := strings.TrimSpace(in.To); {
	case r.Status == http.StatusGone && to == "":
		r.Kind = Gone
	case to != "":
		if r.Target, _ = targetOf(to, s); r.Kind == "" {
			r.Target = Target{Kind: Path, Text: to} // Check says why not
		}
	}
	if r.Status == 0 {
		r.Status = statuses[0]
	}
	return r.Check()
}

// Deleted is the outcome of a deletion.
type Deleted struct {
	Version int64 `json:"version" doc:"Version of the catalog, to undo the deletion with"`
}

const (
	pageSize  = 50
	maxSearch = 200 // characters
)

func (a API) list(c *httpapi.Call) (any, error) {
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	before, err := httpapi.WholeNumber("cursor", values.Get("cursor"), 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(values.Get("search"))
	if utf8.RuneCountInString(text) > maxSearch {
		return nil, fault.New(fault.BadRequest, "The key search takes at most 200 characters.")
	}
	found, total, more := site.Added[*Table](a.Site.Settings()).search(a.Catalogue.Snapshot(), text, before, pageSize)
	page := Page{Total: total}
	if more {
		page.Next = found[len(found)-1].ID
	}
	page.Redirects, err = a.listed(c, found)
	return page, err
}

// listed adds what old URLs lead to, and how often they were requested.
func (a API) listed(c *httpapi.Call, list []Redirect) ([]Listed, error) {
	ids := make([]int64, len(list))
	for i, r := range list {
		ids[i] = r.ID
	}
	counts, err := a.Queries.HitsOf(c.Ctx(), ids)
	if err != nil {
		return nil, err
	}
	shown, snapshot := make([]Listed, len(list)), a.Catalogue.Snapshot()
	for i, r := range list {
		l := Listed{Redirect: r, Hits: counts[r.ID].Count}
		l.Name, l.To = r.place(snapshot)
		if l.Hits > 0 {
			l.Last = time.Unix(counts[r.ID].Last*24*60*60, 0).UTC().Format(time.DateOnly)
		}
		shown[i] = l
	}
	return shown, nil
}

func (a API) one(c *httpapi.Call, r Redirect, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	shown, err := a.listed(c, []Redirect{r})
	if err != nil {
		return nil, err
	}
	return shown[0], nil
}

func (a API) create(c *httpapi.Call, in Input) (any, error) {
	made, err := a.Queries.Create(c.Ctx(), c.By, in, a.Catalogue.Snapshot())
	return a.one(c, made, err)
}

func (a API) update(c *httpapi.Call, id int64, in Input) (any, error) {
	then, err := a.Queries.Update(c.Ctx(), c.By, id, in, a.Catalogue.Snapshot())
	return a.one(c, then, err)
}

func (a API) remove(c *httpapi.Call, id int64) (any, error) {
	version, err := a.Queries.Delete(c.Ctx(), c.By, id)
	return Deleted{version}, err
}

func (a API) importFile(c *httpapi.Call, file *os.File) (any, error) {
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	rest := Rest(values.Get("rest"))
	if rest != "" && rest != Skip && rest != MarkGone {
		return nil, fault.New(fault.BadRequest, "The key rest takes skip or gone.")
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	c.WaitFor(httpapi.LongChange)
	return a.Queries.Import(c.Ctx(), c.By, file, a.Catalogue.Snapshot(), a.Origin, rest, values.Get("dryRun") == "true")
}
