package searches

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about searches in vain and synonyms.
type API struct {
	Queries   *Queries
	Catalogue *browse.Live
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "searches",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/searches", httpapi.Catalog.Records(), httpapi.Fetch(a.vainSearches),
				httpapi.Answers[[]VainSearch]("vainSearches", "List the words that at least three searched for in the last 30 days and that no tool has all of, most asked first, at most 500")),
			httpapi.Delete("/api/admin/searches/{key}", httpapi.Catalog.Change(), httpapi.Bare(a.dismiss),
				httpapi.Done("dismissVainSearch", "Dismiss words that visitors searched for: they are not listed for 30 days")),
			httpapi.Get("/api/admin/synonyms", httpapi.Catalog.Content(), httpapi.Fetch(a.synonyms),
				httpapi.Answers[[]Synonym]("listSynonyms", "List the site's own synonyms, the oldest first")),
			httpapi.Post("/api/admin/synonyms", httpapi.Catalog.Change(), httpapi.Create(httpapi.MaxBody, a.createSynonym),
				httpapi.Answers[Synonym]("createSynonym", "Add a synonym; searches know it at once")),
			httpapi.Put("/api/admin/synonyms/{id}", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSynonym, a.updateSynonym)),
				httpapi.Answers[Synonym]("updateSynonym", "Change a synonym")),
			httpapi.Delete("/api/admin/synonyms/{id}", httpapi.Catalog.Change(), httpapi.Remove(noSynonym, a.deleteSynonym),
				httpapi.Done("deleteSynonym", "Delete a synonym; this can be undone")),
		},
		Params: []*huma.Param{httpapi.PathParam("key", "Key of the words", &huma.Schema{Type: huma.TypeString})},
	}
}

const noSynonym = "There is no such synonym. It may have been deleted."

// VainSearch is words that visitors searched for in vain.
type VainSearch struct {
	Key      string `json:"key" doc:"Names the words in other calls"`
	Words    string `json:"words" doc:"In lower case, without accents"`
	Asked    int64  `json:"asked" doc:"How many asked in the last 30 days, once a day for each IP address"`
	Found    int    `json:"found" doc:"How many tools are found now"`
	ShownFor string `json:"shownFor" doc:"The words that those tools have; empty if none is found"`
}

// vainSearches lists the searches that are still in vain: a tool or a synonym may have helped.
func (a API) vainSearches(c *httpapi.Call) (any, error) {
	all, err := a.Queries.Vain(c.Ctx())
	if err != nil {
		return nil, err
	}
	snapshot, list := a.Catalogue.Snapshot(), []VainSearch{}
	for _, v := range all {
		if found, shownFor := outcome(snapshot, v.Words); isVain(found, shownFor) {
			list = append(list, VainSearch{v.Key, v.Words, v.Asked, found, shownFor})
		}
	}
	return list, nil
}

func (a API) dismiss(c *httpapi.Call) (any, error) {
	return nil, a.Queries.DismissVain(c.Ctx(), c.Request.PathValue("key"))
}

func (a API) synonyms(c *httpapi.Call) (any, error) { return a.Queries.Synonyms(c.Ctx()) }

func (a API) createSynonym(c *httpapi.Call, in SynonymInput) (any, error) {
	return a.Queries.CreateSynonym(c.Ctx(), c.By, in)
}

func (a API) updateSynonym(c *httpapi.Call, id int64, in SynonymInput) (any, error) {
	return a.Queries.UpdateSynonym(c.Ctx(), c.By, id, in)
}

func (a API) deleteSynonym(c *httpapi.Call, id int64) error {
	return a.Queries.DeleteSynonym(c.Ctx(), c.By, id)
}
