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
	n, address := newNetwork(t, storetest.StartServer(t))
	return setup{sites: copies(t, 1, address), inject: func(*run, int) (heal func()) {
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

// newNetwork makes the cable and returns the address of the server at its far end.
func newNetwork(t *testing.T, server *storetest.Server) (*network, string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("only root may make network namespaces: run `make test-drill` as root")
	}
	pid := os.Getpid()
	id := pid % (64 * 256) // a network of four addresses in 198.18.0.0/16, which is reserved for tests
	address := func(host int) string { return fmt.Sprintf("198.18.%d.%d", id/64, id%64*4+host) }
	n := &network{t, fmt.Sprint("vitrine-drill-", pid), device{fmt.Sprint("vda", pid), address(1), "02:00:00:00:00:01"}, device{fmt.Sprint("vdb", pid), address(2), "02:00:00:00:00:02"}}
	n.ip("netns add " + n.namespace)
	t.Cleanup(func() { n.ip("netns del " + n.namespace) }) // with both devices
	n.ip("link add " + n.near.name + " address " + n.near.mac + " type veth peer name " + n.far.name + " address " + n.far.mac + " netns " + n.namespace)
	n.ip("addr add " + n.near.address + "/30 dev " + n.near.name)
	n.ip("link set " + n.near.name + " up")
	n.ip("-n " + n.namespace + " addr add " + n.far.address + "/30 dev " + n.far.name)
	n.ip("-n " + n.namespace + " link set " + n.far.name + " up")
	n.mend()
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	socket := filepath.Join(query.Get("host"), ".s.PGSQL.5432")
	query.Del("host")
	u.RawQuery, u.Host = query.Encode(), n.forward(socket)
	return n, u.String()
}

func (n *network) ip(line string) {
	n.t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	if output, err := exec.CommandContext(ctx, "ip", strings.Fields(line)...).CombinedOutput(); err != nil {
		n.t.Fatalf("ip %s: %v: %s", line, err, output)
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
	listener, err := n.listen()
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
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
func (n *network) listen() (listener net.Listener, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with this goroutine
		var file *os.File
		if file, err = os.Open("/run/netns/" + n.namespace); err != nil {
			return
		}
		defer file.Close()
		if err = unix.Setns(int(file.Fd()), unix.CLONE_NEWNET); err != nil {
			return
		}
		listener, err = net.Listen("tcp", n.far.address+":0")
	}()
	<-done
	return listener, err
}
