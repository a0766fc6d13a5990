// Command bench compares the real program with a bare net/http server that sends the same bytes, alternating within one
// run. It prints the tables in docs/benchmarks.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// settings are the command-line settings.
type settings struct {
	program, data string
	database      string // PostgreSQL URL; empty: SQLite
	sizes         []int
	rounds        int
	length        time.Duration
	overload      time.Duration
	crawled       int // products of the site that is crawled along its links; 0: none
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == "bare" {
		fail(serveBare(os.Args[2], os.Args[3]))
		return
	}
	var s settings
	flag.StringVar(&s.program, "program", "bin/vitrine", "the program to measure")
	flag.StringVar(&s.data, "data", "../shared/data", "folder with ai-tools.jsonl and volume.jsonl")
	flag.StringVar(&s.database, "database-url", "", "an empty PostgreSQL database to measure on, with one size; empty: SQLite")
	sizes := flag.String("sizes", "10000,100000", "how many products, one number for each table")
	flag.IntVar(&s.rounds, "rounds", 5, "rounds of each pair; the median counts")
	flag.DurationVar(&s.length, "length", 2*time.Second, "length of one round")
	flag.DurationVar(&s.overload, "overload", 30*time.Second, "length of the overload")
	flag.IntVar(&s.crawled, "crawled", 47_529, "how many products the site has that is crawled along its links; 0: none")
	flag.Parse()
	for size := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 || n > 1_000_000 {
			fail(fmt.Errorf("-sizes %q: please give numbers from 1 to 1,000,000", *sizes))
		}
		s.sizes = append(s.sizes, n)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	fail(run(ctx, s))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures each size.
func run(ctx context.Context, s settings) error {
	fmt.Printf("%s, %d cores, %s; %d connections, %d rounds of %s, in turn; load and server share the cores\n\n",
		runtime.GOARCH, runtime.NumCPU(), runtime.Version(), connections, s.rounds, s.length)
	for _, size := range s.sizes {
		if err := measure(ctx, s, size); err != nil {
			return fmt.Errorf("at %d products: %w", size, err)
		}
	}
	if err := accounts(ctx, s); err != nil {
		return err
	}
	return links(ctx, s)
}

// measure imports size products, starts the program and runs all scenarios.
func measure(ctx context.Context, s settings, size int) error {
	folder, err := os.MkdirTemp("", "vitrine-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	rows, err := entries(s.data, size)
	if err != nil {
		return err
	}
	place := []string{"--data", folder}
	if s.database != "" {
		place = append(place, "--database-url", s.database)
	}
	took, err := importRows(ctx, s.program, folder, place, rows)
	if err != nil {
		return err
	}
	address, err := freeAddress()
	if err != nil {
		return err
	}
	metrics, err := freeAddress()
	if err != nil {
		return err
	}
	server, opened, err := start(ctx, address, "/", s.program, append([]string{"serve", "--addr", address, "--metrics-addr", metrics,
		"--admin-email", email, "--admin-password", password}, place...)...)
	if err != nil {
		return err
	}
	defer server.stop()
	server.metrics = metrics
	rest, err := server.resident()
	if err != nil {
		return err
	}
	fmt.Printf("## %d products\n\nimport %.1f s · start to the first 200 %.0f ms · resident memory then %d MB\n\n",
		size, took.Seconds(), float64(opened.Milliseconds()), rest>>20)
	fmt.Println("| scenario | ours/s | bare/s | ratio | bar | ours p50 | ours p99 |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, scenario := range scenarios(rows, size) {
		if err := compare(ctx, s, server, folder, scenario); err != nil {
			return err
		}
	}
	changes, err := signIn(ctx, server)
	if err != nil {
		return err
	}
	if err := writes(ctx, server, facets(rows), changes); err != nil {
		return err
	}
	loaded, err := server.resident()
	if err != nil {
		return err
	}
	fmt.Printf("\nresident memory after facets, search and writes: %d MB\n", loaded>>20)
	if err := crawl(ctx, server, rows, changes); err != nil {
		return err
	}
	memory, err := server.resident()
	if err != nil {
		return err
	}
	if err := whole(ctx, server.address); err != nil {
		return err
	}
	after, err := server.resident()
	if err != nil {
		return err
	}
	fmt.Printf("\nresident memory after all of it: %d MB, and after `/api/products` without a limit: %d MB\n\n", memory>>20, after>>20)
	if size > 10_000 {
		return nil
	}
	return overload(ctx, s, server, searchPages(rows))
}

// compare runs a scenario against the program and the bare server alternately, and prints the medians.
func compare(ctx context.Context, s settings, server *process, folder string, scenario scenario) error {
	samples, err := recordAnswers(server.address, scenario, 64)
	if err != nil {
		return err
	}
	bare, err := startBare(ctx, folder, samples)
	if err != nil {
		return err
	}
	defer bare.stop()
	var ours, theirs, ratios []float64
	var p50, p99 []time.Duration
	var counter, bareCounter atomic.Int64
	for range s.rounds {
		a, err := load(ctx, server.address, scenario, &counter, s.length)
		if err != nil {
			return err
		}
		if err := a.onlyOK(); err != nil {
			return fmt.Errorf("%s: %w", scenario.name, err)
		}
		b, err := load(ctx, bare.address, scenario, &bareCounter, s.length)
		if err != nil {
			return err
		}
		ours, theirs, ratios = append(ours, a.perSecond), append(theirs, b.perSecond), append(ratios, a.perSecond/b.perSecond)
		p50, p99 = append(p50, a.p50), append(p99, a.p99)
	}
	bar := "–"
	if scenario.bar > 0 {
		bar = fmt.Sprintf("%.2f", scenario.bar)
	}
	fmt.Printf("| %s | %.0f | %.0f | **%.2f** | %s | %s | %s |\n", scenario.name, median(ours), median(theirs), median(ratios), bar,
		median(p50).Round(10*time.Microsecond), median(p99).Round(10*time.Microsecond))
	return nil
}

// whole requests all products in one response.
func whole(ctx context.Context, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/api/products", nil)
	if err != nil {
		return err
	}
	begin := time.Now()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	size, err := io.Copy(io.Discard, response.Body)
	if err != nil {
		return fmt.Errorf("read every product: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("read every product: %s", response.Status)
	}
	fmt.Printf("\n`/api/products` without a limit: %d MB in %.1f s\n", size>>20, time.Since(begin).Seconds())
	return nil
}

func median[T float64 | time.Duration](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// importRows runs the program's import and returns its duration.
func importRows(ctx context.Context, program, folder string, place []string, rows []entry) (time.Duration, error) {
	name := filepath.Join(folder, "rows.jsonl")
	if err := writeEntries(name, rows); err != nil {
		return 0, err
	}
	begin := time.Now()
	output, err := exec.CommandContext(ctx, program, append(append([]string{"import", "--skip-bad"}, place...), name)...).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("import: %w: %s", err, output)
	}
	return time.Since(begin), nil
}
