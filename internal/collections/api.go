package collections

import (
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/directory"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// API is the calls about collections.
type API struct {
	Queries   *Queries
	Catalogue *browse.Live
	Site      *site.Live
	Visits    *visits.Queries
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "collections",
		Routes: []httpapi.Route{
			httpapi.Get("/api/collections", httpapi.Public, httpapi.Read(a.collections),
				httpapi.Answers[[]directory.CollectionSummary]("listCollections", "List the collections, the latest first")),
			httpapi.Get("/api/collections/{slug}", httpapi.Public, httpapi.Read(a.collection),
				httpapi.Answers[ShownCollection]("collection", "Get a collection with its products")),
			httpapi.Get("/api/admin/collections", httpapi.Catalog.Content(), httpapi.Fetch(a.listCollectionRows),
				httpapi.Answers[[]CollectionRow]("listCollectionRows", "List all collections and drafts, the most recently changed first")),
			httpapi.Post("/api/admin/collections", httpapi.Catalog.Change(), httpapi.Create(httpapi.MaxBody, a.createCollection),
				httpapi.Answers[catalog.Collection]("createCollection", "Create a collection")),
			httpapi.Get("/api/admin/collections/{id}", httpapi.Catalog.Content(), httpapi.Fetch(httpapi.ByID(noSuchCollection, a.getCollection)),
				httpapi.Answers[catalog.Collection]("collectionFields", "Get a collection or a draft for editing")),
			httpapi.Put("/api/admin/collections/{id}", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchCollection, a.updateCollection)),
				httpapi.Answers[catalog.Collection]("updateCollection", "Update a collection")),
			httpapi.Delete("/api/admin/collections/{id}", httpapi.Catalog.Change(), httpapi.Remove(noSuchCollection, a.deleteCollection),
				httpapi.Done("deleteCollection", "Delete a collection; this can be undone")),
			httpapi.Post("/api/admin/collection-preview", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.previewCollection),
				httpapi.Answers[ShownCollection]("previewCollection", "Show a collection as visitors would see it; nothing is stored")),
		},
		Params: []*huma.Param{httpapi.PathParam("slug", "Slug of the collection", &huma.Schema{Type: huma.TypeString})},
	}
}

const noSuchCollection = "There is no such collection. It may have been deleted."

// CollectionRow is a collection in the administrator's list.
type CollectionRow struct {
	ID          int64                    `json:"id"`
	Slug        string                   `json:"slug"`
	Title       string                   `json:"title"`
	Status      catalog.CollectionStatus `json:"status" enum:"draft,published"`
	PublishedAt time.Time                `json:"publishedAt" doc:"From when visitors see it; the year 1 for a draft"`
	UpdatedAt   time.Time                `json:"updatedAt"`
	Tools       []int64                  `json:"tools" nullable:"false" doc:"Its products in their order, without those in the trash"`
	Reasons     []string                 `json:"reasons" nullable:"false" doc:"Why search engines may not index its page; empty if they may"`
	Views       int64                    `json:"views" doc:"How often its page was opened in the last 30 days"`
}

// CollectionInput is a collection in an admin's request.
type CollectionInput struct {
	catalog.CollectionFields
	Version int64 `json:"version,omitempty" doc:"Version that was changed; when another one is current by now, the answer is 409"`
}

// TransformSchema says which fields a request needs. huma calls it.
func (CollectionInput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"title", "status", "tools"}
	return s
}

// check returns the fields, cleaned. The list of tools has to be there.
func (in CollectionInput) check() (catalog.CollectionFields, error) {
	if in.Tools == nil {
		return in.CollectionFields, fault.InvalidFields([]fault.Field{{Field: "tools", Message: catalog.NoList}})
	}
	return in.CollectionFields.Check()
}

func (a API) collections(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	return httpapi.Reply{Body: httpapi.AppendList(dst, snapshot.Collections().Summaries(), directory.AppendCollectionSummary)}, nil
}

func (a API) collection(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := a.Catalogue.Snapshot()
	c, found := snapshot.Collections().FindByAnySlug(q.Part)
	if !found {
		return httpapi.Reply{}, fault.New(fault.NotFound, noSuchCollection)
	}
	return httpapi.Reply{Body: appendCollection(dst, snapshot, c)}, nil
}

