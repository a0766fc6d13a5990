package browse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// The benchmarks read real products from the JSON-lines files in VITRINE_DATA; without it they make some up.

// realTools are this many products; where the files have fewer, they come again under other names.
func realTools(b *testing.B, count int) []catalog.Product {
	b.Helper()
	rows := madeUpTools()
	if dir := os.Getenv("VITRINE_DATA"); dir != "" {
		rows = slices.Concat(readTools(b, filepath.Join(dir, "ai-tools.jsonl")), readTools(b, filepath.Join(dir, "volume.jsonl")))
	}
	list := make([]catalog.Product, count)
	for i := range list {
		p := rows[i%len(rows)]
		if again := i / len(rows); again > 0 {
			p.Name = fmt.Sprintf("%s %d", p.Name, again)
		}
		p.ID, p.Slug = int64(i+1), fmt.Sprintf("%s-%d", catalog.Slug(p.Name), i+1)
		p.CreatedAt = noon.Add(time.Duration(i*7919%count) * time.Minute)
		p.UpdatedAt = p.CreatedAt
		p.IsFeatured, p.HasDeal = i%50 == 0, i%40 == 0
		if i%97 == 0 {
			p.Section = catalog.OurProducts
		}
		list[i] = p
	}
	return list
}

func readTools(b testing.TB, path string) []catalog.Product {
	file, err := os.Open(path)
	noError(b, err)
	defer file.Close()
	var list []catalog.Product
	for decoder := json.NewDecoder(bufio.NewReader(file)); ; {
		var row struct {
			ID, Name, Website, Description string
			Categories, Tags               []string
			Pricing                        catalog.Type
		}
		if err := decoder.Decode(&row); err == io.EOF {
			return list
		} else if err != nil {
			b.Fatal(err)
		}
		p := tool(0, row.Name, in(row.Categories...))
		p.Slug, p.Description, p.Website, p.Tags, p.Type = row.ID, row.Description, row.Website, row.Tags, row.Pricing
		if p.Type == "" {
			p.Type = catalog.Unknown
		}
		list = append(list, p)
	}
}

func madeUpTools() []catalog.Product {
	random := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 4_000)
	for i := range words {
		words[i] = string([]byte{'a' + byte(i%26), "aeiou"[i%5], 'a' + byte(i/26%26), "aeiou"[i/7%5], 'a' + byte(i/676%26)})
	}
	some := func(count int) string {
		picked := make([]string, count)
		for i := range picked {
			picked[i] = words[int(float64(len(words))*random.Float64()*random.Float64()*random.Float64())]
		}
		return strings.Join(picked, " ")
	}
	list := make([]catalog.Product, 10_000)
	for i := range list {
		list[i] = tool(0, some(2), in(fmt.Sprintf("Category %d", i*i%60)))
		list[i].Description, list[i].Type = some(18), catalog.Types()[i%3]
	}
	return list
}

// searches are what a visitor types on the way to names of the catalogue, and two words of it.
func searches(products []catalog.Product) []Query {
	random := rand.New(rand.NewPCG(3, 4))
	list := make([]Query, 2_000)
	for i := range list {
		text := products[random.IntN(len(products))].Name
		if i%3 == 0 {
			text = strings.Join(strings.Fields(products[random.IntN(len(products))].Description+" tool"), " ")
			text = strings.Join(strings.SplitN(text, " ", 4)[:min(2, strings.Count(text, " ")+1)], " ")
		}
		runes := []rune(text)
		list[i] = Query{Search: string(runes[:min(len(runes), 2+random.IntN(18))]), Sort: SortRelevance, Limit: 24}
	}
	return list
}

func BenchmarkList(b *testing.B) {
	p := newStore(realTools(b, 10_000)...).snapshot()
	for _, address := range []string{"limit=24", "category=go&limit=24", "pricing=Free&sort=name&limit=24", "featured=true&deal=true&limit=24"} {
		q := query(b, address)
		b.Run(address, func(b *testing.B) {
			for b.Loop() {
				p.List(q)
			}
		})
	}
}

// atSizes runs a benchmark on catalogues of two sizes.
func atSizes(b *testing.B, run func(b *testing.B, s *memoryStore)) {
	for _, count := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) { run(b, newStore(realTools(b, count)...)) })
	}
}

// reportTimes reports percentiles of what each round took.
func reportTimes(b *testing.B, took []time.Duration, percentiles ...int) {
	slices.Sort(took)
	for _, percent := range percentiles {
		b.ReportMetric(float64(took[len(took)*percent/100].Microseconds()), fmt.Sprintf("p%d-µs", percent))
	}
}

