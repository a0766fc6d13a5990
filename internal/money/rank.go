package money

import (
	"fmt"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/pages"
)

// rankPath is the page that says what decides the order, and who pays.
const rankPath = "/how-we-rank"

var rankPage = pages.Page{
	Paths:       []string{rankPath},
	Scriptless:  true,
	Title:       "How we rank",
	Description: "What decides the order of tools on {site}, what doesn't, and who pays for affiliate links.",
	Footer:      func(*pages.View) string { return "How we rank" },
	Markdown: func(v *pages.View, _ pages.Address, m *pages.Markdown) {
		m.Title, m.ShowContents = "How we rank", true
		m.Write("%s", rankText(v.Snapshot))
	},
}

// rankText is what decides the order of tools, in Markdown: each sentence is a rule that a test holds the program to.
func rankText(s *browse.Snapshot) string {
	var text strings.Builder
	write := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n\n", args...) }
	write("## What decides the order")
	write("- **Lists** start with the order that the editors set by hand, then the newest tools.\n" +
		"- **Search** sorts by how well a tool's name, categories, description and uses match your words. Small typos are forgiven.\n" +
		"- **Popular** counts how often visitors went to a tool's website in the last 30 days, once an hour for each visitor.\n" +
		"- **Similar tools and alternatives** are chosen by what the tools do. Editors can put some first or leave some out.\n" +
		"- **Featured** is a mark that the editors give. It can't be bought.")
	write("## What doesn't")
	write("No affiliate link, no deal, no booking and no other payment changes which tools are listed, or where. The program that runs this site sorts tools without knowing which links pay.")
	write("## Who pays")
	if paid := browse.LinkedTools(s); paid > 0 {
		write("Affiliate links lead to %s of %s right now. If you buy something after clicking one, the company behind the tool may pay us a commission. You pay the same.",
			number(int64(paid)), pages.Count(s.Len(), "tool", "tools"))
	} else {
		write("No tool has an affiliate link right now.")
	}
	write("A tool under *Sponsored* has booked that place. It's also listed where it would be without the booking.")
	write("These links are named before you click: *Affiliate* beside Visit, or *We may earn a commission*. All other Visit links lead straight to the tool's website. More in the [Affiliate Disclaimer](/affiliate-disclaimer).")
	return text.String()
}