func appendCollection(dst []byte, s *browse.Snapshot, c *browse.Collection) []byte {
	dst = httpapi.AppendText(append(dst, `{"slug":`...), c.Slug)
	dst = httpapi.AppendText(append(dst, `,"title":`...), c.Title)
	dst = httpapi.AppendText(append(dst, `,"introduction":`...), c.HTML)
	dst = httpapi.AppendText(append(dst, `,"author":`...), c.Author)
	dst = httpapi.AppendValue(append(dst, `,"updatedAt":`...), c.ChangedAt())
	dst = httpapi.AppendList(append(dst, `,"tools":`...), s.Collections().Items(c), func(dst []byte, item browse.CollectedItem) []byte {
		dst = s.AppendCard(append(dst, `{"product":`...), item.Item)
		return append(httpapi.AppendText(append(dst, `,"note":`...), item.Note), '}')
	})
	return append(dst, '}')
}

// listCollectionRows lists all collections, drafts too.
func (a API) listCollectionRows(c *httpapi.Call) (any, error) {
	snapshot, limits := a.Catalogue.Snapshot(), a.Site.Settings().Index
	all := snapshot.Collections().All()
	keys := make([]string, len(all))
	for i, one := range all {
		keys[i] = strconv.FormatInt(one.ID, 10)
	}
	views, err := a.Visits.RecentViews(c.Ctx(), visits.Collection, keys...)
	if err != nil {
		return nil, err
	}
	rows := make([]CollectionRow, 0, len(all))
	for i, one := range all {
		reasons := []string{}
		for _, rule := range indexing.OfCollectionIn(snapshot, one, limits) {
			reasons = append(reasons, rule.Reason(limits))
		}
		tools := []int64{}
		for _, tool := range one.Tools {
			if snapshot.SlugOf(tool.ID) != "" {
				tools = append(tools, tool.ID)
			}
		}
		rows = append(rows, CollectionRow{one.ID, one.Slug, one.Title, one.Status, one.PublishedAt, one.UpdatedAt, tools, reasons, views[keys[i]]})
	}
	return rows, nil
}

func (a API) getCollection(c *httpapi.Call, id int64) (any, error) {
	return a.Queries.Collection(c.Ctx(), id)
}

func (a API) createCollection(c *httpapi.Call, in CollectionInput) (any, error) {
	fields, err := in.check()
	if err != nil {
		return nil, err
	}
	return a.Queries.CreateCollection(c.Ctx(), c.By, fields)
}

func (a API) updateCollection(c *httpapi.Call, id int64, in CollectionInput) (any, error) {
	fields, err := in.check()
	if err != nil {
		return nil, err
	}
	return a.Queries.UpdateCollection(c.Ctx(), c.By, id, in.Version, fields)
}

func (a API) deleteCollection(c *httpapi.Call, id int64) error {
	return a.Queries.DeleteCollection(c.Ctx(), c.By, id)
}

// previewCollection shows what the page of a collection would have, without storing it.
func (a API) previewCollection(c *httpapi.Call, in CollectionInput) (any, error) {
	fields, err := in.check()
	if err != nil {
		return nil, err
	}
	shown := browse.NewCollection(catalog.Collection{CollectionFields: fields, UpdatedAt: time.Now().UTC()})
	return httpapi.Encoded(appendCollection(nil, a.Catalogue.Snapshot(), shown)), nil
}

// Views are the pages of collections, whose views are counted.
func (a API) Views() visits.PageKind {
	return visits.PageKind{
		Kind: visits.Collection,
		Find: func(name string) (key string, isCounted, found bool) {
			c, found := a.Catalogue.Snapshot().Collections().Find(name)
			if !found {
				return "", false, false
			}
			return strconv.FormatInt(c.ID, 10), true, true
		},
		Address: func(key string) (path, title string, found bool) {
			published := a.Catalogue.Snapshot().Collections().Published()
			at := slices.IndexFunc(published, func(c *browse.Collection) bool { return strconv.FormatInt(c.ID, 10) == key })
			if at < 0 {
				return "", "", false
			}
			return "/best/" + published[at].Slug, published[at].Title, true
		},
	}
}

// ShownCollection is a collection as visitors see it.
type ShownCollection struct {
	Slug         string          `json:"slug"`
	Title        string          `json:"title"`
	Introduction string          `json:"introduction" doc:"Sanitized HTML, or empty"`
	Author       string          `json:"author" doc:"Who made it, or empty"`
	UpdatedAt    time.Time       `json:"updatedAt"`
	Tools        []CollectedTool `json:"tools" nullable:"false" doc:"In their order"`
}

// CollectedTool is a tool of a collection.
type CollectedTool struct {
	Product browse.ProductCard `json:"product"`
	Note    string             `json:"note" doc:"Why it is in the collection, or empty"`
}
