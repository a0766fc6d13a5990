package drill

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/catalog"
)

// crew is writers at work on one site, which nobody else writes to.
type crew struct {
	client  *client
	writers []*writer
	after   *writer   // writes when the others are done
	took    durations // of each write
	refused atomic.Int64
	entry   int64 // newest line of the audit at the last look
	version int64 // of the catalogue, then
}

// newCrew shares the products of an open site out to so many writers.
func newCrew(t testing.TB, c *client, n int) *crew {
	t.Helper()
	made := &crew{client: c}
	for i := range n {
		made.writers = append(made.writers, made.writer(fmt.Sprint("writer ", i)))
	}
	made.after = made.writer("writer after them")
	for id, product := range c.products(t) {
		made.writers[int(id)%n].mine[product.Name] = product
	}
	for _, line := range made.auditSince(t) {
		made.entry, made.version = max(made.entry, line.ID), max(made.version, line.Version)
	}
	return made
}

func (c *crew) writer(name string) *writer {
	return &writer{client: c.client, name: name, mine: map[string]catalog.Product{}, took: &c.took, refused: &c.refused}
}

// all are the writers and who writes after them.
func (c *crew) all() []*writer { return append(slices.Clone(c.writers), c.after) }

// begin has all of them write. What it gives stops them, waits, and gives what kept them from going on by themselves.
func (c *crew) begin(ctx context.Context) (end func() []error) {
	stop, errs := make(chan struct{}), make([]error, len(c.writers))
	var group sync.WaitGroup
	for i, w := range c.writers {
		group.Go(func() { errs[i] = w.work(ctx, stop) })
	}
	return func() []error {
		close(stop)
		group.Wait()
		return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	}
}

// meetTrouble waits until one more write has been refused, and then for as long as is wanted.
func (c *crew) meetTrouble(t testing.TB, long time.Duration) {
	t.Helper()
	before, began := c.refused.Load(), time.Now()
	for ; c.refused.Load() == before; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatal("no write is refused: the trouble is none")
		}
	}
	time.Sleep(long - time.Since(began))
}

// verdict is what became of writes.
type verdict struct {
	acknowledged, refused, unanswered, kept int // kept: of the unanswered ones
	lost, partial                           int
}

// add sums verdicts up.
func (v *verdict) add(other verdict) {
	v.acknowledged += other.acknowledged
	v.refused += other.refused
	v.unanswered += other.unanswered
	v.kept += other.kept
	v.lost += other.lost
	v.partial += other.partial
}

// figures prints the verdict.
func (v verdict) figures(t testing.TB) {
	t.Helper()
	figure(t, "writes acknowledged", v.acknowledged, "–")
	figure(t, "writes refused", v.refused, "–")
	figure(t, "writes unanswered", v.unanswered, "–")
	figure(t, "of these there", v.kept, "–")
	none(t, "acknowledged writes lost", v.lost)
	none(t, "writes there in part", v.partial)
}

// fails counts what is wrong, and says the first of it.
func fails(t testing.TB, count *int, format string, args ...any) {
	t.Helper()
	const said = 3
	if *count++; *count <= said {
		t.Errorf(format, args...)
	} else {
		t.Fail()
	}
}
