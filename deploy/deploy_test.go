// Package deploy tests what is installed on servers: packages, container images and releases, each made from the real program.
package deploy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/web"
)

var noError, wantText = storetest.NoError, storetest.WantText

// buildFlags are those of a release.
var buildFlags = []string{"-trimpath", "-buildvcs=false"}

// buildProgram builds the program in a copy of the repository as a release does, and returns its path.
func buildProgram(t *testing.T, tree, release string) string {
	t.Helper()
	if web.ServerBundle() == nil {
		t.Fatal("the front end is not built: run `make build` first")
	}
	path := filepath.Join(t.TempDir(), "vitrine")
	words := append([]string{"-C", tree, "build"}, buildFlags...)
	command(t, []string{"CGO_ENABLED=0"}, "go", append(words, "-ldflags", "-s -w -X main.release="+release, "-o", path, "./cmd/vitrine")...)
	return path
}

// command runs a program with these variables added to the environment, and returns what it prints.
func command(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Env = append(os.Environ(), env...)
	output, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, output)
	}
	return string(output)
}

// start starts a program, which must end without an error when it is interrupted at the end of the test.
func start(t *testing.T, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	var log bytes.Buffer
	c.Stdout, c.Stderr = &log, &log
	noError(t, c.Start())
	t.Cleanup(func() {
		if err := errors.Join(c.Process.Signal(os.Interrupt), c.Wait()); err != nil {
			t.Errorf("%s: %v\n%s", name, err, log.String())
		}
	})
}

// getPage waits, for at most a minute, until an address answers with 200, and returns the body.
func getPage(t *testing.T, url string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		text, err := get(ctx, url)
		if err == nil {
			return text
		}
		select {
		case <-ctx.Done():
			t.Fatal(err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func get(ctx context.Context, url string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %d: %s", url, response.StatusCode, body)
	}
	return string(body), err
}
