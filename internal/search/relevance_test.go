package search

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// judged is a search with what a person wants on top.
type judged struct {
	Query, Kind, Target string
	Expected            []string
}

// catalogueRow is a row of the files in the data folder.
type catalogueRow struct {
	ID, Name, Website, Description string
	Categories, Tags               []string
}

func (r catalogueRow) document() *Document {
	d := &Document{Name: r.Name, Text: r.Description, Categories: r.Categories, Tags: r.Tags}
	if u, err := url.Parse(r.Website); err == nil {
		d.Host = u.Hostname()
	}
	return d
}

// floors are the least shares that each kind must reach; see figures.
var floors = map[string]float64{
	"exact": 0.98, "variant": 0.90, "prefix": 0.85, "typo1": 0.95, "typo2": 0.85,
	"intent": 0.75, "intent, top 3": 0.95, "category": 0.90, "none": 0.875,
}

// figures gives each kind's mean, by the measure that its floor is for, and says which queries fell short.
func figures(t *testing.T, ix *Index, ids []string, queries []judged) map[string]float64 {
	t.Helper()
	sum, count := map[string]float64{}, map[string]float64{}
	note := func(kind string, q judged, got float64, top []string) {
		sum[kind] += got
		count[kind]++
		if got < 1 {
			t.Logf("%-13s %.1f %q: %v", kind, got, q.Query, top[:min(len(top), 10)])
		}
	}
	for _, q := range queries {
		top := best(ix, ids, q.Query, 10)
		switch q.Kind {
		case "exact":
			note(q.Kind, q, hit(top, 1, []string{q.Target}), top)
		case "variant", "typo1":
			note(q.Kind, q, hit(top, 3, q.Expected), top)
			note(q.Kind+" (target)", q, hit(top, 3, []string{q.Target}), top)
		case "prefix", "typo2":
			note(q.Kind, q, hit(top, 5, q.Expected), top)
			note(q.Kind+" (target)", q, hit(top, 5, []string{q.Target}), top)
		case "intent":
			note(q.Kind, q, precision(top, 5, q.Expected), top)
			note("intent, top 3", q, hit(top, 3, q.Expected), top)
		case "category":
			note(q.Kind, q, precision(top, 10, q.Expected), top)
		case "none":
			note(q.Kind, q, 1-min(1, float64(len(top))), top)
		}
	}
	for kind := range sum {
		sum[kind] /= count[kind]
	}
	return sum
}

// best are the ids of the first documents, by score and then by number, as the directory shows them.
func best(ix *Index, ids []string, query string, most int) []string {
	var top []string
	numbers := ranked(ix.Search(query))
	for _, number := range numbers[:min(len(numbers), most)] {
		top = append(top, ids[number])
	}
	return top
}

// ranked are the documents by score, equal ones by number.
func ranked(m Matches) []uint32 {
	scores := map[uint32]float32{}
	for i, number := range m.Docs {
		scores[number] = m.Scores[i]
	}
	docs := slices.Clone(m.Docs)
	slices.SortStableFunc(docs, func(a, b uint32) int { return cmp.Compare(scores[b], scores[a]) })
	return docs
}

// right is how many of the first documents are wanted.
func right(top []string, most int, wanted []string) (count float64) {
	for _, id := range top[:min(len(top), most)] {
		if slices.Contains(wanted, id) {
			count++
		}
	}
	return count
}

func hit(top []string, most int, wanted []string) float64 { return min(1, right(top, most, wanted)) }

// precision is how many of the first documents are wanted, of as many as there could be.
func precision(top []string, most int, wanted []string) float64 {
	return right(top, most, wanted) / float64(min(most, max(1, len(wanted))))
}

// dataDir is the folder of the real data: VITRINE_DATA, or shared/data beside the checkout.
func dataDir() string {
	if dir := os.Getenv("VITRINE_DATA"); dir != "" {
		return dir
	}
	return filepath.Join("..", "..", "..", "shared", "data")
}

// readLines reads a file of JSON lines; a file that is not there gives none.
func readLines[T any](t testing.TB, path string) []T {
	t.Helper()
	file, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil
	} else if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows []T
	for decoder := json.NewDecoder(file); decoder.More(); {
		var row T
		if err := decoder.Decode(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

func documents(rows []catalogueRow) (docs []*Document, ids []string) {
	for _, row := range rows {
		docs, ids = append(docs, row.document()), append(ids, row.ID)
	}
	return docs, ids
}

func checkFloors(t *testing.T, got map[string]float64) {
	t.Helper()
	for _, kind := range slices.Sorted(maps.Keys(got)) {
		t.Logf("%-18s %.3f", kind, got[kind])
		if got[kind] < floors[kind] {
			t.Errorf("%s is %.3f, below its floor of %.3f", kind, got[kind], floors[kind])
		}
	}
}

// The relevance of real searches is above the floors.
func TestRealRelevanceFloors(t *testing.T) {
	ix, ids := realTools(t)
	queries := readLines[judged](t, filepath.Join(dataDir(), "relevance-dev.jsonl"))
	if ix == nil || len(queries) == 0 {
		t.Log("NOT MEASURED: no ai-tools.jsonl or relevance-dev.jsonl; only our own small catalogue was")
		return
	}
	checkFloors(t, figures(t, ix, ids, queries))
}
