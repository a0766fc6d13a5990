package search

import (
	_ "embed"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// everydaySearches are needs in people's own words, written before anything was tuned: the search, and a pattern of the
// name, categories, tags and description of the real tools that fit.
//
//go:embed testdata/everyday.txt
var everydaySearches string

// offTopicSearches are what no tool of this field is for, one a line.
//
//go:embed testdata/off-topic.txt
var offTopicSearches string

// everyday is a search with whether a tool fits it. Nothing fits an off-topic one.
type everyday struct {
	query string
	fits  func(id string) bool
}

// everydayFigures are means over everyday searches.
type everydayFigures struct{ empty, first5, first10, right, offTopic float64 }

func measureEveryday(t *testing.T, ix *Index, ids []string, needs []everyday, offTopic []string) (f everydayFigures) {
	t.Helper()
	for _, need := range needs {
		top := best(ix, ids, need.query, 10)
		marks, fitting := "", 0.
		for i, id := range top {
			if need.fits(id) {
				marks += "x"
				if i < 5 {
					fitting++
				}
			} else {
				marks += "."
			}
		}
		if len(top) == 0 {
			f.empty++
		} else {
			f.right += fitting / float64(min(5, len(top)))
		}
		if fitting > 0 {
			f.first5++
		}
		if strings.Contains(marks, "x") {
			f.first10++
		}
		t.Logf("%-10s %q %v", marks, need.query, top[:min(3, len(top))])
	}
	for _, query := range offTopic {
		if top := best(ix, ids, query, 10); len(top) > 0 {
			f.offTopic++
			t.Logf("off-topic  %q %v", query, top)
		}
	}
	n := float64(len(needs))
	return everydayFigures{f.empty / n, f.first5 / n, f.first10 / n, f.right / n, f.offTopic / float64(len(offTopic))}
}

// judgedEveryday reads everyday-dev.jsonl.
func judgedEveryday(t *testing.T) (needs []everyday, offTopic []string) {
	for _, q := range readLines[struct {
		Query, Kind string
		Fits        []string
	}](t, filepath.Join(dataDir(), "everyday-dev.jsonl")) {
		if q.Kind == "none" {
			offTopic = append(offTopic, q.Query)
			continue
		}
		fits := map[string]bool{}
		for _, id := range q.Fits {
			fits[id] = true
		}
		needs = append(needs, everyday{q.Query, func(id string) bool { return fits[id] }})
	}
	return needs, offTopic
}

// ownEveryday reads our own everyday searches.
func ownEveryday(t *testing.T) (needs []everyday, offTopic []string) {
	texts := map[string]string{}
	for _, row := range readLines[catalogueRow](t, filepath.Join(dataDir(), "ai-tools.jsonl")) {
		texts[row.ID] = strings.Join(append(append([]string{row.Name, row.Description}, row.Categories...), row.Tags...), " | ")
	}
	for _, line := range lines(everydaySearches) {
		query, pattern, _ := strings.Cut(line, "|")
		fitting := regexp.MustCompile("(?i)" + pattern)
		needs = append(needs, everyday{query, func(id string) bool { return fitting.MatchString(texts[id]) }})
	}
	return needs, lines(offTopicSearches)
}

// everydayFloors are the least shares (of empty and off-topic answers, the most) of the judged set and of our own.
var everydayFloors = map[string]everydayFigures{
	"dev": {empty: 0.02, first5: 0.93, first10: 0.95, right: 0.5, offTopic: 0},
	"own": {empty: 0.02, first5: 0.95, first10: 0.95, right: 0.85, offTopic: 0.02},
}

// Everyday searches find what fits, and off-topic ones nothing.
func TestEverydayFloors(t *testing.T) {
	ix, ids := realTools(t)
	if ix == nil {
		t.Log("NOT MEASURED: no ai-tools.jsonl")
		return
	}
	for set, read := range map[string]func(*testing.T) ([]everyday, []string){"dev": judgedEveryday, "own": ownEveryday} {
		needs, offTopic := read(t)
		if len(needs) == 0 {
			t.Log("NOT MEASURED: no everyday-dev.jsonl")
			continue
		}
		got, floor := measureEveryday(t, ix, ids, needs, offTopic), everydayFloors[set]
		t.Logf("%s: %+v", set, got)
		if got.empty > floor.empty || got.first5 < floor.first5 || got.first10 < floor.first10 || got.right < floor.right || got.offTopic > floor.offTopic {
			t.Errorf("%s: %+v, wanted %+v", set, got, floor)
		}
	}
}
