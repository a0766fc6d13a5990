package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"sync/atomic"
	"time"
)

// The administrator's credentials.
const email, password = "bench@example.com", "a-password-of-the-bench"

// tenth is the precision of write times, a tenth of a millisecond.
const tenth = 100 * time.Microsecond

// written is the number of products created and updated, one after the other.
const written = 40

// editor changes the catalogue through the API, as an administrator does.
type editor struct {
	origin  string
	client  *http.Client
	product map[string]any // the last product created or updated
	count   int
}

// signIn signs in as the administrator that the server created at start.
func signIn(ctx context.Context, server *process) (*editor, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	e := &editor{origin: "http://" + server.address, client: &http.Client{Jar: jar, Timeout: time.Minute}}
	_, err = e.send(ctx, http.MethodPost, "/api/auth/login", map[string]any{"username": email, "password": password})
	return e, err
}

// create adds a product and returns how long that took.
func (e *editor) create(ctx context.Context) (took time.Duration, err error) {
	e.count++
	return e.save(ctx, http.MethodPost, "/api/products", map[string]any{
		"name": fmt.Sprint("Made ", e.count), "description": "It was made now.", "categories": []string{"Writing"}, "type": "Free",
		"section": "Recommended AI Products", "website": fmt.Sprintf("https://made-%d.example/", e.count),
	})
}

// update changes the last product; without one it first creates one, outside of the measured time.
func (e *editor) update(ctx context.Context) (took time.Duration, err error) {
	if e.product == nil {
		if _, err := e.create(ctx); err != nil {
			return 0, err
		}
	}
	e.count++
	e.product["description"] = fmt.Sprint("It was changed ", e.count, " times.")
	return e.save(ctx, http.MethodPut, fmt.Sprint("/api/products/", e.product["id"]), e.product)
}

func (e *editor) save(ctx context.Context, method, path string, product map[string]any) (took time.Duration, err error) {
	begin := time.Now()
	answer, err := e.send(ctx, method, path, product)
	if err != nil {
		return 0, err
	}
	took = time.Since(begin)
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	e.product = nil
	return took, decoder.Decode(&e.product)
}

func (e *editor) send(ctx context.Context, method, path string, body any) ([]byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, method, e.origin+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", e.origin)
	response, err := e.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err == nil && response.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s: status %d: %s", method, path, response.StatusCode, answer)
	}
	return answer, err
}

// writes creates and updates products, first alone and then under constant reads, and prints the times.
func writes(ctx context.Context, server *process, reads scenario, changes *editor) error {
	alone, err := changes.times(ctx)
	if err != nil {
		return err
	}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		_, err := load(reading, server.address, reads, &atomic.Int64{}, 5*time.Minute)
		ended <- err
	}()
	underLoad, err := changes.times(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("\nwrites, p50 and most of %d: alone, %s · beside %d readers, %s\n", written, alone, connections, underLoad)
	stop()
	return <-ended
}

// times creates and updates products, and returns the times as text.
func (e *editor) times(ctx context.Context) (string, error) {
	var created, updated []time.Duration
	for range written {
		create, err := e.create(ctx)
		if err != nil {
			return "", err
		}
		update, err := e.update(ctx)
		if err != nil {
			return "", err
		}
		created, updated = append(created, create), append(updated, update)
	}
	return fmt.Sprintf("create %s, %s; change %s, %s",
		median(created).Round(tenth), slices.Max(created).Round(tenth), median(updated).Round(tenth), slices.Max(updated).Round(tenth)), nil
}
