package catalog

import (
	"fmt"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Limits of bulk changes and of the trash.
const (
	MaxBulk        = 10_000              // products that a bulk change names; the filter of a list may match more
	TrashRetention = 30 * 24 * time.Hour // how long a deleted product can be restored
	MaxTrash       = 1_000               // deleted products in a list: the newest
	MaxGonePages   = 5_000               // deleted products whose pages say so: the newest
)

// Placement is the position of one product in the administrator's order.
type Placement struct {
	ID           int64 `json:"id"`
	DisplayOrder int   `json:"displayOrder"`
}

// CheckOrder checks a new order: 1 to MaxProducts products, each once, at positions from 0 to 1,000,000. The fault
// names the field "updates".
func CheckOrder(order []Placement) error {
	var c checker
	seen := make(map[int64]bool, len(order))
	switch {
	case len(order) == 0:
		c.Fail("updates", "Please name at least one product")
	case len(order) > MaxProducts:
		c.Fail("updates", fmt.Sprintf("Please name at most %d products", MaxProducts))
	}
	for _, placed := range order {
		switch {
		case c.Failed():
			return c.Fault()
		case seen[placed.ID]:
			c.Fail("updates", "A product is named twice. Nothing was moved")
		case placed.DisplayOrder < 0 || placed.DisplayOrder > MaxDisplayOrder:
			c.Fail("updates", fmt.Sprintf("Please give each product an order from 0 to %d", MaxDisplayOrder))
		}
		seen[placed.ID] = true
	}
	return c.Fault()
}

// BulkChange is one change to many products. A nil field stays as it is.
type BulkChange struct {
	Type             *Type    `json:"type,omitempty" nullable:"false" enum:"Free,Freemium,Premium"`
	Section          *Section `json:"section,omitempty" nullable:"false" enum:"Our Products,Recommended AI Products"`
	IsFeatured       *bool    `json:"isFeatured,omitempty" nullable:"false"`
	FeaturedUntil    *string  `json:"featuredUntil,omitempty" nullable:"false" doc:"When they stop being featured (RFC 3339), or empty"`
	Status           *Status  `json:"status,omitempty" nullable:"false" enum:"draft,scheduled,published,hidden"`
	PublishAt        *string  `json:"publishAt,omitempty" nullable:"false" doc:"From when visitors see them (RFC 3339); with the status scheduled"`
	HasDeal          *bool    `json:"hasDeal,omitempty" nullable:"false"`
	Categories       []string `json:"categories,omitempty" nullable:"false" doc:"Instead of those that the products have"`
	AddCategories    []string `json:"addCategories,omitempty" nullable:"false"`
	RemoveCategories []string `json:"removeCategories,omitempty" nullable:"false"`
	Delete           bool     `json:"delete,omitempty" doc:"Alone, without another change"`
}

// Check cleans the change and checks every rule that needs no product, also for the ids. The fault names each field
// that fails.
func (b BulkChange) Check(ids []int64) (BulkChange, error) {
	var c checker
	if len(ids) == 0 {
		c.Fail("ids", "Please select at least one product")
	}
	c.ids("ids", ids)
	return b.check(&c)
}

// CheckListed is Check for the products of a list, which it cleans and checks too.
func (b BulkChange) CheckListed(list *List) (BulkChange, error) {
	var c checker
	list.check(&c)
	return b.check(&c)
}

func (b BulkChange) check(c *checker) (BulkChange, error) {
	if b.Type != nil && !field.OneOf(*b.Type, Types()...) {
		c.Fail("type", "Please select a type: Free, Freemium or Premium")
	}
	if b.Section != nil && !field.OneOf(*b.Section, Sections()...) {
		c.Fail("section", "Please select a section: Our Products or Recommended AI Products")
	}
	b.checkStatus(c)
	replaces := b.Categories != nil
	b.Categories = c.words("categories", b.Categories, MaxCategories, MaxCategory)
	b.AddCategories = c.words("addCategories", b.AddCategories, MaxCategories, MaxCategory)
	b.RemoveCategories = c.words("removeCategories", b.RemoveCategories, MaxCategories, MaxCategory)
	moves := len(b.AddCategories)+len(b.RemoveCategories) > 0
	others := b.Status != nil || b.FeaturedUntil != nil || b.Type != nil || b.Section != nil || b.IsFeatured != nil || b.HasDeal != nil || replaces || moves
	switch {
	case replaces && len(b.Categories) == 0:
		c.Fail("categories", "Please select at least one category")
	case replaces && moves:
		c.Fail("categories", "Please either set the categories, or add and remove some")
	case slices.ContainsFunc(b.AddCategories, func(name string) bool { return names(b.RemoveCategories, name) }):
		c.Fail("removeCategories", "Please do not add and remove the same category")
	case b.Delete && others:
		c.Fail("delete", "Please delete the products or change them, not both")
	case !b.Delete && !others:
		c.Fail("change", "Please choose what to change")
	}
	return b, c.Fault()
}

// checkStatus cleans and checks the status and dates of the change. A new status forgets the date of the one before.
func (b *BulkChange) checkStatus(c *checker) {
	if b.PublishAt != nil && (b.Status == nil || *b.Status != Scheduled) {
		c.Fail("publishAt", "Please choose the status scheduled with it")
		return
	}
	var d Draft
	set(&d.PublishAt, b.PublishAt)
	set(&d.FeaturedUntil, b.FeaturedUntil)
	if set(&d.Status, b.Status); b.Status != nil && d.Status == "" {
		d.Status = "none"
	}
	d.checkStatus(c)
	if b.Status != nil {
		b.PublishAt = &d.PublishAt
	}
	if b.FeaturedUntil != nil {
		b.FeaturedUntil = &d.FeaturedUntil
	} else if b.IsFeatured != nil {
		b.FeaturedUntil = new(string)
	}
}

// ids checks the products that a bulk change names: at most MaxBulk, each once.
func (c *checker) ids(name string, ids []int64) {
	if len(ids) > MaxBulk {
		c.Fail(name, fmt.Sprintf("Please name at most %d products, or give the filter of the list that has them", MaxBulk))
		return
	}
	seen := make(map[int64]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			c.Fail(name, "A product is named twice. Nothing was changed")
			return
		}
		seen[id] = true
	}
}

