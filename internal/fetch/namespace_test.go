package fetch_test

import (
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"vitrine/internal/fetch"
)

// publicAddress looks like one of the public web. In a network of its own it is this machine's.
const publicAddress = "93.184.215.14"

// inside tells the second process of the test below that it runs in a network of its own.
const inside = "VITRINE_TEST_OWN_NETWORK"

// A reader without any allowance reads a page at a public address and port. Where the system gives the test a network of
// its own, the address is added there; where it does not, the address of this machine is allowed instead.
func TestPublicAddress(t *testing.T) {
	if os.Getenv(inside) != "" {
		readsPublicAddress(t, publicAddress, "80", nil)
		return
	}
	command := exec.CommandContext(t.Context(), "/bin/sh", "-c", `ip link set lo up && ip address add `+publicAddress+`/32 dev lo && exec "$0" -test.run='^TestPublicAddress$' -test.v`, os.Args[0])
	command.Env = append(os.Environ(), inside+"=1")
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	output, err := command.CombinedOutput()
	if strings.Contains(string(output), "=== RUN") { // it has come as far as the test
		if err != nil {
			t.Fatalf("in a network of its own: %v\n%s", err, output)
		}
		return
	}
	t.Logf("there is no network of its own here (%v): %s", err, output)
	readsPublicAddress(t, "127.0.0.2", "0", []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")})
}

func readsPublicAddress(t *testing.T, at, port string, allow []netip.Prefix) {
	public := websiteAt(t, net.JoinHostPort(at, port), sends("text/html", "<title>Public</title>"))
	canary := websiteAt(t, "127.0.0.1:0", sends("text/html", "secret"))
	found := &names{hosts: map[string][]string{"pub.example": {at}, "private.example": {"127.0.0.1"}}}
	r := fetch.For(fetch.Options{Allow: allow}, found.resolver(t), timeout, 80, public.port, canary.port)
	if page, err := r.Page(t.Context(), address(public, "pub.example")); err != nil || page.Title != "Public" {
		t.Errorf("got %+v, %v", page, err)
	}
	if _, err := r.Page(t.Context(), address(canary, "private.example")); err == nil || canary.hits.Load() > 0 {
		t.Errorf("the private one: %d hits, %v", canary.hits.Load(), err)
	}
}
