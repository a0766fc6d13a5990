package browse

import (
	"bufio"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/similar"
)

// judgedEvery picks the judged tools: every 54th of ai-tools.jsonl, a hundred.
const judgedEvery, judgedTools = 54, 100

// aptFloors are the least mean numbers of apt products among the eight that a judged tool shows, by reader. Wanted are 7.
var aptFloors = [2]float64{6.2, 4.65}

// judgements are a reader's verdicts, by tool and similar one: apt means that it does the same job or serves the same
// use, so that who came for the one may want the other.
type judgements map[[2]string]bool

// readJudged reads what each reader says in testdata/similar-judged.tsv: tool, similar one, y or n of the first and of
// the second reader.
func readJudged(t *testing.T) (readers [2]judgements) {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "similar-judged.tsv"))
	noError(t, err)
	defer file.Close()
	readers = [2]judgements{{}, {}}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 4 {
			t.Fatalf("%q does not have four fields", lines.Text())
		}
		for i, verdict := range fields[2:] {
			readers[i][[2]string{fields[0], fields[1]}] = verdict == "y"
		}
	}
	return readers
}

// Of the real tools' similar ones enough are apt, and none is shown by very many. A pair that nobody has judged is not
// apt: -v lists it.
func TestSimilarJudged(t *testing.T) {
	path := filepath.Join(cmp.Or(os.Getenv("VITRINE_DATA"), filepath.Join("..", "..", "..", "shared", "data")), "ai-tools.jsonl")
	if _, err := os.Stat(path); err != nil {
		t.Log("NOT MEASURED: no ai-tools.jsonl")
		return
	}
	tools := readTools(t, path)
	for i := range tools {
		tools[i].ID = int64(i + 1)
	}
	p := linked(t, newStore(tools...).snapshot())
	inbound := map[int64]int{}
	for _, list := range links(t, p) {
		for _, id := range list {
			inbound[id]++
		}
	}
	var counts []int
	for it := range p.All() {
		counts = append(counts, inbound[it.id])
	}
	slices.Sort(counts)
	t.Logf("shown by at least %d, half by at most %d, 99 %% by at most %d, all by at most %d others",
		counts[0], counts[len(counts)/2], counts[len(counts)*99/100], counts[len(counts)-1])
	for reader, judged := range readJudged(t) {
		apt := 0
		for i := range judgedTools {
			apt += judged.apt(t, p, tools[i*judgedEvery].ID)
		}
		mean := float64(apt) / judgedTools
		t.Logf("reader %d: %.2f of %d are apt", reader+1, mean, similar.Shown)
		if floor := aptFloors[reader]; mean < floor {
			t.Errorf("%.2f of %d are apt, want %.1f", mean, similar.Shown, floor)
		}
	}
}

// apt counts the apt ones among the similar products of a tool.
func (j judgements) apt(t *testing.T, p *Snapshot, id int64) (apt int) {
	self, _ := p.find(byID, &Item{id: id})
	for _, other := range p.Similar().To(self, similar.Shown) {
		verdict, known := j[[2]string{self.slug, other.slug}]
		if !known {
			t.Logf("not judged: %s\t%s", self.slug, other.slug)
		}
		if verdict {
			apt++
		}
	}
	return apt
}
