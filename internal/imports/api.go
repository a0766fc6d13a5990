package imports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// MaxFile is the largest file in bytes.
const MaxFile = 100 << 20

const (
	progressEvery = 250 * time.Millisecond
	longImport    = 15 * time.Minute // for an answer, with a backup
)

// API is the calls about imports.
type API struct {
	Kits    *feature.Kits
	Queries *Queries
	Wake    func() // lets the job look for images at once
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	text, yes := &huma.Schema{Type: huma.TypeString}, &huma.Schema{Type: huma.TypeBoolean}
	images := func(id, summary string) httpapi.About { return httpapi.Answers[Images](id, summary) }
	return httpapi.Group{
		Name: "imports",
		Routes: []httpapi.Route{
			httpapi.Post("/api/admin/import", httpapi.Catalog.Change(),
				httpapi.Upload("application/octet-stream", MaxFile, a.importFile).TooLarge("This file is larger than 100 MB. Please split it, or import it on the server with the command vitrine import."),
				httpapi.Answers[Outcome]("importProducts", "Import products from a file, all or none, or say what that would do. A client that accepts text/event-stream gets the event progress (isComparing, done and total), and done with the answer",
					httpapi.Required(httpapi.Param("name", "Name of the file: it ends in .csv, .tsv, .txt, .json, .jsonl, .xml or .zip", text)),
					httpapi.Param("match", "Which product a row is that has neither its id nor its slug: without it the one with its website and name, and the same website under another name is a problem; or website, name or id, by which alone they are found",
						httpapi.Enum(catalog.MatchWebsite, catalog.MatchName, catalog.MatchID)),
					httpapi.Param("columns", "JSON object of the columns that are not read as proposed: from their names to fields, or to an empty text for one that is left out; at most 8 KB", text),
					httpapi.Param("skipBad", "true: import the good rows of a file that has others", yes),
					httpapi.Param("fetchImages", "true: save the images that products have at other sites on this one, in the background", yes),
					httpapi.Param("dryRun", "true: say what would be imported, and import nothing", yes))),
			httpapi.Get("/api/admin/import-images", httpapi.Catalog.Records(), httpapi.Fetch(func(c *httpapi.Call) (any, error) { return a.Queries.Status(c.Ctx()) }),
				images("importImages", "Get how many images of imported products are still to be saved here, and which could not be")),
			httpapi.Post("/api/admin/import-images/retry", httpapi.Catalog.Change(), a.change((*Queries).Retry),
				images("retryImportImages", "Try again to save the images of imported products that could not be saved")),
			httpapi.Delete("/api/admin/import-images", httpapi.Catalog.Change(), a.change((*Queries).Forget),
				images("forgetImportImages", "Stop saving images of imported products: those that are left are shown from their sites")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Outcome]():     "ProductImport",
			reflect.TypeFor[Column]():      "ImportColumn",
			reflect.TypeFor[Problem]():     "ImportProblem",
			reflect.TypeFor[Counted]():     "ImportText",
			reflect.TypeFor[NotTaken]():    "ImportNotTaken",
			reflect.TypeFor[Images]():      "ImportImages",
			reflect.TypeFor[FailedImage](): "FailedImportImage",
		},
	}
}

// change is a handler that changes which images are saved and answers with them.
func (a API) change(change func(q *Queries, ctx context.Context, by string) error) httpapi.Handler {
	return httpapi.Bare(func(c *httpapi.Call) (any, error) {
		if err := change(a.Queries, c.Ctx(), c.By); err != nil {
			return nil, err
		}
		a.Wake()
		return a.Queries.Status(c.Ctx())
	})
}

// Progress is how far an import is.
type Progress struct {
	IsComparing bool `json:"isComparing"` // with what is here, before a backup
	Done        int  `json:"done"`        // rows
	Total       int  `json:"total"`
}

func (a API) importFile(c *httpapi.Call, file *os.File) (any, error) {
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	from, err := sourceOf(values, file.Name())
	if err != nil {
		return nil, err
	}
	stream := httpapi.NewEventStream(c)
	c.WaitFor(longImport)
	var now atomic.Pointer[Progress]
	stop := report(stream, &now)
	outcome, err := a.run(c, from, values, &now)
	stop()
	return stream.End(outcome, err)
}

