package search

func ownQueries() []judged { return nil }
func inventedRows(n int) []catalogueRow { return nil }
