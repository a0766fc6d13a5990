package api

import (
	"reflect"

	"vitrine/internal/catalog"
	"vitrine/internal/site"
)

// access says who may call a route. The zero value is no answer to that, and is refused when the API is made.
type access int

const (
	public access = iota + 1
	admin
)

// route is one call of the API.
type route struct {
	method, pattern string
	access          access
	about           about
}

// routes are all calls of the API, and who may make them.
func routes() []route {
	list, screen := append(filters(), paging("Products in a page; without it, every match")...), append(filters(), paging("Products of each section; 12 without it")...)
	return []route{
		{"GET", "/api/products", public, about{"listProducts", "Products in order", typeOf[[]catalog.Product](), list, true}},
		{"GET", "/api/products/{x}", public, about{"product", "One product", typeOf[catalog.Product](), nil, false}},
		{"GET", "/api/products/{x}/similar", public, about{"similarProducts", "At most 8 products like this one", typeOf[[]catalog.Product](), nil, false}},
		{"GET", "/api/catalog", public, about{"catalog", "A screen of the directory: a page of each section, and the matches behind each filter", typeOf[Catalog](), screen, false}},
		{"GET", "/api/categories", public, about{"listCategories", "Categories by name", typeOf[[]catalog.Category](), nil, false}},
		{"GET", "/api/site", public, about{"site", "What the frame of every page needs", typeOf[Site](), nil, false}},
		{"GET", "/api/social-media", public, about{"listSocialLinks", "Active social links in their order", typeOf[[]site.SocialLink](), nil, false}},
		{"GET", "/api/logo-settings", public, about{"listLogoSettings", "Site logos, with their files as data URLs", typeOf[[]site.Logo](), nil, false}},
		{"GET", "/api/legal-pages", public, about{"listLegalPages", "Legal pages", typeOf[[]site.LegalPage](), nil, false}},
		{"GET", "/api/legal-pages/{type}", public, about{"legalPage", "One legal page", typeOf[site.LegalPage](), nil, false}},
	}
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }
