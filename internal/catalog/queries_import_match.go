package catalog

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// matcher finds the product of a row: by id, else by present slug, else by former slug, else by website key and name, as
// Match says. A product that some row of the file names by id or slug belongs to that row alone: another row
// with its website creates a new product.
type matcher struct {
	by        Match
	names     map[int64]string
	byName    map[string][]int64 // by folded name; only for MatchName
	questions []string           // rows with the website of a product of another name
	byID      map[int64]bool
	bySlug    map[string]int64
	byOldSlug map[string]int64
	byWebsite map[string][]int64
	named     map[int64]int       // product to the line that names it by id or slug
	lines     map[int64]int       // product to the line that claimed it
	newSlugs  map[string]int      // new slug to the line that takes it
	newSites  map[string]newcomer // by what two new rows may not share
	slugs     slugs
}

// newcomer is a row that creates a product.
type newcomer struct {
	line int
	slug bool // the row names its slug
}

// matcher reads the keys of all products.
func newMatcher(ctx context.Context, w *db.WriteTx, rows []ImportRow, by Match) (*matcher, error) {
	m := &matcher{by: by, names: map[int64]string{}, byName: map[string][]int64{}, byID: map[int64]bool{}, bySlug: map[string]int64{}, byOldSlug: map[string]int64{}, byWebsite: map[string][]int64{}, named: map[int64]int{},
		lines: map[int64]int{}, newSlugs: map[string]int{}, newSites: map[string]newcomer{}, slugs: slugs{}}
	err := w.Each(ctx, func(found *sql.Rows) error {
		var id int64
		var slug, website, name string
		if err := found.Scan(&id, &slug, &website, &name); err != nil {
			return err
		}
		m.byID[id] = true
		m.bySlug[slug] = id
		m.slugs.reserve(slug)
		m.names[id] = name
		if by == MatchName {
			m.byName[Fold(name)] = append(m.byName[Fold(name)], id)
		}
		if website != "" {
			m.byWebsite[website] = append(m.byWebsite[website], id)
		}
		return nil
	}, "SELECT id, slug, website_key, name FROM products WHERE deleted_at IS NULL")
	if err != nil {
		return nil, err
	}
	old, err := AllOldSlugs(ctx, w.Tx)
	for _, s := range old {
		m.byOldSlug[s.Slug] = s.ProductID
		m.slugs.reserve(s.Slug)
	}
	for _, row := range rows {
		if row.Draft.Slug != "" { // so that no generated slug equals it
			m.slugs.reserve(row.Draft.Slug)
		}
		if id := m.namedBy(row); id != 0 {
			m.named[id] = row.Line
		}
	}
	return m, err
}

// match returns the product that the row changes, or 0 for a new one. A row that collides with another of the same file,
// or that fits several products, is a Conflict naming its line.
func (m *matcher) match(row ImportRow) (int64, error) {
	website := WebsiteKey(row.Draft.Website)
	id, err := m.find(row, website)
	if err != nil {
		return 0, err
	}
	if id == 0 {
		return 0, m.admit(row, website)
	}
	if line, claimed := m.lines[id]; claimed {
		return 0, collision(row.Line, line)
	}
	m.lines[id] = row.Line
	return id, nil
}

// namedBy returns the product with the row's id, else the one that its slug leads to; 0 for none. A file that was written
// before a rename has the former slug.
func (m *matcher) namedBy(row ImportRow) int64 {
	if row.ID > 0 && m.byID[row.ID] {
		return row.ID
	}
	if row.Draft.Slug == "" {
		return 0
	}
	if id := m.bySlug[row.Draft.Slug]; id != 0 {
		return id
	}
	if id := m.byOldSlug[row.Draft.Slug]; m.byID[id] { // not in the trash
		return id
	}
	return 0
}

func (m *matcher) find(row ImportRow, website string) (int64, error) {
	switch id := m.namedBy(row); {
	case id != 0 && id == row.ID:
		return id, m.rename(row)
	case id != 0:
		return id, nil
	}
	switch m.by {
	case MatchID:
		return 0, nil
	case MatchName:
		return m.single(row, m.byName[Fold(row.Draft.Name)], "name")
	}
	var sharing, namesakes []int64
	for _, id := range m.byWebsite[website] {
		isNamesake := m.isNamed(id, row.Draft.Name)
		switch line, named := m.named[id]; {
		case !named:
			sharing = append(sharing, id)
			if isNamesake {
				namesakes = append(namesakes, id)
			}
		case row.Draft.Slug == "" && (isNamesake || m.by == MatchWebsite): // nothing distinguishes the two rows
			return 0, collision(row.Line, line)
		}
	}
	switch {
	case len(namesakes) > 0:
		return m.single(row, namesakes, "website")
	case m.by == MatchWebsite:
		return m.single(row, sharing, "website")
	case len(sharing) > 0 && row.Draft.Slug == "":
		m.ask(row, sharing[0])
	}
	return 0, nil
}

