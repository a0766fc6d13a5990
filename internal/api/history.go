package api

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// HistoryStore reads changes and undoes them.
type HistoryStore interface {
	Audit(ctx context.Context, q audit.Query) ([]audit.Entry, error)
	Trash(ctx context.Context) ([]catalog.Deleted, error)
	RestoreProduct(ctx context.Context, by string, id, entry int64, state audit.State) (catalog.Product, error)
	RestoreProducts(ctx context.Context, by string, ids []int64) (version int64, err error)
	PreviewUndo(ctx context.Context, version, after int64) (audit.UndoPreview, error)
	Undo(ctx context.Context, by string, version int64, since audit.ChangedSince) (audit.UndoResult, error)
}

// UndoInput names the change to undo.
type UndoInput struct {
	Version      int64              `json:"version" doc:"Catalogue version that the change led to"`
	ChangedSince audit.ChangedSince `json:"changedSince,omitempty" enum:"leave,revert" doc:"What to do with products that have changed since: leave them as they are, or revert them like the others. Without it nothing is undone if there are any"`
}

func (o *Options) undo(c *httpapi.Call, in UndoInput) (any, error) {
	if in.Version < 1 {
		return nil, fault.InvalidFields([]fault.Field{{Field: "version", Message: "Please name the version that the change led to"}})
	}
	if in.ChangedSince != "" && in.ChangedSince != audit.Leave && in.ChangedSince != audit.Revert {
		return nil, fault.InvalidFields([]fault.Field{{Field: "changedSince", Message: "Please choose leave or revert, or nothing"}})
	}
	c.WaitFor(longChange)
	return o.Store.Undo(c.Ctx(), c.By, in.Version, in.ChangedSince)
}

func (o *Options) previewUndo(c *httpapi.Call) (any, error) {
	version, err := strconv.ParseInt(c.Request.PathValue("version"), 10, 64)
	if err != nil || version < 1 {
		return nil, fault.New(fault.NotFound, "There is no such change.")
	}
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	after, err := httpapi.WholeNumber("after", values.Get("after"), 0, 1<<62)
	if err != nil {
		return nil, err
	}
	return o.Store.PreviewUndo(c.Ctx(), version, after)
}

// previewKeys describes the query of a preview.
func previewKeys() []*huma.Param {
	return []*huma.Param{httpapi.Param("after", "Only rows after the given one: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"})}
}

// RestoreManyInput names products of the trash.
type RestoreManyInput struct {
	IDs []int64 `json:"ids" nullable:"false"`
}

func (o *Options) restoreProducts(c *httpapi.Call, in RestoreManyInput) (any, error) {
	c.WaitFor(longChange)
	version, err := o.Store.RestoreProducts(c.Ctx(), c.By, in.IDs)
	return BulkChanged{version, len(in.IDs)}, err
}

func (o *Options) trash(c *httpapi.Call) (any, error) {
	deleted, err := o.Store.Trash(c.Ctx())
	if deleted == nil {
		deleted = []catalog.Deleted{}
	}
	return deleted, err
}

// RestoreInput names the state to which a product is restored.
type RestoreInput struct {
	Entry int64       `json:"entry,omitempty" doc:"Entry of the audit to go back to; without it the product comes out of the trash"`
	State audit.State `json:"state,omitempty" enum:"before,after" doc:"Which state of the entry is wanted; without it the one after the change, or before a deletion"`
}

func (o *Options) restoreProduct(c *httpapi.Call, id int64, in RestoreInput) (any, error) {
	if in.Entry < 0 {
		return nil, fault.InvalidFields([]fault.Field{{Field: "entry", Message: "Please name an entry of the audit"}})
	}
	if in.State != "" && in.State != audit.Before && in.State != audit.After {
		return nil, fault.InvalidFields([]fault.Field{{Field: "state", Message: "Please choose the state before or after the change"}})
	}
	return o.Store.RestoreProduct(c.Ctx(), c.By, id, in.Entry, in.State)
}

// AuditPage is a page of the audit, the newest entries first.
type AuditPage struct {
	Entries []audit.Entry `json:"entries" nullable:"false"`
	Next    int64         `json:"next" doc:"What to give as before for the next page; 0 at the end"`
}

