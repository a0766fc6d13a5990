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
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// packetsLost puts PostgreSQL behind a network namespace whose packets can be lost silently.
func packetsLost(t *testing.T) setup {
	n := newNetwork(t)
	address, err := url.Parse(storetest.StartServer(t).URL)
	noError(t, err)
	query := address.Query()
	address.Host = n.forward(filepath.Join(query.Get("host"), ".s.PGSQL.5432"))
	query.Del("host")
	address.RawQuery = query.Encode()
	return setup{sites: copies(t, 1, address.String()), inject: func(*run, int) (heal func()) {
		n.run(connect, "02:00:00:00:00:99", "02:00:00:00:00:99") // to a machine that does not exist
		return n.mend
	}}
}

// network is a cable between this network namespace and another one, whose name ends with the process id.
type network struct {
	t             *testing.T
	id, near, far string // process id, and the addresses of both ends
}

// Scripts for a network: $1 is the process id, $2 and $3 are the addresses of the near and the far end, $4 and $5 are hardware
// addresses: of the near and the far end, and for connect those that the near and the far end send to.
const (
	lay = `set -e
ip netns add vitrine-drill-$1
ip link add vda$1 address $4 type veth peer name vdb$1 address $5 netns vitrine-drill-$1
ip addr add $2/30 dev vda$1
ip link set vda$1 up
ip -n vitrine-drill-$1 addr add $3/30 dev vdb$1
ip -n vitrine-drill-$1 link set vdb$1 up`
	connect = `ip neigh replace $3 lladdr $4 dev vda$1 nud permanent &&
ip -n vitrine-drill-$1 neigh replace $2 lladdr $5 dev vdb$1 nud permanent`
	remove = `ip netns del vitrine-drill-$1` // with both devices
)

const nearDevice, farDevice = "02:00:00:00:00:01", "02:00:00:00:00:02"

func newNetwork(t *testing.T) *network {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("only root may make network namespaces: run `make test-drill` as root")
	}
	id := os.Getpid() % (64 * 256) // a network of four addresses in 198.18.0.0/16, which is reserved for tests
	address := func(end int) string { return fmt.Sprintf("198.18.%d.%d", id/64, id%64*4+end) }
	n := &network{t, fmt.Sprint(os.Getpid()), address(1), address(2)}
	n.run(lay, nearDevice, farDevice)
	t.Cleanup(func() { n.run(remove) })
	n.mend()
	return n
}

func (n *network) mend() { n.run(connect, farDevice, nearDevice) }

func (n *network) run(script string, devices ...string) {
	n.t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	words := append([]string{"-c", script, "sh", n.id, n.near, n.far}, devices...)
	if output, err := exec.CommandContext(ctx, "/bin/sh", words...).CombinedOutput(); err != nil {
		n.t.Fatalf("%s: %v: %s", script, err, output)
	}
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
	file, err := os.Open("/run/netns/vitrine-drill-" + n.id)
	noError(n.t, err)
	defer file.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // it is never unlocked, so the thread ends with this goroutine
		if err = unix.Setns(int(file.Fd()), unix.CLONE_NEWNET); err == nil {
			listener, err = net.Listen("tcp", n.far+":0")
		}
	}()
	if <-done; err != nil {
		n.t.Fatal(err)
	}
	return listener
}
