package main

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// sample is a recorded answer that the bare server replays.
type sample struct {
	Header http.Header
	Body   []byte
}

// process is a server process on a loopback address.
type process struct {
	address string
	metrics string // address of its metrics; may be empty
	command *exec.Cmd
}

// startWithin limits the start of a program: with a million products it takes most of a minute.
const startWithin = 3 * time.Minute

// start runs a program that listens on address, and returns the time until path answers 200.
func start(ctx context.Context, address, path, program string, args ...string) (*process, time.Duration, error) {
	command := exec.CommandContext(ctx, program, args...)
	command.Stdout, command.Stderr = io.Discard, io.Discard
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 15 * time.Second
	begin := time.Now()
	if err := command.Start(); err != nil {
		return nil, 0, fmt.Errorf("start %s: %w", program, err)
	}
	p := &process{address: address, command: command}
	for time.Since(begin) < startWithin {
		response, err := http.Get("http://" + address + path)
		if err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return p, time.Since(begin), nil
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	return nil, 0, errors.Join(fmt.Errorf("%s gave no 200 within %s", program, startWithin), p.stop())
}

// stop terminates the process and waits for it.
func (p *process) stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("stop the server: %w", err)
	}
	_ = p.command.Wait() // it exits with an error because of our signal
	return nil
}

// resident returns the process's resident memory in bytes (Linux only).
func (p *process) resident() (int64, error) {
	file, err := os.Open(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if rest, found := strings.CutPrefix(lines.Text(), "VmRSS:"); found {
			kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("no VmRSS in the process's status")
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// recordAnswers records n answers of a scenario.
func recordAnswers(address string, s scenario, n int64) ([]sample, error) {
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}, Timeout: 10 * time.Second}
	var samples []sample
	for i := range n {
		request, err := http.NewRequest(http.MethodGet, "http://"+address+s.path(-i), nil)
		if err != nil {
			return nil, err
		}
		if s.encoding != "" {
			request.Header.Set("Accept-Encoding", s.encoding)
		}
		response, err := client.Do(request)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("sample %s: status %d, %w", s.path(-i), response.StatusCode, err)
		}
		response.Header.Del("Date") // net/http sends its own
		samples = append(samples, sample{response.Header, body})
	}
	return samples, nil
}

// startBare starts this program as the bare server that replays samples.
func startBare(ctx context.Context, folder string, samples []sample) (*process, error) {
	name := filepath.Join(folder, "samples")
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(gob.NewEncoder(file).Encode(samples), file.Close()); err != nil {
		return nil, fmt.Errorf("write the samples: %w", err)
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p, _, err := start(ctx, address, "/", self, "bare", address, name)
	return p, err
}

// serveBare is the bare server: net/http replays the samples in rotation, and does nothing else.
func serveBare(address, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	var samples []sample
	if err := errors.Join(gob.NewDecoder(file).Decode(&samples), file.Close()); err != nil {
		return fmt.Errorf("read the samples: %w", err)
	}
	var next atomic.Uint64
	return http.ListenAndServe(address, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		s := samples[next.Add(1)%uint64(len(samples))]
		maps.Copy(w.Header(), s.Header)
		_, _ = w.Write(s.Body) // a client that has gone away is not our error
	}))
}