func BenchmarkCatalog(b *testing.B) {
	atSizes(b, func(b *testing.B, s *memoryStore) {
		p := s.snapshot()
		for _, address := range []string{"", "category=video", "pricing=Free", "category=video&pricing=Free&sort=name", "featured=true", "section=Our+Products"} {
			q := query(b, address)
			b.Run("?"+address, func(b *testing.B) {
				for b.Loop() {
					p.Catalog(q)
				}
			})
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	atSizes(b, func(b *testing.B, s *memoryStore) {
		p, queries := s.snapshot(), searches(s.sorted())
		var took []time.Duration
		for b.Loop() {
			start := time.Now()
			p.Catalog(queries[len(took)%len(queries)])
			took = append(took, time.Since(start))
		}
		reportTimes(b, took, 99)
	})
}

func BenchmarkRenewOneChange(b *testing.B) {
	atSizes(b, func(b *testing.B, s *memoryStore) {
		l, count := live(b, s), len(s.products)
		for i := 0; b.Loop(); i++ {
			b.StopTimer()
			s.put(tool(int64(i*7919%count+1), fmt.Sprintf("Changed %d", i)))
			b.StartTimer()
			renew(b, l)
		}
	})
}

// BenchmarkSimilar asks for the similar products of one before they are chosen.
func BenchmarkSimilar(b *testing.B) {
	atSizes(b, func(b *testing.B, s *memoryStore) {
		p := s.snapshot()
		for i := 0; b.Loop(); i++ {
			p.Similar().To(p.items[i*7919%len(p.items)], 8)
		}
	})
}

// BenchmarkLink chooses the similar products of a whole catalogue, and says what they keep.
func BenchmarkLink(b *testing.B) {
	atSizes(b, func(b *testing.B, s *memoryStore) {
		p := s.snapshot()
		for b.Loop() {
			before := heap()
			start := time.Now()
			next := linked(b, p)
			b.ReportMetric(time.Since(start).Seconds(), "s/link")
			b.ReportMetric(float64(heap()-before)/1e6, "MB/link")
			runtime.KeepAlive(next)
		}
	})
}

// BenchmarkLinkOneChange chooses again after the text of one product has changed.
func BenchmarkLinkOneChange(b *testing.B) {
	atSizes(b, func(b *testing.B, s *memoryStore) {
		p := linked(b, s.snapshot())
		var took []time.Duration
		for i := 0; b.Loop(); i++ {
			b.StopTimer()
			changed, next := &set{}, *p.patched(catalog.Changes{Version: p.version, Categories: p.Categories().All()})
			changed.add(uint32(i * 7919 % len(p.items)))
			start := time.Now()
			b.StartTimer()
			next.Similar().patch(changed)
			took = append(took, time.Since(start))
		}
		reportTimes(b, took, 50, 99)
	})
}

// BenchmarkRepeatsOneChange finds the pages that repeat another after the text of one product has changed, and says what the first
// comparison of all takes and keeps.
func BenchmarkRepeatsOneChange(b *testing.B) {
	limits := site.DefaultValues().Index
	for _, count := range []int{5_465, 100_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			s := newStore(realTools(b, count)...)
			p := linked(b, s.snapshot())
			before, start := heap(), time.Now()
			p.Similar().Repeats(limits, allPages)
			first, memory := time.Since(start), heap()-before
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				changed := s.products[int64(i*7919%count+1)]
				changed.Description += fmt.Sprintf(" Changed for the %dth time.", i)
				s.put(changed)
				p = s.patch(p)
				b.StartTimer()
				start := time.Now()
				p.Similar().Repeats(limits, allPages)
				took = append(took, time.Since(start))
			}
			reportTimes(b, took, 50, 99)
			b.ReportMetric(first.Seconds(), "s/first")
			b.ReportMetric(float64(memory)/1e6, "MB")
		})
	}
}

// BenchmarkMemory says what a snapshot of 100,000 products keeps, and how long it takes to make.
func BenchmarkMemory(b *testing.B) {
	products := realTools(b, 100_000)
	encoded, _ := json.Marshal(products)
	for b.Loop() {
		var content catalog.All
		noError(b, json.NewDecoder(bytes.NewReader(encoded)).Decode(&content.Products))
		content.Categories = newStore(products...).categories
		before := heap()
		start := time.Now()
		p := newSnapshot(content, noon)
		b.ReportMetric(time.Since(start).Seconds(), "s/snapshot")
		without := heap()
		b.ReportMetric(float64(without-before)/1e6, "MB/snapshot")
		runtime.KeepAlive(content)
		runtime.KeepAlive(p)
	}
}

func heap() int64 {
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