func (o *Options) readAudit(c *httpapi.Call) (any, error) {
	q, err := auditQuery(c.Request)
	if err != nil {
		return nil, err
	}
	limit := q.Limit
	q.Limit++ // the extra entry shows whether there is a next page
	entries, err := o.Store.Audit(c.Ctx(), q)
	page := AuditPage{Entries: entries}
	if len(entries) > limit {
		page.Entries = entries[:limit]
		page.Next = page.Entries[limit-1].ID
	}
	return page, err
}

// maxAuditPage is the maximum number of entries per page; the store reads one more.
const maxAuditPage = audit.MaxLimit / 2

// maxAuditWord is the maximum length of a value in code points: an email address.
const maxAuditWord = 254

// auditQuery parses the query. It skips empty values and ignores unknown keys.
func auditQuery(r *http.Request) (q audit.Query, err error) {
	values, err := httpapi.QueryOf(r)
	if err != nil {
		return q, err
	}
	for _, word := range []struct {
		key  string
		into *string
	}{{"object", &q.Object}, {"objectId", &q.ObjectID}, {"action", &q.Action}, {"actor", &q.Actor}, {"search", &q.Search}} {
		if *word.into, err = auditWord(word.key, values.Get(word.key)); err != nil {
			return q, err
		}
	}
	if q.Version, err = httpapi.WholeNumber("version", values.Get("version"), 0, 1<<62); err != nil {
		return q, err
	}
	if q.Search != "" && q.Version == 0 {
		return q, fault.New(fault.BadRequest, "The key search needs the key version.")
	}
	if q.Before, err = httpapi.WholeNumber("before", values.Get("before"), 0, 1<<62); err != nil {
		return q, err
	}
	limit, err := httpapi.WholeNumber("limit", values.Get("limit"), audit.DefaultLimit, maxAuditPage)
	q.Limit = int(limit)
	return q, err
}

func auditWord(key, word string) (string, error) {
	if !utf8.ValidString(word) || utf8.RuneCountInString(word) > maxAuditWord || strings.ContainsFunc(word, unicode.IsControl) {
		return "", fault.New(fault.BadRequest, fmt.Sprintf("The key %s takes a word of at most %d characters.", key, maxAuditWord))
	}
	return word, nil
}

// auditKeys describes the query of the audit.
func auditKeys() []*huma.Param {
	text, number := &huma.Schema{Type: huma.TypeString}, &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	return []*huma.Param{
		httpapi.Param("object", "Only entries about this kind of object, as products or categories", text),
		httpapi.Param("objectId", "Only entries about the object with this number", text),
		httpapi.Param("action", "Only entries of this action, as create, update or delete", text),
		httpapi.Param("actor", "Only entries of who did it: the e-mail of an administrator, or import, demo, command line", text),
		httpapi.Param("version", "Only the entries of the change that led to this version, one for each object", number),
		httpapi.Param("search", "With version: only those about products whose names contain these words", text),
		httpapi.Param("before", "Only entries with a smaller id: next of the page before", number),
		httpapi.Param("limit", fmt.Sprintf("Entries in a page, at most %d; %d without it", maxAuditPage, audit.DefaultLimit), number),
	}
}

// recordsCalls are the calls of records.
func (o *Options) recordsCalls() httpapi.Group {
	return httpapi.Group{
		Name: "records",
		Routes: []httpapi.Route{
			httpapi.Post("/api/undo", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.undo),
				httpapi.Answers[audit.UndoResult]("undo", "Undo a change of products, merged categories, alternatives, collections, verdicts, settings or legal pages: all of it, or nothing, or what has not changed since")),
			httpapi.Get("/api/undo/{version}", httpapi.Records, httpapi.Fetch(o.previewUndo),
				httpapi.Answers[audit.UndoPreview]("previewUndo", "List the products that have changed since a change, a page at a time", previewKeys()...)),
			httpapi.Get("/api/audit", httpapi.Records, httpapi.Fetch(o.readAudit),
				httpapi.Answers[AuditPage]("readAudit", "List who changed what, the newest first", auditKeys()...)),
		},
		Params: []*huma.Param{httpapi.PathParam("version", "Catalogue version that the change led to", &huma.Schema{Type: huma.TypeInteger, Format: "int64"})},
		Names: map[reflect.Type]string{
			reflect.TypeFor[audit.Entry]():      "AuditEntry",
			reflect.TypeFor[audit.ChangedRow](): "UndoPreviewRow",
		},
	}
}
