package records

import (
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls of the history.
type API struct {
	Queries *Queries
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "records",
		Routes: []httpapi.Route{
			httpapi.Post("/api/undo", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.undo),
				httpapi.Answers[audit.UndoResult]("undo", "Undo a change of products, merged categories, alternatives, collections, verdicts, settings or legal pages: all of it, or only what has not changed since")),
			httpapi.Get("/api/undo/{version}", httpapi.Catalog.Records(), httpapi.Fetch(a.previewUndo),
				httpapi.Answers[audit.UndoPreview]("previewUndo", "List the products that have changed since a change, a page at a time", previewKeys()...)),
			httpapi.Get("/api/audit", httpapi.Insights.Records(), httpapi.Fetch(a.readAudit),
				httpapi.Answers[AuditPage]("readAudit", "List who changed what, the newest first: editors and viewers see the changes of what they may read", auditKeys()...)),
		},
		Params: []*huma.Param{httpapi.PathParam("version", "Catalog version that the change led to", &huma.Schema{Type: huma.TypeInteger, Format: "int64"})},
		Names: map[reflect.Type]string{
			reflect.TypeFor[audit.Entry]():      "AuditEntry",
			reflect.TypeFor[audit.ChangedRow](): "UndoPreviewRow",
		},
	}
}

// UndoInput names the change to undo.
type UndoInput struct {
	Version      int64              `json:"version" doc:"Catalog version that the change led to"`
	ChangedSince audit.ChangedSince `json:"changedSince,omitempty" enum:"leave,revert" doc:"What to do with products that have changed since: leave them as they are, or revert them like the others. Without it nothing is undone if there are any"`
}

func (a API) undo(c *httpapi.Call, in UndoInput) (any, error) {
	if in.Version < 1 {
		return nil, fault.InvalidFields([]fault.Field{{Field: "version", Message: "Please name the version that the change led to"}})
	}
	if in.ChangedSince != "" && in.ChangedSince != audit.Leave && in.ChangedSince != audit.Revert {
		return nil, fault.InvalidFields([]fault.Field{{Field: "changedSince", Message: "Please choose leave or revert, or nothing"}})
	}
	if err := a.checkMay(c, in.Version, c.Role.CanChange); err != nil {
		return nil, err
	}
	c.WaitFor(httpapi.LongChange)
	return a.Queries.Undo(c.Ctx(), c.By, in.Version, in.ChangedSince)
}

func (a API) previewUndo(c *httpapi.Call) (any, error) {
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
	if err := a.checkMay(c, version, c.Role.CanRead); err != nil {
		return nil, err
	}
	return a.Queries.PreviewUndo(c.Ctx(), version, after)
}

// checkMay refuses a change of which a part is in an area that the administrator's role doesn't allow.
func (a API) checkMay(c *httpapi.Call, version int64, may func(httpapi.Area) bool) error {
	if c.Role == httpapi.Owner {
		return nil
	}
	isOutside, err := a.Queries.hasOthers(c.Ctx(), version, a.Queries.Kinds.in(may))
	if err == nil && isOutside {
		return c.Role.Forbidden()
	}
	return err
}

// previewKeys describes the query of a preview.
func previewKeys() []*huma.Param {
	return []*huma.Param{httpapi.Param("after", "Only rows after the given one: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"})}
}

// AuditPage is a page of the audit, the newest entries first.
type AuditPage struct {
	Entries []audit.Entry `json:"entries" nullable:"false"`
	Next    int64         `json:"next" doc:"What to give as before for the next page; 0 at the end"`
}

func (a API) readAudit(c *httpapi.Call) (any, error) {
	q, err := queryOf(c.Request)
	if err != nil {
		return nil, err
	}
	if c.Role != httpapi.Owner {
		q.Objects = a.Queries.Kinds.in(c.Role.CanRead)
	}
	limit := q.Limit
	q.Limit++ // the extra entry shows whether there is a next page
	entries, err := a.Queries.Audit(c.Ctx(), q)
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

// queryOf parses the query. It skips empty values and ignores unknown keys.
func queryOf(r *http.Request) (q audit.Query, err error) {
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
		httpapi.Param("actor", "Only entries of who did it: the email of an administrator, or import, demo, command line", text),
		httpapi.Param("version", "Only the entries of the change that led to this version, one for each object", number),
		httpapi.Param("search", "With version: only those about products whose names contain these words", text),
		httpapi.Param("before", "Only entries with a smaller id: next of the page before", number),
		httpapi.Param("limit", fmt.Sprintf("Entries in a page, at most %d; %d without it", maxAuditPage, audit.DefaultLimit), number),
	}
}
