package drill

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"vitrine/internal/storetest"
)

// packetsLost puts PostgreSQL behind a network namespace whose packets can be lost silently.
func packetsLost(t *testing.T) setup {
	n := newNetwork(t)
	address, err := url.Parse(storetest.StartServer(t).URL)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	address.Host = n.forward(filepath.Join(query.Get("host"), ".s.PGSQL.5432"))
	query.Del("host")
	address.RawQuery = query.Encode()
	return setup{sites: copies(t, 1, address.String()), inject: func(*run, int) (heal func()) {
		n.connect("02:00:00:00:00:99", "02:00:00:00:00:99") // to a machine that does not exist
		return n.mend
	}}
}

// network is a cable between this network namespace and another one.
type network struct {
	t         *testing.T
	namespace string
	near, far device
}

// device is one end of the cable.
type device struct{ name, address, mac string }

func newNetwork(t *testing.T) *network {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("only root may make network namespaces: run `make test-drill` as root")
	}
	pid := os.Getpid()
	id := pid % (64 * 256) // a network of four addresses in 198.18.0.0/16, which is reserved for tests
	end := func(number int, name string) device {
		return device{fmt.Sprint(name, pid), fmt.Sprintf("198.18.%d.%d", id/64, id%64*4+number), fmt.Sprint("02:00:00:00:00:0", number)}
	}
	n := &network{t, fmt.Sprint("vitrine-drill-", pid), end(1, "vda"), end(2, "vdb")}
	n.ip("netns add " + n.namespace)
	t.Cleanup(func() { n.ip("netns del " + n.namespace) }) // with both devices
	n.ip("link add " + n.near.name + " address " + n.near.mac + " type veth peer name " + n.far.name + " address " + n.far.mac + " netns " + n.namespace)
	n.ip("addr add " + n.near.address + "/30 dev " + n.near.name)
	n.ip("link set " + n.near.name + " up")
	n.ip("-n " + n.namespace + " addr add " + n.far.address + "/30 dev " + n.far.name)
	n.ip("-n " + n.namespace + " link set " + n.far.name + " up")
	n.mend()
	return n
}

func (n *network) ip(arguments string) {
	n.t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	if output, err := exec.CommandContext(ctx, "ip", strings.Fields(arguments)...).CombinedOutput(); err != nil {
		n.t.Fatalf("ip %s: %v: %s", arguments, err, output)
	}
}

// mend connects both ends.
func (n *network) mend() { n.connect(n.far.mac, n.near.mac) }

// connect sets the hardware addresses that the near and the far end send to.
func (n *network) connect(near, far string) {
	n.t.Helper()
	n.ip("neigh replace " + n.far.address + " lladdr " + near + " dev " + n.near.name + " nud permanent")
	n.ip("-n " + n.namespace + " neigh replace " + n.near.address + " lladdr " + far + " dev " + n.far.name + " nud permanent")
}

// forward forwards connections at the far end to a socket, and returns the address there.
func (n *network) forward(socket string) string {
	n.t.Helper()
	listener := n.listen()
	n.t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for client, err := listener.Accept(); err == nil; client, err = listener.Accept() {
			server, err := net.Dial("unix", socket)
			if err != nil {
				_ = client.Close()
				continue
			}
			go copyAll(client, server)
			go copyAll(server, client)
		}
	}()
	return listener.Addr().String()
}

func copyAll(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	_, _ = to.Close(), from.Close()
}

// listen opens a listener in the other namespace, where it stays.
func (n *network) listen() (listener net.Listener) {
	n.t.Helper()
	file, err := os.Open("/run/netns/" + n.namespace)
	if err != nil {
		n.t.Fatal(err)
	}
	defer file.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with this goroutine
		if err = unix.Setns(int(file.Fd()), unix.CLONE_NEWNET); err == nil {
			listener, err = net.Listen("tcp", n.far.address+":0")
		}
	}()
	if <-done; err != nil {
		n.t.Fatal(err)
	}
	return listener
}
