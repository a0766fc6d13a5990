package deploy

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// root is a root directory of its own, in which packages are installed and programs run.
type root string

// newRoot makes a small system: these programs of this machine with their libraries, and the usual folders.
func newRoot(t *testing.T, programs ...string) root {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("only root may change the root directory: run `go test ./deploy` as root")
	}
	r := root(t.TempDir())
	for _, folder := range []string{"bin", "sbin", "lib", "lib64"} { // as in all of today's distributions
		noError(t, os.MkdirAll(r.path("usr", folder), 0o755), os.Symlink("usr/"+folder, r.path(folder)))
	}
	for _, folder := range []string{"dev", "etc", "tmp", "var/lib"} {
		noError(t, os.MkdirAll(r.path(folder), 0o755))
	}
	noError(t, os.Chmod(r.path("tmp"), 0o777|os.ModeSticky))
	r.write(t, "dev/null", "")
	r.write(t, "etc/passwd", "root:x:0:0:root:/:/bin/sh\n")
	r.write(t, "etc/group", "root:x:0:\n")
	libraries := regexp.MustCompile(`/\S+\.so\S*`)
	for _, program := range programs {
		path, err := exec.LookPath(program)
		noError(t, err)
		for _, file := range append(libraries.FindAllString(command(t, nil, "ldd", path), -1), path) {
			r.copy(t, file)
		}
	}
	return r
}

// path is where a file of the root directory is on this machine.
func (r root) path(parts ...string) string {
	return filepath.Join(append([]string{string(r)}, parts...)...)
}

// copy copies a file of this machine to the same path.
func (r root) copy(t *testing.T, file string) {
	t.Helper()
	content, err := os.ReadFile(file)
	noError(t, err, os.MkdirAll(filepath.Dir(r.path(file)), 0o755), os.WriteFile(r.path(file), content, 0o755))
}

func (r root) write(t *testing.T, file, text string) {
	t.Helper()
	noError(t, os.WriteFile(r.path(file), []byte(text), 0o644))
}

// read returns a file's text.
func (r root) read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(r.path(file))
	noError(t, err)
	return string(text)
}

// user returns the ids of a user of the root directory.
func (r root) user(t *testing.T, name string) *syscall.Credential {
	t.Helper()
	ids := regexp.MustCompile(`(?m)^` + name + `:[^:]*:(\d+):(\d+):`).FindStringSubmatch(r.read(t, "etc/passwd"))
	if ids == nil {
		t.Fatalf("there is no user %s", name)
	}
	uid, err := strconv.ParseUint(ids[1], 10, 32)
	noError(t, err)
	gid, err := strconv.ParseUint(ids[2], 10, 32)
	noError(t, err)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// start runs a program in the root directory with nothing but these variables. stop sends it SIGTERM, as systemd and container
// runtimes do, and waits for its end.
func (r root) start(t *testing.T, as *syscall.Credential, env []string, program string, args ...string) (stop func()) {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, args...) // its context ends before the test's cleanup: then it is killed
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: string(r), Credential: as, Pdeathsig: syscall.SIGKILL}
	c.Env, c.Dir = append([]string{"PATH=/usr/bin"}, env...), "/"
	var log bytes.Buffer
	c.Stdout, c.Stderr = &log, &log
	noError(t, c.Start())
	return func() {
		t.Helper()
		noError(t, c.Process.Signal(syscall.SIGTERM))
		if err := c.Wait(); err != nil {
			t.Errorf("%s %s ended with %v:\n%s", program, strings.Join(args, " "), err, log.String())
		}
	}
}
