package api

import (
	"context"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

const noSuchCollection = "There is no such collection. It may have been deleted."

// CollectionStore reads and changes collections; by is the admin.
type CollectionStore interface {
	Collection(ctx context.Context, id int64) (catalog.Collection, error)
	CreateCollection(ctx context.Context, by string, f catalog.CollectionFields) (catalog.Collection, error)
	UpdateCollection(ctx context.Context, by string, id, version int64, f catalog.CollectionFields) (catalog.Collection, error)
	DeleteCollection(ctx context.Context, by string, id int64) error
}

// CollectionRow is a collection in the administrator's list.
type CollectionRow struct {
	ID          int64                    `json:"id"`
	Slug        string                   `json:"slug"`
	Title       string                   `json:"title"`
	Status      catalog.CollectionStatus `json:"status" enum:"draft,published"`
	PublishedAt time.Time                `json:"publishedAt" doc:"From when visitors see it; the year 1 for a draft"`
	UpdatedAt   time.Time                `json:"updatedAt"`
	Count       int                      `json:"count" doc:"Its tools, without those in the trash"`
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
		return in.CollectionFields, fault.InvalidFields([]fault.Field{{Field: "tools", Message: noList}})
	}
	return in.CollectionFields.Check()
}

func collections(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendList(dst, v.snapshot.CollectionSummaries(), appendCollectionSummary)}, nil
}

func appendCollectionSummary(dst []byte, c browse.CollectionSummary) []byte {
	dst = appendText(append(dst, `{"slug":`...), c.Slug)
	dst = appendText(append(dst, `,"title":`...), c.Title)
	dst = appendText(append(dst, `,"summary":`...), c.Summary)
	dst = appendValue(append(dst, `,"count":`...), c.Count)
	dst = appendValue(append(dst, `,"updatedAt":`...), c.ChangedAt())
	dst = appendList(append(dst, `,"tools":`...), c.Tools, func(dst []byte, item *browse.Item) []byte { return item.AppendLogo(dst) })
	return append(dst, '}')
}

func collection(v view, q *question, dst []byte) (reply, error) {
	c, found := v.snapshot.CollectionByAnySlug(q.part)
	if !found {
		return reply{}, fault.New(fault.NotFound, noSuchCollection)
	}
	return reply{body: appendCollection(dst, v.snapshot, c)}, nil
}

func appendCollection(dst []byte, s *browse.Snapshot, c *browse.Collection) []byte {
	dst = appendText(append(dst, `{"slug":`...), c.Slug)
	dst = appendText(append(dst, `,"title":`...), c.Title)
	dst = appendText(append(dst, `,"introduction":`...), c.HTML)
	dst = appendText(append(dst, `,"author":`...), c.Author)
	dst = appendValue(append(dst, `,"updatedAt":`...), c.ChangedAt())
	dst = appendList(append(dst, `,"tools":`...), s.Collected(c), func(dst []byte, item browse.CollectedItem) []byte {
		dst = s.AppendCard(append(dst, `{"product":`...), item.Item)
		return append(appendText(append(dst, `,"note":`...), item.Note), '}')
	})
	return append(dst, '}')
}

// listCollectionRows lists all collections, drafts too.
func listCollectionRows(c *call) (any, error) {
	snapshot, limits := c.options.Catalogue.Snapshot(), c.options.Site.Settings().Index
	all := snapshot.AllCollections()
	keys := make([]string, len(all))
	for i, one := range all {
		keys[i] = strconv.FormatInt(one.ID, 10)
	}
	views, err := c.pageViews(visits.Collection, keys...)
	if err != nil {
		return nil, err
	}
	rows := make([]CollectionRow, 0, len(all))
	for i, one := range all {
		reasons := []string{}
		for _, rule := range reach.OfCollectionIn(snapshot, one, limits) {
			reasons = append(reasons, rule.Reason(limits))
		}
		rows = append(rows, CollectionRow{one.ID, one.Slug, one.Title, one.Status, one.PublishedAt, one.UpdatedAt, len(snapshot.Collected(one)), reasons, views[keys[i]]})
	}
	return rows, nil
}

func getCollection(c *call) (any, error) {
	return withID(noSuchCollection, func(c *call, id int64, _ nothing) (any, error) { return c.options.Store.Collection(c.ctx(), id) })(c, nothing{})
}

func createCollection(c *call, in CollectionInput) (any, error) {
	fields, err := in.check()
	if err != nil {
		return nil, err
	}
	return c.options.Store.CreateCollection(c.ctx(), c.by, fields)
}

func updateCollection(c *call, id int64, in CollectionInput) (any, error) {
	fields, err := in.check()
	if err != nil {
		return nil, err
	}
	return c.options.Store.UpdateCollection(c.ctx(), c.by, id, in.Version, fields)
}

func deleteCollection(c *call, id int64) error {
	return c.options.Store.DeleteCollection(c.ctx(), c.by, id)
}

// previewCollection shows what the page of a collection would have, without storing it.
func previewCollection(c *call, in CollectionInput) (any, error) {
	fields, err := in.check()
	if err != nil {
		return nil, err
	}
	shown := browse.NewCollection(catalog.Collection{CollectionFields: fields, UpdatedAt: time.Now().UTC()})
	return encoded(appendCollection(nil, c.options.Catalogue.Snapshot(), shown)), nil
}
