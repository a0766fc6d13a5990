// Package buckettest runs a real S3-compatible server for tests: the Versity S3 Gateway, built from its Go module. It also makes keys
// for what is encrypted there.
//
// # To change
//
//   - the server's version: .ci/s3/go.mod; go test ./internal/buckettest
package buckettest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/vitrine-directory/vitrine/internal/s3"
)

// Server is a running server with an empty bucket.
type Server struct {
	Endpoint                     *url.URL
	Bucket, AccessKey, SecretKey string
	stop                         func()
}

// Stop stops the server before the test ends.
func (s *Server) Stop() { s.stop() }

// Options returns the connection to the bucket.
func (s *Server) Options() s3.Options {
	return s3.Options{Endpoint: s.Endpoint, Bucket: s.Bucket, AccessKey: s.AccessKey, SecretKey: s.SecretKey, Flags: s3.UploadFlags}
}

// Behind returns the connection through a proxy: handle gets each request, and may pass it on.
func (s *Server) Behind(t testing.TB, handle func(w http.ResponseWriter, r *http.Request, pass http.Handler)) s3.Options {
	t.Helper()
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = s.Endpoint.Scheme, s.Endpoint.Host, r.In.Host
	}}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handle(w, r, pass) }))
	t.Cleanup(proxy.Close)
	o := s.Options()
	o.Endpoint = &url.URL{Scheme: "http", Host: proxy.Listener.Addr().String()}
	return o
}

// WithoutRights returns the connection of a user who may do nothing in the bucket.
func (s *Server) WithoutRights(t testing.TB) s3.Options {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	o := s.Options()
	o.AccessKey, o.SecretKey = "without-rights", "another-secret-that-is-long"
	command := exec.CommandContext(t.Context(), path, "admin", "--access", s.AccessKey, "--secret", s.SecretKey, "--endpoint-url", s.Endpoint.String(),
		"create-user", "--access", o.AccessKey, "--secret", o.SecretKey, "--role", "user")
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("make a user of the S3 server: %v\n%s", err, output)
	}
	return o
}

// KeyPair makes a pair of keys of age for backups. It returns the public one, and the file with the private one.
func KeyPair(t testing.TB) (recipient, identityFile string) {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "identity.txt")
	if err := os.WriteFile(path, []byte("# made by a test\n"+identity.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return identity.Recipient().String(), path
}

// Client returns a client with full access.
func (s *Server) Client(t testing.TB) *minio.Client {
	t.Helper()
	client, err := minio.New(s.Endpoint.Host, &minio.Options{Creds: credentials.NewStaticV4(s.AccessKey, s.SecretKey, "")})
	if err != nil {
		t.Fatalf("open a client of the S3 server: %v", err)
	}
	return client
}

// program builds the server once per process; the go command caches the build. The first build takes minutes.
var program = sync.OnceValues(func() (string, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("find the module's folder: %w", err)
	}
	build := exec.Command("go", "tool", "-n", "versitygw")
	build.Dir = filepath.Join(strings.TrimSpace(string(root)), ".ci", "s3")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false")
	var stderr bytes.Buffer
	build.Stderr = &stderr
	path, err := build.Output()
	if err != nil {
		return "", fmt.Errorf("build the S3 server: %w\n%s", err, stderr.Bytes())
	}
	return strings.TrimSpace(string(path)), nil
})

// wrapper runs the server and kills it once its standard input closes, however the test process ends.
const wrapper = `"$@" </dev/null & server=$!; read -r _; kill -KILL $server; wait $server`

// Start starts a server with an empty bucket, and stops it when the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Bucket: "pictures", AccessKey: "test-access", SecretKey: "test-secret-that-is-long"}
	log, err := s.run(t, path)
	if err != nil {
		t.Fatalf("start the S3 server: %v\n%s", err, log)
	}
	if err := s.Client(t).MakeBucket(t.Context(), s.Bucket, minio.MakeBucketOptions{}); err != nil {
		t.Fatalf("make a bucket: %v\n%s", err, log)
	}
	return s
}

// run starts the server on a free local port and waits until it answers.
func (s *Server) run(t testing.TB, path string) (*bytes.Buffer, error) {
	address := FreeAddress(t)
	s.Endpoint = &url.URL{Scheme: "http", Host: address}
	dir, sidecar, accounts := t.TempDir(), t.TempDir(), t.TempDir()
	command := exec.Command("/bin/sh", "-c", wrapper, "keeper", path, "--port", address, "--quiet", "--iam-dir", accounts, "posix", "--sidecar", sidecar, dir)
	command.Env = append(os.Environ(), "ROOT_ACCESS_KEY_ID="+s.AccessKey, "ROOT_SECRET_ACCESS_KEY="+s.SecretKey)
	log := &bytes.Buffer{}
	command.Stdout, command.Stderr = log, log
	stdin, err := command.StdinPipe() // never written: it closes when this process ends
	if err != nil {
		return log, err
	}
	if err := command.Start(); err != nil {
		return log, err
	}
	s.stop = sync.OnceFunc(func() {
		stdin.Close()
		_ = command.Wait() // it was killed
	})
	t.Cleanup(s.stop)
	return log, s.wait(t.Context())
}

// wait waits until the server answers a request, with any status.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Endpoint.String(), nil)
		if err != nil {
			return err
		}
		if response, err := http.DefaultClient.Do(request); err == nil {
			return response.Body.Close()
		}
		select {
		case <-ctx.Done():
			return errors.New("no response within a minute")
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// FreeAddress returns an address of this machine that no other test gets before this one ends. Its port is below the ephemeral
// range, so that the system does not assign it before the test listens there. What keeps other tests away, in this process and in
// others, is a UDP socket on the port: TCP does not mind it, and it closes with the process.
func FreeAddress(t testing.TB) string {
	t.Helper()
	var failed error
	for range 100 {
		address := fmt.Sprint("127.0.0.1:", 10_000+rand.IntN(20_000))
		held, err := net.ListenPacket("udp", address)
		if err != nil {
			failed = err
			continue
		}
		listener, err := net.Listen("tcp", address)
		if err == nil {
			err = listener.Close()
		}
		if err == nil {
			t.Cleanup(func() { held.Close() })
			return address
		}
		failed = errors.Join(err, held.Close())
	}
	t.Fatalf("find a free address: %v", failed)
	return ""
}
