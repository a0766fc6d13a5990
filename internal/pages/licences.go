package pages

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
)

// licencesPath is the URL of the page about the software of others that the program contains.
const licencesPath = "/about/licences"

// notices are the licences of the software of others that the program contains, as .ci/licences writes them.
type notices struct {
	Packages []noticePackage
	Texts    []string
}

type noticePackage struct {
	Name, Version string
	Licences      []string // SPDX identifiers
	Texts         []int    // indexes of the notices' texts
}

// readNotices reads Options.Notices. Without any it returns nil.
func readNotices(data []byte) (*notices, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var n notices
	if err := json.Unmarshal(data, &n); err != nil {
		return nil, fmt.Errorf("read the licences of others: %w", err)
	}
	for _, of := range n.Packages {
		for _, text := range of.Texts {
			if text < 0 || text >= len(n.Texts) {
				return nil, fmt.Errorf("read the licences of others: %s has text %d of %d", of.Name, text, len(n.Texts))
			}
		}
	}
	return &n, nil
}

// noticeText is a licence's text with the names of the packages under it.
type noticeText struct {
	ID    string // of its heading
	Names string
	Text  string
}

// licencesPage returns the page about the licences of others. Search engines leave it out: it is on every such site.
func (p *Pages) licencesPage(snapshot *browse.Snapshot) (*content, error) {
	n := p.notices
	texts := make([]noticeText, len(n.Texts))
	for i, text := range n.Texts {
		texts[i] = noticeText{ID: fmt.Sprintf("text-%d", i+1), Text: text}
	}
	for _, of := range n.Packages {
		for _, i := range of.Texts {
			texts[i].Names = strings.TrimPrefix(texts[i].Names+", "+of.Name, ", ")
		}
	}
	h := p.headOf(address{screen: home, path: "/"}, snapshot)
	h.Title = "Licences – " + h.SiteName
	h.Description = "The open-source software that this site runs on, and its licences."
	h.Canonical, h.NoIndex = p.origin+licencesPath, true
	h.Data = graph(object{"@type": "WebPage", "name": "Licences", "url": h.Canonical, "isPartOf": p.website()})
	return p.scriptless("licences", struct {
		Packages []noticePackage
		Texts    []noticeText
	}{n.Packages, texts}, h, snapshot)
}
