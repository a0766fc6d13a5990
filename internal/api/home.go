package api

import "vitrine/internal/browse"

// homeCategories is how many categories the home page shows with their tools: of fewer than browse.LeastRow it shows none.
const homeCategories = 8

// homeRows answers with what the home page shows above its two sections.
func homeRows(v view, _ *question, dst []byte) (reply, error) {
	categories := v.snapshot.LargestCategories(homeCategories)
	if len(categories) < browse.LeastRow {
		categories = nil
	}
	dst = appendList(append(dst, `{"rows":`...), v.snapshot.Rows(), appendHomeRow)
	dst = appendList(append(dst, `,"categories":`...), categories, appendCategorySummary)
	return reply{body: append(dst, '}')}, nil
}

func appendHomeRow(dst []byte, row browse.Row) []byte {
	dst = appendText(append(dst, `{"kind":`...), string(row.Kind))
	dst = appendList(append(dst, `,"tools":`...), row.Items, func(dst []byte, item *browse.Item) []byte { return item.AppendRowTool(dst) })
	return append(dst, '}')
}