// MaxChosen is how many products a call names whose proposals it decides on.
const MaxChosen = 1_000

// CheckChosen refuses a list of such products that is empty or too long.
func CheckChosen(ids []int64) error {
	var c checker
	switch {
	case len(ids) == 0:
		c.Fail("ids", "Please choose at least one tool")
	case len(ids) > MaxChosen:
		c.Fail("ids", "Please choose at most 1,000 tools")
	}
	return c.Fault()
}

// Chosen returns the products that such a call names; nil: it means all.
func Chosen(ids *[]int64, all bool) ([]int64, error) {
	switch {
	case all && ids != nil:
		var c checker
		c.Fail("all", "Please send either ids or all")
		return nil, c.Fault()
	case all:
		return nil, nil
	case ids == nil:
		return nil, CheckChosen(nil)
	}
	return *ids, CheckChosen(*ids)
}

// names reports whether the list contains the name, ignoring case and accents.
func names(list []string, name string) bool {
	key := Fold(name)
	return slices.ContainsFunc(list, func(other string) bool { return Fold(other) == key })
}

// Apply returns the product after the change, which must have passed Check and must not delete. It is a fault if the
// product would have no category, or more than MaxCategories.
func (b BulkChange) Apply(p Product) (Product, error) {
	set(&p.Type, b.Type)
	set(&p.Section, b.Section)
	set(&p.IsFeatured, b.IsFeatured)
	set(&p.FeaturedUntil, b.FeaturedUntil)
	set(&p.Status, b.Status)
	set(&p.PublishAt, b.PublishAt)
	set(&p.HasDeal, b.HasDeal)
	if len(b.Categories) > 0 {
		p.Categories = b.Categories
	}
	kept := make([]string, 0, len(p.Categories)+len(b.AddCategories))
	for _, name := range p.Categories {
		if !names(b.RemoveCategories, name) {
			kept = append(kept, name)
		}
	}
	for _, name := range b.AddCategories {
		if !names(kept, name) {
			kept = append(kept, name)
		}
	}
	p.Categories = kept
	var c checker
	switch {
	case len(kept) == 0:
		c.Fail("removeCategories", "A product would have no category. Nothing was changed")
	case len(kept) > MaxCategories:
		c.Fail("addCategories", fmt.Sprintf("A product would have more than %d categories. Nothing was changed", MaxCategories))
	}
	return p, c.Fault()
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// CategoryName cleans and checks the name of a category. The fault names the field "name".
func CategoryName(name string) (string, error) {
	var c checker
	name = c.Line("name", name, MaxCategory, "Please enter a name")
	if name != "" && Fold(name) == "" {
		c.Fail("name", "Please enter a name")
	}
	return name, c.Fault()
}

// CategoryGroup cleans and checks the group of a category; "" stands for the proposed one. The fault names the field "group".
func CategoryGroup(group string) (string, error) {
	var c checker
	group = c.Line("group", group, MaxCategory, "")
	return group, c.Fault()
}

// Deleted is a product in the trash.
type Deleted struct {
	Product   Product   `json:"product"`
	DeletedAt time.Time `json:"deletedAt"`
	DeletedBy string    `json:"deletedBy"`
}
