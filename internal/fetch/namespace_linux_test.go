package fetch_test

import (
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/fetchtest"
)

// publicAddress is a public IP address. In a network namespace it is added to the loopback interface.
const publicAddress = "93.184.215.14"

// ownNetwork is the environment variable that is set for the child process of the test below, which runs in its own
// network namespace.
const ownNetwork = "VITRINE_TEST_OWN_NETWORK"

// A reader without allowed private networks reads a page at a public address and port. If the system permits it, the test
// adds that address in a new network namespace; otherwise it allows a loopback address instead.
func TestPublicAddress(t *testing.T) {
	if os.Getenv(ownNetwork) != "" {
		testPublicAddress(t, publicAddress, "80", nil)
		return
	}
	command := exec.CommandContext(t.Context(), "/bin/sh", "-c", `ip link set lo up && ip address add `+publicAddress+`/32 dev lo && exec "$0" -test.run='^TestPublicAddress$' -test.v`, os.Args[0])
	command.Env = append(os.Environ(), ownNetwork+"=1")
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	output, err := command.CombinedOutput()
	if strings.Contains(string(output), "=== RUN") { // the child process has started the test
		if err != nil {
			t.Fatalf("in a network namespace: %v\n%s", err, output)
		}
		return
	}
	t.Logf("cannot create a network namespace (%v): %s", err, output)
	testPublicAddress(t, "127.0.0.2", "0", []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")})
}

func testPublicAddress(t *testing.T, at, port string, allow []netip.Prefix) {
	public := fetchtest.At(t, net.JoinHostPort(at, port), sends("text/html", "<title>Public</title>"))
	canary := fetchtest.At(t, "127.0.0.1:0", sends("text/html", "secret"))
	found := &fetchtest.Names{Hosts: map[string][]string{"pub.example": {at}, "private.example": {"127.0.0.1"}}}
	r := fetch.For(fetch.Options{Allow: allow}, found.Resolver(t), timeout, 80, public.Port, canary.Port)
	if page, err := r.Page(t.Context(), address(public, "pub.example")); err != nil || page.Title != "Public" {
		t.Errorf("got %+v, %v", page, err)
	}
	if _, err := r.Page(t.Context(), address(canary, "private.example")); err == nil || canary.Hits.Load() > 0 {
		t.Errorf("the private server: %d hits, %v", canary.Hits.Load(), err)
	}
}
