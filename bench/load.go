package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// connections is the number of concurrent requests, as in the design's measurements.
const connections = 48

// scenario is a set of requests sent to both servers.
type scenario struct {
	name     string
	bar      float64              // required ratio to the bare server; 0: none
	encoding string               // Accept-Encoding; empty: none
	path     func(i int64) string // i counts up from 1 across all rounds, so that a path with i never repeats
	most     int64                // number of requests; 0: as many as the time allows
}

// outcome is the result of one round of load.
type outcome struct {
	perSecond float64
	p50, p99  time.Duration
	statuses  map[int]int
}

// load keeps a fixed number of connections busy for a time; each sends a request once it has the previous answer.
func load(ctx context.Context, address string, s scenario, counter *atomic.Int64, length time.Duration) (outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	client := &fasthttp.HostClient{Addr: address, MaxConns: connections, ReadTimeout: 10 * time.Second, MaxResponseBodySize: 64 << 20}
	defer client.CloseIdleConnections()
	var (
		wait    sync.WaitGroup
		lock    sync.Mutex
		total   []time.Duration
		failure error
		counts  = map[int]int{}
	)
	begin := time.Now()
	for range connections {
		wait.Go(func() {
			times, statuses, err := askUntilDone(ctx, client, address, s, counter)
			lock.Lock()
			defer lock.Unlock()
			total = append(total, times...)
			for status, n := range statuses {
				counts[status] += n
			}
			if err != nil && failure == nil {
				failure = err
			}
		})
	}
	wait.Wait()
	seconds := time.Since(begin).Seconds()
	if failure != nil || len(total) == 0 {
		return outcome{}, fmt.Errorf("load %s: %d answers: %w", s.name, len(total), failure)
	}
	slices.Sort(total)
	return outcome{
		perSecond: float64(len(total)) / seconds,
		p50:       total[len(total)/2],
		p99:       total[len(total)*99/100],
		statuses:  counts,
	}, nil
}

func askUntilDone(ctx context.Context, client *fasthttp.HostClient, address string, s scenario, counter *atomic.Int64) ([]time.Duration, map[int]int, error) {
	request, response := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(request)
	defer fasthttp.ReleaseResponse(response)
	request.Header.DisableNormalizing()
	times, statuses := make([]time.Duration, 0, 1<<16), map[int]int{}
	for ctx.Err() == nil {
		i := counter.Add(1)
		if s.most > 0 && i > s.most {
			break
		}
		request.SetRequestURI("http://" + address + s.path(i))
		if s.encoding != "" {
			request.Header.Set("Accept-Encoding", s.encoding)
		}
		begin := time.Now()
		if err := client.Do(request, response); err != nil {
			return times, statuses, err
		}
		times = append(times, time.Since(begin))
		statuses[response.StatusCode()]++
	}
	return times, statuses, nil
}

// onlyOK returns an error that lists the statuses other than 200, or nil.
func (o outcome) onlyOK() error {
	var other []string
	for status, n := range o.statuses {
		if status != 200 {
			other = append(other, fmt.Sprintf("%d × %d", n, status))
		}
	}
	if len(other) > 0 {
		return fmt.Errorf("not only 200: %s", strings.Join(other, ", "))
	}
	return nil
}
