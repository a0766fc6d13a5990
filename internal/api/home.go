package api

import (
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// homeRows answers with what the home page shows above its two sections.
func (o *Options) homeRows(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	snapshot := o.Catalogue.Snapshot()
	dst = httpapi.AppendList(append(dst, `{"rows":`...), snapshot.Rows(), appendHomeRow)
	dst = httpapi.AppendList(append(dst, `,"collections":`...), snapshot.HomeCollections(), appendCollectionSummary)
	dst = httpapi.AppendList(append(dst, `,"categories":`...), snapshot.HomeCategories(), appendCategorySummary)
	return httpapi.Reply{Body: append(dst, '}')}, nil
}

func appendHomeRow(dst []byte, row browse.Row) []byte {
	dst = httpapi.AppendText(append(dst, `{"kind":`...), string(row.Kind))
	dst = httpapi.AppendList(append(dst, `,"tools":`...), row.Items, func(dst []byte, item *browse.Item) []byte { return item.AppendRowTool(dst) })
	return append(dst, '}')
}
