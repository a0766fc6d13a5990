package drill

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store"
)

const (
	stopsWithin   = 15 * time.Second
	requestsEvery = 10 * time.Millisecond // 100 a second
	slowUploads   = 4                     // at once
)

// SIGTERM under load fails no accepted request.
func TestSIGTERMUnderLoad(t *testing.T) {
	beside(t)
	s := newSite(t, store.Options{DataDir: t.TempDir()})
	s.fill(rounds(200, 10_000))
	c := s.administrator()
	var exits durations
	sum := &traffic{}
	for range rounds(2, 30) {
		s.start()
		end := c.traffic(t, sum)
		time.Sleep(time.Second + time.Duration(rand.IntN(1_000))*time.Millisecond)
		exits.add(s.stop())
		end()
	}
	s.start()
	figure(t, "requests answered", sum.answered, "–")
	figure(t, "of these slow uploads", sum.slow, "–")
	figure(t, "connections refused", sum.refused, "–")
	none(t, "accepted requests that failed", sum.failed)
	if sum.failed > 0 {
		t.Errorf("the first of them: %s", sum.first)
	}
	names := map[string]bool{}
	for _, product := range c.products(t) {
		names[product.Name] = true
	}
	lost := 0
	for _, name := range sum.made {
		if !names[name] {
			lost++
		}
	}
	figure(t, "products made", len(sum.made), "–")
	none(t, "of these lost", lost)
	figure(t, "exit after SIGTERM", &exits, "≤ 15s")
	atMost(t, "exit after SIGTERM, the longest", exits.at(1), stopsWithin)
}

// traffic is what became of requests.
type traffic struct {
	lock                            sync.Mutex
	answered, slow, refused, failed int
	first                           string   // of what failed
	made                            []string // names of products that were acknowledged
}

// traffic sends 100 requests a second, over connections that are used again and over new ones, and slow uploads beside
// them, until what it gives is called.
func (c *client) traffic(t testing.TB, sum *traffic) (end func()) {
	t.Helper()
	again, anew := &http.Transport{MaxIdleConnsPerHost: 64}, &http.Transport{DisableKeepAlives: true}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		ticks := time.NewTicker(requestsEvery)
		defer ticks.Stop()
		for n := 0; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
			}
			transport := again
			if n%2 == 0 {
				transport = anew
			}
			group.Go(func() { c.quick(t.Context(), sum, transport, n) })
		}
	})
	for range slowUploads {
		group.Go(func() {
			for ctx.Err() == nil {
				c.slow(t.Context(), sum, anew)
				time.Sleep(requestsEvery) // when nobody is there any more, it comes back at once
			}
		})
	}
	return func() {
		stop()
		group.Wait()
		again.CloseIdleConnections()
	}
}

// quick asks for one thing, or makes a product.
func (c *client) quick(ctx context.Context, sum *traffic, transport *http.Transport, n int) {
	paths := []string{"/api/products?limit=24", "/api/catalog", "/sitemap.xml", "/api/categories"}
	if n%7 != 0 {
		sum.add(c.send(ctx, transport, http.MethodGet, paths[n%len(paths)], nil, http.StatusOK))
		return
	}
	wanted := tool(fmt.Sprintf("made while it stops %x", rand.Uint64()))
	body, _ := json.Marshal(input(wanted)) // texts and numbers
	if sum.add(c.send(ctx, transport, http.MethodPost, "/api/products", bytes.NewReader(body), http.StatusCreated)) {
		sum.lock.Lock()
		defer sum.lock.Unlock()
		sum.made = append(sum.made, wanted.Name)
	}
}

// slow uploads an image within 2 to 5 seconds.
func (c *client) slow(ctx context.Context, sum *traffic, transport *http.Transport) {
	body, _ := json.Marshal(map[string]string{"image": sampleImage()})
	const pieces = 20
	pause := (2*time.Second + rand.N(3*time.Second)) / pieces
	if sum.add(c.send(ctx, transport, http.MethodPost, "/api/upload", &slowly{body, len(body)/pieces + 1, pause}, http.StatusOK)) {
		sum.lock.Lock()
		defer sum.lock.Unlock()
		sum.slow++
	}
}

// slowly is a text that comes in pieces.
type slowly struct {
	rest  []byte
	piece int
	pause time.Duration
}

func (s *slowly) Read(into []byte) (int, error) {
	if len(s.rest) == 0 {
		return 0, io.EOF
	}
	time.Sleep(s.pause)
	n := copy(into, s.rest[:min(s.piece, len(s.rest))])
	s.rest = s.rest[n:]
	return n, nil
}

// outcome is what became of one request. It was accepted when it had a connection: also where another one was tried then.
type outcome struct {
	accepted bool
	err      error
}

// send sends a request and reads the whole answer.
func (c *client) send(ctx context.Context, transport *http.Transport, method, path string, body io.Reader, want int) (done outcome) {
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { done.accepted = true }}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), method, c.origin+path, body)
	if err != nil {
		return outcome{true, err}
	}
	if text, isSlow := body.(*slowly); isSlow {
		request.ContentLength = int64(len(text.rest))
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := (&http.Client{Transport: transport, Timeout: time.Minute}).Do(request)
	if err != nil {
		done.err = err
		return done
	}
	text, err := io.ReadAll(response.Body)
	if response.StatusCode != want {
		err = errors.Join(err, errors.New(response.Status+": "+string(text)))
	}
	done.err = errors.Join(err, response.Body.Close())
	return done
}

// add counts what became of a request, and reports whether it was answered as it should be.
func (sum *traffic) add(o outcome) bool {
	sum.lock.Lock()
	defer sum.lock.Unlock()
	switch {
	case o.err == nil:
		sum.answered++
	case !o.accepted:
		sum.refused++
	default:
		if sum.failed++; sum.failed <= 5 {
			sum.first += o.err.Error() + "\n"
		}
	}
	return o.err == nil
}
