package catalog

import "time"

// ImportRow is one row of a file, cleaned and checked, ready for import.
type ImportRow struct {
	Line  int   // in the file, from 1; for messages
	ID    int64 // matches an existing product when above 0
	Draft Draft // Draft.Slug, if set, matches too; otherwise website and name, as ImportOptions.Match says
	// Sets are the fields that the row has. An existing product keeps the others: a file without a logo column removes
	// no logo. Name, website, categories, description and type are in every row, and need not be set.
	Sets FieldSet
	// CreatedAt is when the tool was added to the catalogue that it comes from. A new product gets it; zero: the time of
	// the import.
	CreatedAt time.Time
	OddDate   string // a date of that kind that cannot be read, or is in the future
	InBulk    bool   // the catalogue that it comes from had it from a bulk import; a new product keeps that
}

// MaxNewInImport is the most tools that one import may add for them to count as new: a badge on thousands of cards says
// nothing, and no newsletter or feed should announce a whole list. Of a larger import all are Product.InBulk.
const MaxNewInImport = 50

// Match says which product a row is that has neither its id nor its slug.
type Match string

// The ways to match.
const (
	MatchAsk     Match = ""        // the one with its website and its name; the same website under another name is a question
	MatchWebsite Match = "website" // the one with its website, whatever it is called
	MatchName    Match = "name"    // the one with its name, wherever its website is
	MatchID      Match = "id"      // none
)

// ImportOptions control an import.
type ImportOptions struct {
	Match    Match
	File     string         // its name, for the history; empty if it has none
	DryRun   bool           // count the changes, write nothing
	Progress func(done int) // called from time to time with the number of finished rows; may be nil
	// Changed is called for each row that creates (before is nil) or updates a product, in their order; may be nil.
	Changed func(row ImportRow, before *Product, after Product)
}

// ImportResult counts the changes of an import, or those that a dry run would make.
type ImportResult struct {
	Created   int
	Updated   int
	Unchanged int
}
