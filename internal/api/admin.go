package api

// rowSize is about how many bytes a row takes.
const rowSize = 640

// rows are all products in the administrator's order, as the dashboard lists them.
func rows(c *call) (answer, error) {
	snapshot := c.api.options.Catalogue.Snapshot()
	dst := make([]byte, 0, snapshot.Len()*rowSize)
	dst = append(dst, '[')
	for item := range snapshot.All() {
		if len(dst) > 1 {
			dst = append(dst, ',')
		}
		dst = item.AppendRow(dst)
	}
	return answer{body: encoded(append(dst, ']'))}, nil
}

// categoryCounts are all categories with the number of products in each.
func categoryCounts(c *call) (answer, error) {
	counts := c.api.options.Catalogue.Snapshot().CategoryCounts()
	return answer{body: encoded(appendList(nil, counts, appendCategoryFacet))}, nil
}
