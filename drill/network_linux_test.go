package drill

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"vitrine/internal/storetest"
)

// network is a way to a PostgreSQL server through a network namespace. Its packets can be lost without a word.
type network struct {
	t         *testing.T
	namespace string
	near, far end // in the test's own namespace, and in the other
}

// end is one end of the cable between the namespaces.
type end struct{ device, address, mac string }

// newNetwork lays the cable, and gives the address of the server at its other end.
func newNetwork(t *testing.T, server *storetest.Server) (*network, string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("only root may make network namespaces: run `make test-drill` as root")
	}
	id := os.Getpid() % (64 * 256) // networks of four addresses in 198.18.0.0/16, which is there for tests
	subnet := fmt.Sprintf("198.18.%d.", id/64)
	n := &network{t: t, namespace: fmt.Sprint("vitrine-drill-", os.Getpid()),
		near: end{fmt.Sprint("vda", os.Getpid()), subnet + fmt.Sprint(id%64*4+1), "02:00:00:00:00:01"},
		far:  end{fmt.Sprint("vdb", os.Getpid()), subnet + fmt.Sprint(id%64*4+2), "02:00:00:00:00:02"}}
	n.ip("netns", "add", n.namespace)
	t.Cleanup(func() { n.ip("netns", "del", n.namespace) }) // with both ends of the cable
	n.ip("link", "add", n.near.device, "address", n.near.mac, "type", "veth", "peer", "name", n.far.device, "address", n.far.mac, "netns", n.namespace)
	n.ip("addr", "add", n.near.address+"/30", "dev", n.near.device)
	n.ip("link", "set", n.near.device, "up")
	n.ip("-n", n.namespace, "addr", "add", n.far.address+"/30", "dev", n.far.device)
	n.ip("-n", n.namespace, "link", "set", n.far.device, "up")
	n.mend()
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	socket := filepath.Join(query.Get("host"), ".s.PGSQL.5432")
	query.Del("host")
	address.RawQuery, address.Host = query.Encode(), n.serve(socket)
	return n, address.String()
}

func (n *network) ip(words ...string) {
	n.t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	if output, err := exec.CommandContext(ctx, "ip", words...).CombinedOutput(); err != nil {
		n.t.Fatalf("ip %s: %v: %s", strings.Join(words, " "), err, output)
	}
}

// cut loses every packet from now on: each end sends to a machine that is not there.
func (n *network) cut() { n.send("02:00:00:00:00:99", "02:00:00:00:00:99") }

// mend lets packets through again.
func (n *network) mend() { n.send(n.far.mac, n.near.mac) }

func (n *network) send(near, far string) {
	n.t.Helper()
	n.ip("neigh", "replace", n.far.address, "lladdr", near, "dev", n.near.device, "nud", "permanent")
	n.ip("-n", n.namespace, "neigh", "replace", n.near.address, "lladdr", far, "dev", n.far.device, "nud", "permanent")
}

// serve passes connections to the other end on to a socket, and gives the address there.
func (n *network) serve(socket string) string {
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
			go pass(client, server)
			go pass(server, client)
		}
	}()
	return listener.Addr().String()
}

func pass(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	_, _ = to.Close(), from.Close()
}

// listen opens a listener in the other namespace; it stays there.
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

// asking asks as a signed-in administrator, again and again, and holds each answer to its time.
type asking struct {
	client           *client
	answered, failed int
	took             durations
}

func (a *asking) begin(t *testing.T) (end func()) {
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		for ; ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
			began := time.Now()
			got, err := a.client.ask(ctx, http.MethodGet, "/api/auth/me", nil)
			switch {
			case ctx.Err() != nil:
				return
			case err == nil && got.status == http.StatusOK:
				a.answered++
			case err == nil && got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") != "":
				a.failed++
			default:
				t.Errorf("a signed-in read was answered with %d, %v: %.300s", got.status, err, got.body)
			}
			a.took.add(time.Since(began))
		}
	})
	return func() {
		stop()
		all.Wait()
	}
}

func TestSilentDatabase(t *testing.T) {
	t.Run("packets are lost", func(t *testing.T) {
		beside(t)
		server := storetest.StartServer(t)
		n, address := newNetwork(t, server)
		silence(t, address, n.cut, n.mend, silences(45, 150))
	})
	t.Run("back ends stand still", func(t *testing.T) {
		beside(t)
		server := storetest.StartServer(t)
		silence(t, server.URL, server.Freeze, server.Thaw, silences(75))
	})
}

// silences are how long the database is silent, one after the other, in seconds; in the short form longer than any
// single wait of the program once.
func silences(full ...int) []int {
	return full[:rounds(1, len(full))]
}

// silence has a site on a database that is silent for a while, and back.
func silence(t *testing.T, address string, begin, end func(), seconds []int) {
	t.Helper()
	s, l, endLoad := loadedOn(t, address)
	signedIn := &asking{client: s.signIn()}
	endAsking := sync.OnceFunc(signedIn.begin(t))
	t.Cleanup(endAsking)
	var first durations
	for _, long := range seconds {
		begin()
		time.Sleep(time.Duration(rounds(12, long)) * time.Second)
		end()
		first.add(l.firstAfter(time.Now()))
	}
	endLoad()
	endAsking()
	figure(t, "signed-in reads answered", signedIn.answered, "–")
	figure(t, "signed-in reads refused with 503 and Retry-After", signedIn.failed, "–")
	atMost(t, "until a signed-in read was answered, the longest", signedIn.took.at(1), answeredWithin)
	atMost(t, "until a write was refused, the longest", l.refusals.at(1), answeredWithin)
	atMost(t, "first write after the database was back", first.at(1), goodAgain)
	l.figures(t)
	s.stop()
	s.whole()
}
