package api

import (
	"strconv"

	"vitrine/internal/browse"
	"vitrine/internal/fault"
)

// maxSimilar is how many similar products a product shows.
const maxSimilar = 8

func products(v view, q *question, dst []byte) (reply, error) {
	page, err := v.snapshot.List(q.query)
	if err != nil {
		return reply{}, err
	}
	return reply{body: appendProducts(dst, page.Items), fields: listFields(q, page)}, nil
}

// listFields are the header fields of a list: how many products match, and where the next page is.
func listFields(q *question, page browse.Page) []field {
	fields := []field{line("X-Total-Count", strconv.Itoa(page.Total))}
	if page.Next != "" {
		fields = append(fields, line("Link", "<"+q.nextPage(page.Next)+`>; rel="next"`))
	}
	return fields
}

func product(v view, q *question, dst []byte) (reply, error) {
	item, err := find(v, q)
	if err != nil {
		return reply{}, err
	}
	return reply{body: item.AppendJSON(dst)}, nil
}

func similar(v view, q *question, dst []byte) (reply, error) {
	item, err := find(v, q)
	if err != nil {
		return reply{}, err
	}
	return reply{body: appendProducts(dst, v.snapshot.Similar(item, maxSimilar))}, nil
}

// find is the product that a question's address names by id or slug.
func find(v view, q *question) (*browse.Item, error) {
	item, found := v.snapshot.Product(q.part)
	if !found {
		return nil, fault.New(fault.NotFound, "The product you're looking for doesn't exist or has been removed.")
	}
	return item, nil
}

func appendProducts(dst []byte, items []*browse.Item) []byte {
	return appendList(dst, items, func(dst []byte, item *browse.Item) []byte { return item.AppendJSON(dst) })
}
