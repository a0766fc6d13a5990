package api

import "github.com/vitrine-directory/vitrine/internal/browse"

// homeRows answers with what the home page shows above its two sections.
func homeRows(v view, _ *question, dst []byte) (reply, error) {
	dst = appendList(append(dst, `{"rows":`...), v.snapshot.Rows(), appendHomeRow)
	dst = appendList(append(dst, `,"collections":`...), v.snapshot.HomeCollections(), appendCollectionSummary)
	dst = appendList(append(dst, `,"categories":`...), v.snapshot.HomeCategories(), appendCategorySummary)
	return reply{body: append(dst, '}')}, nil
}

func appendHomeRow(dst []byte, row browse.Row) []byte {
	dst = appendText(append(dst, `{"kind":`...), string(row.Kind))
	dst = appendList(append(dst, `,"tools":`...), row.Items, func(dst []byte, item *browse.Item) []byte { return item.AppendRowTool(dst) })
	return append(dst, '}')
}
