package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// overloadConnections limits the concurrent requests of the overload.
const overloadConnections = 1_000

// overload sends ten times the search pages per second that the server can render, without waiting for answers. It
// prints the statuses, the server's memory, and its throughput two seconds later.
func overload(ctx context.Context, s settings, server *process, path func(int64) string) error {
	pages := scenario{name: "search pages", path: path, encoding: "br"}
	var counter atomic.Int64
	before, err := load(ctx, server.address, pages, &counter, s.length)
	if err != nil {
		return err
	}
	memory, err := server.resident()
	if err != nil {
		return err
	}
	flood := &flood{address: server.address, scenario: pages, counter: &counter, statuses: map[int]int{}}
	peak, err := flood.run(ctx, server, 10*before.perSecond, s.overload)
	if err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	after, err := load(ctx, server.address, pages, &counter, s.length)
	if err != nil {
		return err
	}
	fmt.Printf("## Overload\n\nSearch pages, never the same: %.0f/s with %d connections (p50 %s). Then %s at %.0f/s from %d connections: ",
		before.perSecond, connections, before.p50.Round(time.Millisecond), s.overload, 10*before.perSecond, overloadConnections)
	fmt.Printf("statuses %v, of the 503 without Retry-After %d, failed %d, not sent because all connections waited %d; memory %d MB before, %d MB at most. ",
		flood.statuses, flood.bare503, flood.failed, flood.unsent.Load(), memory>>20, peak>>20)
	fmt.Printf("Two seconds later: %.0f/s (p50 %s).\n\n", after.perSecond, after.p50.Round(time.Millisecond))
	return nil
}

// flood sends requests at a fixed rate from a pool of workers.
type flood struct {
	address  string
	scenario scenario
	counter  *atomic.Int64
	unsent   atomic.Int64

	lock            sync.Mutex
	statuses        map[int]int
	bare503, failed int
}

// run sends requests for a time and returns the server's peak resident memory, in bytes.
func (f *flood) run(ctx context.Context, server *process, perSecond float64, length time.Duration) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	client := &fasthttp.HostClient{Addr: f.address, MaxConns: overloadConnections, ReadTimeout: 15 * time.Second, MaxIdemponentCallAttempts: 1}
	defer client.CloseIdleConnections()
	tickets := make(chan struct{}, overloadConnections)
	var workers sync.WaitGroup
	for range overloadConnections {
		workers.Go(func() { f.work(client, tickets) })
	}
	var peak int64
	const step = 10 * time.Millisecond
	ticker := time.NewTicker(step)
	defer ticker.Stop()
	for due := 0.0; ctx.Err() == nil; {
		<-ticker.C
		for due += perSecond * step.Seconds(); due >= 1; due-- {
			select {
			case tickets <- struct{}{}:
			default:
				f.unsent.Add(1)
			}
		}
		memory, err := server.resident()
		if err != nil {
			return 0, errors.Join(errors.New("the server is gone"), err)
		}
		peak = max(peak, memory)
	}
	close(tickets)
	workers.Wait()
	return peak, nil
}

func (f *flood) work(client *fasthttp.HostClient, tickets <-chan struct{}) {
	request, response := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(request)
	defer fasthttp.ReleaseResponse(response)
	for range tickets {
		request.SetRequestURI("http://" + f.address + f.scenario.path(f.counter.Add(1)))
		request.Header.Set("Accept-Encoding", f.scenario.encoding)
		err := client.Do(request, response)
		f.lock.Lock()
		if err != nil {
			f.failed++
		} else {
			f.statuses[response.StatusCode()]++
			if response.StatusCode() == 503 && len(response.Header.Peek("Retry-After")) == 0 {
				f.bare503++
			}
		}
		f.lock.Unlock()
	}
}
