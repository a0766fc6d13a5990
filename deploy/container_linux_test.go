package deploy

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
)

// runImage makes a mount namespace in which $1 is read-only except for its /data, which is $2, and runs a program in it as the user
// and group $3.
const runImage = `mount --bind "$1" "$1" && mount --bind "$2" "$1/data" && mount -o remount,bind,ro "$1" || exit
root=$1 user=$3; shift 3; exec chroot --userspec="$user" "$root" "$@"`

// The container's root file system, as the Dockerfile makes it, serves a site as its user with nothing to write to but /data.
func TestContainer(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Fatal("only root may change the root directory: run `go test ./deploy` as root")
	}
	text, err := os.ReadFile("../Dockerfile")
	noError(t, err)
	final := string(text[bytes.Index(text, []byte("\nFROM scratch\n")):])
	instruction := func(name string) string {
		found := regexp.MustCompile(`(?m)^` + name + ` (.*)$`).FindStringSubmatch(final)
		if found == nil {
			t.Fatalf("the last stage has no %s:\n%s", name, final)
		}
		return found[1]
	}
	words := func(name string) []string {
		return regexp.MustCompile(`[^", ]+`).FindAllString(strings.Trim(instruction(name), "[]"), -1)
	}
	wantText(t, final, "COPY --from=build /root-fs/ /\n", "COPY --from=build --chown="+instruction("USER")+" --chmod=0700 /data "+instruction("VOLUME")+"\n",
		`CMD ["/usr/bin/vitrine", "health"]`)

	image, data := t.TempDir(), t.TempDir()
	command(t, nil, "container/rootfs.sh", buildProgram(t, "..", "1.0.0"), image)
	noError(t, os.Mkdir(filepath.Join(image, "data"), 0o700)) // it is not there yet, or --chown would have no effect
	for _, folder := range []string{data, filepath.Join(image, "tmp")} {
		noError(t, os.Chmod(folder, 0o700), os.Chown(folder, 65532, 65532)) // so that only the read-only mount keeps it from writing to /tmp
	}
	address := buckettest.FreeAddress(t)
	args := append([]string{"--mount", "sh", "-ec", runImage, "sh", image, data, instruction("USER")}, words("ENTRYPOINT")...)
	c := exec.CommandContext(t.Context(), "unshare", append(args, words(`CMD`)...)...)
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	c.Env = append([]string{"PATH=" + os.Getenv("PATH")}, strings.Fields(instruction("ENV"))...)
	c.Env = append(c.Env, "VITRINE_ADDR="+address) // not the port that every container has for itself
	var log bytes.Buffer
	c.Stdout, c.Stderr = &log, &log
	noError(t, c.Start())
	wantText(t, getPage(t, "http://"+address+"/"), `<script type="module"`)
	health := exec.CommandContext(t.Context(), "chroot", append([]string{"--userspec=" + instruction("USER"), image}, words(`HEALTHCHECK .* CMD`)...)...)
	health.Env = c.Env
	if out, err := health.CombinedOutput(); err != nil {
		t.Errorf("the health check ended with %v: %s", err, out)
	}
	info, err := os.Stat(filepath.Join(data, "vitrine.db"))
	noError(t, err)
	if owner := fmt.Sprint(info.Sys().(*syscall.Stat_t).Uid); !strings.HasPrefix(instruction("USER"), owner+":") {
		t.Errorf("the database belongs to user %s", owner)
	}
	noError(t, c.Process.Signal(syscall.SIGTERM))
	if err := c.Wait(); err != nil {
		t.Errorf("it ended with %v:\n%s", err, log.String())
	}
}
