package linkchecks_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/linkchecks"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

// Of two copies of the program one checks links. When it is killed, the other one goes on with what is due, and so it does after a
// pause; no link is read twice.
func TestCopies(t *testing.T) {
	t.Parallel()
	const tools = 12
	var sites []site
	gates := map[string]chan struct{}{}
	for i := range tools {
		name := fmt.Sprintf("Tool %02d", i)
		sites = append(sites, site{host: fmt.Sprintf("tool-%02d.example", i), name: name, files: home(html(name, "Hello"))})
		gates[sites[i].host] = make(chan struct{})
	}
	c := newChecked(t, sites, nil)
	c.web.gate = func(ctx context.Context, host string) {
		select {
		case <-gates[host]:
		case <-ctx.Done():
		}
	}
	other := &linkchecks.Queries{DB: storetest.OpenAt(t, c.at).DB}
	second := jobOf(other, c.hosts)
	due, err := c.StartDue(t.Context())
	noError(t, err)
	same(t, "due", due, tools)
	ctx, kill := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { _, err := c.job.Do(ctx); ended <- err }()
	open := func(from, to int) {
		t.Helper()
		for _, s := range sites[from:to] {
			close(gates[s.host])
		}
		testwait.Until(t, "so many are checked", func() bool {
			run, err := other.LinkRun(t.Context())
			return err == nil && run.Counts.OK == to && run.Pending == tools-to
		})
	}
	open(0, 4)
	did, err := second.Do(t.Context())
	noError(t, err)
	same(t, "done by the second copy beside the first", did, false)
	kill()
	if err := <-ended; err == nil {
		t.Error("a run that was killed says that it is done")
	}
	go func() { _, err := second.Do(t.Context()); ended <- err }()
	open(4, 8)
	noError(t, other.Pause(t.Context(), "ann"), <-ended)
	did, err = c.job.Do(t.Context())
	noError(t, err)
	same(t, "done while it is paused", did, false)
	due, err = c.StartDue(t.Context())
	noError(t, err)
	same(t, "started by the clock while it is paused", due, 0)
	noError(t, other.Resume(t.Context(), "ann"))
	go func() { _, err := second.Do(t.Context()); ended <- err }()
	open(8, tools)
	noError(t, <-ended)
	run, err := other.LinkRun(t.Context())
	noError(t, err)
	same(t, "status", run.Status, linkchecks.Idle)
	for _, s := range sites[:4] {
		same(t, "asked for once", c.web.asked[s.host], 1)
	}
}