// report sends the progress of an import while it runs: the transaction must not wait for a slow client.
func report(stream *httpapi.EventStream, now *atomic.Pointer[Progress]) (stop func()) {
	var running sync.WaitGroup
	done := make(chan struct{})
	running.Go(func() {
		ticks := time.NewTicker(progressEvery)
		defer ticks.Stop()
		var sent *Progress
		for {
			select {
			case <-done:
				return
			case <-ticks.C:
			}
			if latest := now.Load(); latest != sent {
				if stream.Progress(latest) != nil { // the client is gone, which ends the call
					return
				}
				sent = latest
			}
		}
	})
	return func() { close(done); running.Wait() }
}

// run imports the file, or says what that would do. What is wrong with the file is the problem of the outcome.
func (a API) run(c *httpapi.Call, from source, values url.Values, now *atomic.Pointer[Progress]) (*Outcome, error) {
	outcome, isDry := newOutcome(), values.Get("dryRun") == "true"
	read, err := from.read(c.Ctx(), a.Kits, outcome)
	outcome.describe(read)
	if err != nil {
		return explained(outcome, err)
	}
	o := exchange.ImportOptions{
		ImportOptions: catalog.ImportOptions{Match: from.options.Match, File: exchange.FileName(from.name), DryRun: isDry},
		SkipBad:       isDry || values.Get("skipBad") == "true", // a dry run says what becomes of the others
		BackUp:        a.Kits.BackUpBeforeImport,
		Progress:      func(isComparing bool, done, total int) { now.Store(&Progress{isComparing, done, total}) },
	}
	if isDry {
		o.Compare = outcome.compare(a.Queries.hostOf)
	}
	isFetching := values.Get("fetchImages") == "true"
	var version int64
	o.Written = func(ctx context.Context, w *db.WriteTx, products []catalog.Product) error {
		version = w.Version
		if !isFetching {
			return nil
		}
		return a.Queries.Add(ctx, w, products)
	}
	if from.isArchive() && !isDry && (len(read.Bad) == 0 || o.SkipBad) {
		if err := from.copyImages(c.Ctx(), a.Kits, c.By, read.Rows); err != nil {
			return explained(outcome, err)
		}
	}
	done, err := exchange.Import(c.Ctx(), a.Kits.Catalog, c.By, read, o)
	if err != nil {
		return explained(outcome, err)
	}
	outcome.finish(done)
	if outcome.Created+outcome.Updated > 0 {
		outcome.Version = version
	}
	if done.Done == nil {
		outcome.Problem = fmt.Sprintf("%d of %d rows can't be used. Correct the file, map its columns, or skip those rows.", len(read.Bad), len(read.Bad)+len(read.Rows))
	}
	if isFetching && outcome.Version > 0 {
		a.Wake()
	}
	return outcome, nil
}

// explained returns the outcome with what is wrong with the file, or the error of this site.
func explained(o *Outcome, err error) (*Outcome, error) {
	var conflict *catalog.ImportConflict
	if errors.As(err, &conflict) {
		o.Problem = fmt.Sprintf("%d tools of the file have the website of a tool that is listed under another name. Choose below whether they are the same, and check again.", conflict.Rows)
		if conflict.Rows == 1 {
			o.Problem = "A tool of the file has the website of a tool that is listed under another name. Choose below whether they are the same, and check again."
		}
		o.Questions = conflict.Questions
		return o, nil
	}
	f := fault.From(err)
	switch f.Kind {
	case fault.Invalid, fault.TooLarge, fault.Conflict, fault.BadGateway:
		o.Problem = f.Message
		return o, nil
	}
	return nil, err
}

const maxMapping = 8 << 10 // bytes

// sourceOf returns the file that a query describes.
func sourceOf(values url.Values, path string) (source, error) {
	from := source{path: path, name: values.Get("name"), options: exchange.Options{Match: catalog.Match(values.Get("match")), Mapping: map[string]string{}}}
	switch from.options.Match {
	case catalog.MatchAsk, catalog.MatchWebsite, catalog.MatchName, catalog.MatchID:
	default:
		return from, fault.New(fault.BadRequest, "The key match takes website, name or id.")
	}
	if exchange.FileName(from.name) == "" {
		return from, fault.New(fault.BadRequest, "The key name takes the name of the file.")
	}
	if text := values.Get("columns"); text != "" && (len(text) > maxMapping || json.Unmarshal([]byte(text), &from.options.Mapping) != nil || from.options.Mapping == nil) {
		return from, fault.New(fault.BadRequest, "The key columns takes a JSON object of at most 8 KB, from the names of columns to fields.")
	}
	return from, nil
}
