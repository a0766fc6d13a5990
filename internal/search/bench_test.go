package search

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// benchDocuments are n documents: the real ones where the data folder is there, else invented ones. The same rows under
// further names fill up what is missing.
func benchDocuments(b *testing.B, n int) []*Document {
	b.Helper()
	rows := readLines[catalogueRow](b, filepath.Join(dataDir(), "ai-tools.jsonl"))
	rows = append(rows, readLines[catalogueRow](b, filepath.Join(dataDir(), "volume.jsonl"))...)
	if len(rows) == 0 {
		rows = inventedRows(5_000)
	}
	docs := make([]*Document, n)
	for i := range docs {
		d := rows[i%len(rows)].document()
		if round := i / len(rows); round > 0 {
			d.Name = fmt.Sprint(d.Name, " ", round+1)
		}
		docs[i] = d
	}
	return docs
}

// benchQueries are searches of all kinds, and each name's beginning as it is typed.
func benchQueries(b *testing.B, docs []*Document) []string {
	var queries []string
	for _, q := range readLines[judged](b, filepath.Join(dataDir(), "relevance-dev.jsonl")) {
		queries = append(queries, q.Query)
	}
	for _, q := range ownQueries() {
		queries = append(queries, q.Query)
	}
	for i := 0; i < len(docs); i += 97 {
		name := []rune(docs[i].Name)
		queries = append(queries, docs[i].Name, string(name[:1+i%len(name)]))
	}
	return queries
}

// timed does something b.N times and returns how long each took, the quickest first.
func timed(b *testing.B, do func(i int)) []time.Duration {
	took := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		do(i)
		took = append(took, time.Since(start))
	}
	b.StopTimer()
	slices.Sort(took)
	return took
}

func benchSearch(b *testing.B, n int) {
	docs := benchDocuments(b, n)
	queries := benchQueries(b, docs)
	ix := Build(docs)
	var m Matches
	b.ReportAllocs()
	took := timed(b, func(i int) { ix.SearchInto(&m, queries[i%len(queries)]) })
	for name, part := range map[string]int{"p50-ns": 50, "p99-ns": 99} {
		b.ReportMetric(float64(took[len(took)*part/100]), name)
	}
}

// BenchmarkEveryday searches for needs in people's own words, and for what no tool is for.
func BenchmarkEveryday(b *testing.B) {
	ix := Build(benchDocuments(b, 100_000))
	queries := lines(offTopicSearches)
	for _, line := range lines(everydaySearches) {
		query, _, _ := strings.Cut(line, "|")
		queries = append(queries, query)
	}
	var m Matches
	b.ReportAllocs()
	took := timed(b, func(i int) { ix.SearchInto(&m, queries[i%len(queries)]) })
	b.ReportMetric(float64(took[len(took)/2]), "p50-ns")
	b.ReportMetric(float64(took[len(took)*95/100]), "p95-ns")
}

func BenchmarkSearch10k(b *testing.B)  { benchSearch(b, 10_000) }
func BenchmarkSearch100k(b *testing.B) { benchSearch(b, 100_000) }

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			docs := benchDocuments(b, n)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			b.ResetTimer()
			var ix *Index
			for range b.N {
				ix = Build(docs)
			}
			b.StopTimer()
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
			runtime.KeepAlive(ix)
		})
	}
}

// BenchmarkPatch changes one document after the other; the mean has the merges in it, p99 is one of them or not.
func BenchmarkPatch(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			docs := benchDocuments(b, n)
			ix := Build(docs)
			took := timed(b, func(i int) { ix = ix.Patch(map[uint32]*Document{uint32(i * 7919 % n): docs[i%n]}) })
			b.ReportMetric(float64(took[len(took)/2]), "p50-ns")
			b.ReportMetric(float64(took[len(took)-1]), "max-ns")
		})
	}
}

// BenchmarkHardQueries searches for what is made to take long.
func BenchmarkHardQueries(b *testing.B) {
	ix := Build(benchDocuments(b, 5_000))
	for name, query := range hardQueries() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				ix.Search(query)
			}
		})
	}
}
