package search

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDebug(t *testing.T) {
	if os.Getenv("Q") == "" {
		return
	}
	rows := readLines[catalogueRow](t, filepath.Join(dataDir(), "ai-tools.jsonl"))
	docs, ids := documents(rows)
	ix := Build(docs)
	want := map[string]judged{}
	for _, q := range readLines[judged](t, filepath.Join(dataDir(), "relevance-dev.jsonl")) {
		want[q.Query] = q
	}
	for _, q := range strings.Split(os.Getenv("Q"), "|") {
		r := ix.pool.Get().(*request)
		r.begin(ix, q)
		r.expand()
		r.weigh()
		s := ""
		for _, u := range r.units {
			s += fmt.Sprintf(" %s(n%.0f w%.2f ways%d)", u.text, u.having, u.weight/65535, len(u.ways))
		}
		r.end()
		m := ix.Search(q)
		fmt.Printf("== %q %d docs:%s\n", q, len(m.Docs), s)
		exp := map[string]bool{}
		for _, e := range want[q].Expected {
			exp[e] = true
		}
		sc := map[uint32]float32{}
		for i, d := range m.Docs {
			sc[d] = m.Scores[i]
		}
		for i, d := range ranked(m) {
			if i < 10 || exp[ids[d]] && os.Getenv("ALL") != "" {
				txt := rows[d].Description
				mark := " "
				if exp[ids[d]] {
					mark = "*"
					delete(exp, ids[d])
				}
				fmt.Printf("  %s%3d %.3f %-25s %v %.150s\n", mark, i, sc[d], rows[d].Name, rows[d].Categories, txt)
			}
		}
		if os.Getenv("ALL") != "" {
			for _, row := range rows {
				if exp[row.ID] {
					fmt.Printf("  missing %-25s %v %.150s\n", row.Name, row.Categories, row.Description)
				}
			}
		}
	}
}

func BenchmarkSlow(b *testing.B) {
	docs := benchDocuments(b, 100000)
	queries := benchQueries(b, docs)
	ix := Build(docs)
	type slow struct {
		q string
		d time.Duration
		n int
	}
	var all []slow
	var m Matches
	for _, q := range queries {
		best := time.Hour
		for range 3 {
			s := time.Now()
			ix.SearchInto(&m, q)
			best = min(best, time.Since(s))
		}
		all = append(all, slow{q, best, len(m.Docs)})
	}
	slices.SortFunc(all, func(a, b slow) int { return int(b.d - a.d) })
	sum := time.Duration(0)
	for _, s := range all {
		sum += s.d
	}
	fmt.Println("mean", sum/time.Duration(len(all)), "p50", all[len(all)/2].d, "p99", all[len(all)/100].d)
	for _, s := range all[:25] {
		fmt.Println(s.q, s.d, s.n)
	}
}
