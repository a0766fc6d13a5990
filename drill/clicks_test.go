package drill

import (
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A click on an affiliate link that was answered counts, and counts once, however often the program is killed.
func TestClicksKilled(t *testing.T) {
	parallel(t)
	onEachDatabase(t, func(t *testing.T, database newDatabase) {
		parallel(t)
		s := newSite(t, database(t), "--demo")
		s.start()
		s.kill()
		storetest.Exec(t, s.options(), "INSERT INTO affiliate_links (product_id, network, programme, url, sub_id, active, note, created_at, updated_at) "+
			"SELECT id, 'Impact', name, 'https://net.example/', 's={placement}-{tool}', TRUE, '', 1, 1 FROM products WHERE id <= 20")
		s.start()
		var sent, answered atomic.Int64
		var took durations
		stopped := make(chan struct{})
		var clickers sync.WaitGroup
		for range 8 {
			clickers.Go(func() {
				client := &http.Client{Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
				for {
					select {
					case <-stopped:
						return
					default:
					}
					sent.Add(1)
					began := time.Now()
					response, err := client.Get(fmt.Sprintf("http://%s/go/%d?from=list", s.address, 1+rand.N(20)))
					if err != nil { // it is being killed, or not up again
						continue
					}
					_, _ = io.Copy(io.Discard, response.Body) // it may be killed now
					response.Body.Close()
					if response.StatusCode == http.StatusFound && strings.HasPrefix(response.Header.Get("Location"), "https://net.example/") {
						answered.Add(1)
						took.add(time.Since(began))
					}
				}
			})
		}
		for range choose(3, 100) {
			more := answered.Load() + 1 + rand.N[int64](500) // it is killed at no particular moment
			eventually(t, "visitors click", func() bool { return answered.Load() >= more })
			s.kill()
			s.start()
		}
		close(stopped)
		clickers.Wait()
		s.stop()
		counted := int64(queryInt(t, s, "SELECT COALESCE(SUM(clicks), 0) FROM affiliate_clicks"))
		figure(t, "clicks that were answered", answered.Load(), "–")
		figure(t, "an answer", &took, "–")
		mustBeZero(t, "answered clicks that are lost", int(max(0, answered.Load()-counted)))
		mustBeZero(t, "clicks that count twice", int(max(0, counted-sent.Load())))
		if left, err := fs.Glob(os.DirFS(s.dir), "clicks/*"); err != nil || len(left) > 0 {
			t.Errorf("left after the program has stopped: %v, %v", left, err)
		}
	})
}
