package catalog

// ImportRow is one row of a file, cleaned and checked, on its way into the catalogue.
type ImportRow struct {
	Line  int   // where it is in the file, from 1; for messages
	ID    int64 // matches an existing product when above 0
	Draft Draft // Draft.Slug, when given, matches too; else the website's WebsiteKey does
	// Sets are the fields that the row brings. A product that exists keeps the others: a file without a logo column
	// takes no logo away. Name, website, categories, description and type are in every row, and need not be set.
	Sets FieldSet
}

// ImportOptions are how an import goes.
type ImportOptions struct {
	DryRun   bool           // count what would happen, write nothing
	Progress func(done int) // called now and then with the rows done; may be nil
	// Changed is called for each product that is added (before is nil) or changed, in the order of the rows; may be nil.
	Changed func(before *Product, after Product)
}

// ImportResult counts what an import did, or in a dry run would do.
type ImportResult struct {
	Created   int
	Updated   int
	Unchanged int
}