// single returns the one product that a row may be, or 0.
func (m *matcher) single(row ImportRow, found []int64, what string) (int64, error) {
	switch len(found) {
	case 0:
		return 0, nil
	case 1:
		return found[0], nil
	}
	return 0, lineFault(row.Line, "several products have this "+what+"; give the id or the slug of the one that is meant")
}

func (m *matcher) isNamed(id int64, name string) bool {
	return m.names[id] == name || Fold(m.names[id]) == Fold(name)
}

// maxQuestions is how many questions a message has; it says how many there are.
const maxQuestions = 20

// ask notes that a row may be a product of another name.
func (m *matcher) ask(row ImportRow, id int64) {
	m.questions = append(m.questions, fmt.Sprintf("Line %d: %q has the website of %q (%s).", row.Line, row.Draft.Name, m.names[id], WebsiteKey(row.Draft.Website)))
}

// ImportConflict is the fault of an import whose rows have websites of products of other names.
type ImportConflict struct {
	*fault.Fault          // for the command line
	Questions    []string // a sentence a row, at most maxQuestions
	Rows         int      // how many there are
}

// Unwrap returns the fault.
func (c *ImportConflict) Unwrap() error { return c.Fault }

// question returns an ImportConflict with the questions, or nil.
func (m *matcher) question() error {
	count := len(m.questions)
	if count == 0 {
		return nil
	}
	asked := m.questions[:min(count, maxQuestions)]
	text := strings.Join(asked, " ")
	if count > maxQuestions {
		text += fmt.Sprintf(" And %d more.", count-maxQuestions)
	}
	f := fault.New(fault.Conflict, text+" Are they the same tool? Import with --match website to rename the old tool, or with --match name to add the new one beside it, "+
		"or give the row a slug of its own. Nothing was imported.")
	f.Code = "import_conflict"
	return &ImportConflict{f, asked, count}
}

// rename checks that a row matched by id names its product's own slug or a free one, and reserves it.
func (m *matcher) rename(row ImportRow) error {
	slug := row.Draft.Slug
	owner, taken := m.bySlug[slug]
	if slug == "" || taken && owner == row.ID {
		return nil
	}
	if taken {
		return lineFault(row.Line, "its slug belongs to another product than its id")
	}
	if line, named := m.newSlugs[slug]; named {
		return lineFault(row.Line, fmt.Sprintf("it names the same slug as line %d", line))
	}
	m.newSlugs[slug] = row.Line
	return nil
}

// admit records a new product. Two rows that would be one product in the next import are refused, unless both name
// their slugs.
func (m *matcher) admit(row ImportRow, website string) error {
	slug := row.Draft.Slug
	if line, taken := m.newSlugs[slug]; taken && slug != "" {
		return collision(row.Line, line)
	}
	m.newSlugs[slug] = row.Line
	shared := website + "\n" + Fold(row.Draft.Name)
	switch {
	case m.by == MatchID:
		return nil
	case m.by == MatchName:
		shared = Fold(row.Draft.Name)
	case m.by == MatchWebsite:
		shared = website
	}
	if other, taken := m.newSites[shared]; taken && website != "" && !(other.slug && slug != "") {
		return collision(row.Line, other.line)
	}
	m.newSites[shared] = newcomer{line: row.Line, slug: slug != ""}
	return nil
}

// slugOf returns a new product's slug: the draft's, or a free one made from its name.
func (m *matcher) slugOf(d Draft) string {
	if d.Slug != "" {
		return d.Slug
	}
	slug := m.slugs.free(Slug(d.Name))
	m.slugs.reserve(slug)
	return slug
}

func collision(line, earlier int) error {
	return lineFault(line, fmt.Sprintf("it leads to the same product as line %d", earlier))
}

func lineFault(line int, reason string) error {
	f := fault.New(fault.Conflict, fmt.Sprintf("Line %d: %s. Nothing was imported.", line, reason))
	f.Code = "import_conflict"
	return f
}
