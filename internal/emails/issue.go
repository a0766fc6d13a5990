package emails

// Issue is an issue of the newsletter for one subscriber. URLs are absolute.
type Issue struct {
	Subject     string
	Intro       string // sanitised HTML
	Cadence     string // weekly or monthly
	Sections    []IssueSection
	Archive     string // the same in a browser
	Settings    string // where the subscriber chooses topics and unsubscribes
	Unsubscribe string // for the header; empty: none
}

// IssueSection is a part of an issue.
type IssueSection struct {
	Title    string
	Products []IssueProduct
}

// IssueProduct is a product of an issue.
type IssueProduct struct {
	Name        string
	Description string
	Categories  []string // the main one first
	Badges      []string // Free, Deal
	Image       string   // of the site; empty: none
	Page        string   // of the product on the site
	Website     string   // leads to the product's own
}

// Issue writes the email of an issue.
func (t *Templates) Issue(i Issue) Message {
	m := t.compose(content{Subject: i.Subject, Heading: i.Subject, Paragraphs: []string{i.Intro}, NotYou: i.Settings, Why: i.Cadence})
	m.Unsubscribe = i.Unsubscribe
	return m
}
