package drill

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ownNetwork is the environment variable that is set for the child process of TestLogos, in a network of its own.
const ownNetwork = "VITRINE_DRILL_OWN_NETWORK"

// prepareNetwork adds public addresses for the websites, names them, and runs the test.
const prepareNetwork = `set -e
ip link set lo up
ip address add 93.184.215.14/32 dev lo
ip address add 93.184.215.15/32 dev lo
mount --bind "$VITRINE_DRILL_OWN_NETWORK" /etc/hosts
exec "$@"`

// The logos of tools are looked for at websites that are slow, redirect, fail, forbid it or have no usable icon, while the
// program is killed, restarted and paused. What is accepted is the tool's own picture, and can be undone as one change.
// The pages of tools don't wait for it. The child process is in its own network, as the program reads public addresses only.
func TestLogos(t *testing.T) {
	tests := []*logoSearch{
		{name: "SQLite", website: "93.184.215.14", domain: "one.example", database: sqlite, copies: 1, tools: choose(40, 5465), hosts: choose(20, 100)},
		{name: "PostgreSQL, two copies", website: "93.184.215.15", domain: "two.example", database: postgres, copies: 2, tools: choose(40, 400), hosts: choose(20, 100)},
	}
	if os.Getenv(ownNetwork) == "" {
		parallel(t)
		var hosts strings.Builder
		hosts.WriteString("127.0.0.1 localhost\n")
		for _, l := range tests {
			for i := range l.hosts {
				fmt.Fprintf(&hosts, "%s host-%d.%s\n", l.website, i, l.domain)
			}
		}
		inOwnNetwork(t, hosts.String())
		return
	}
	for _, l := range tests {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			l.run(t)
		})
	}
}

// inOwnNetwork runs this test again in a child process whose network has only these names.
func inOwnNetwork(t *testing.T, hosts string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("only root may make network namespaces: run `make test-drill` as root")
	}
	words := []string{"-c", prepareNetwork, "sh", os.Args[0], "-test.run=^" + t.Name() + "$", "-test.v", "-test.timeout=50m"}
	if *full {
		words = append(words, "-full")
	}
	command := exec.CommandContext(t.Context(), "/bin/sh", words...)
	command.Env = append(os.Environ(), ownNetwork+"="+fileWith(t, "hosts", []byte(hosts)), builtProgram+"="+program, "VITRINE_TEST_POSTGRES_URL=")
	command.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
	output, err := command.CombinedOutput()
	fmt.Fprintf(t.Output(), "%s", output)
	if err != nil || !bytes.Contains(output, []byte("--- PASS: "+t.Name())) {
		t.Fatalf("in a network of its own: %v", err)
	}
}

// logoSearch is a search for the logos of made-up tools.
type logoSearch struct {
	name, website, domain string
	database              newDatabase
	copies, tools, hosts  int

	t     *testing.T
	web   *websites
	sites []*site
	admin *client
}

// logoRun is the status of a search as the API has it.
type logoRun struct {
	Status                                      string
	Missing, Pending, Proposed, None, Dismissed int
}

func (l *logoSearch) run(t *testing.T) {
	l.t, l.web = t, newWebsites(t, l.website+":80", l.domain)
	l.sites = copies(t, l.copies, l.database(t), "--public-url", "https://"+l.domain)
	l.sites[0].do(l.rows(), "import", "--format", "jsonl", "-")
	token := l.sites[0].administrator()
	for _, s := range l.sites {
		s.start()
	}
	l.admin = l.sites[len(l.sites)-1].client(token)
	began := time.Now()
	l.call("POST", "/api/admin/logo-search/start", nil, nil)
	stopReading := l.readPages()
	l.await("a third is looked at", func(run logoRun) bool { return run.Pending <= 2*l.tools/3 })
	l.sites[0].kill()
	l.sites[0].launch()
	l.sites[0].awaitReady(http.StatusOK)
	l.await("two thirds are looked at", func(run logoRun) bool { return run.Pending <= l.tools/3 })
	paused := l.pause()
	run := l.await("the search has ended", func(run logoRun) bool { return run.Status == "idle" })
	took := time.Since(began)
	stopReading()
	atMost(t, "looked for the logos of all tools, killed once, paused for "+round(paused).String(), took, 30*time.Minute)
	figure(t, "requests", l.web.asked, "–")
	figure(t, "requests at once, at most", l.web.most, "≤ 20")
	figure(t, "between two requests to a host, at least", l.web.gap, "≥ 5s")
	if l.web.most > 20 || l.web.gap < 5*time.Second || len(l.web.wrong) > 0 {
		t.Errorf("%d requests at once, %s between two at a host, forbidden: %v", l.web.most, l.web.gap, l.web.wrong)
	}
	want := 0
	for i := range l.tools {
		if l.isFound(i) {
			want++
		}
	}
	figure(t, "logos found", run.Proposed, fmt.Sprint(want))
	figure(t, "tools without one on their website", run.None, fmt.Sprint(l.tools-want))
	if run.Proposed != want || run.None != l.tools-want || run.Pending != 0 {
		t.Errorf("found %+v, want %d logos of %d tools", run, want, l.tools)
	}
	l.accept(want)
	for _, s := range l.sites {
		s.check()
		s.stop()
	}
}

// hostOfTool is the number of a tool's host.
func (l *logoSearch) hostOfTool(tool int) int { return tool % l.hosts }

// isFound reports whether the logo of a tool is found. Few tools at a host don't show that their icon is that of the host.
func (l *logoSearch) isFound(tool int) bool {
	behavior := behaviors[l.hostOfTool(tool)%len(behaviors)]
	return behavior.found || behavior.name == "icon of the host" && l.tools/l.hosts <= 4
}

// rows are the tools, as JSON lines.
func (l *logoSearch) rows() string {
	var rows bytes.Buffer
	for i := range l.tools {
		_ = json.NewEncoder(&rows).Encode(map[string]any{ // a buffer never fails
			"name": fmt.Sprint("Tool ", i), "website": fmt.Sprintf("http://host-%d.%s/tool-%d", l.hostOfTool(i), l.domain, i),
			"description": "Does something, and says so in a sentence.", "categories": []string{"Writing"}, "pricing": "free",
		})
	}
	return rows.String()
}

func (l *logoSearch) call(method, path string, body, into any) {
	l.t.Helper()
	noError(l.t, l.admin.call(method, path, body, http.StatusOK, into))
}

func (l *logoSearch) await(what string, ok func(logoRun) bool) logoRun {
	l.t.Helper()
	return awaitRun(l.t, func(run *logoRun) { l.call("GET", "/api/admin/logo-search", nil, run) }, what, ok)
}

// pause pauses the search, checks that nothing goes on, and resumes it.
func (l *logoSearch) pause() time.Duration {
	began := time.Now()
	l.call("POST", "/api/admin/logo-search/pause", nil, nil)
	l.web.mustRest()
	l.call("POST", "/api/admin/logo-search/resume", nil, nil)
	return time.Since(began)
}

// readPages reads the pages of tools until stop is called, and checks how long that took.
func (l *logoSearch) readPages() (stop func()) {
	ending, ended := make(chan struct{}), make(chan struct{})
	var took durations
	failed := 0
	c := l.sites[len(l.sites)-1].client("")
	go func() {
		defer close(ended)
		for i := 0; ; i++ {
			select {
			case <-ending:
				return
			case <-time.After(50 * time.Millisecond):
			}
			began := time.Now()
			r, err := c.do("GET", fmt.Sprintf("/products/tool-%d", i*7%l.tools), nil)
			if l.copies == 1 && err != nil { // the only copy was killed
				continue
			}
			took.add(time.Since(began))
			if err != nil || r.status != http.StatusOK {
				failed++
			}
		}
	}()
	return func() {
		close(ending)
		<-ended
		took.check(l.t, "a tool's page meanwhile", 0, time.Second)
		mustBeZero(l.t, "pages that failed", failed)
	}
}

// accept accepts all logos, checks them, and undoes that.
func (l *logoSearch) accept(want int) {
	var accepted struct{ Version, Changed int }
	figure(l.t, "all logos accepted within", timed(func() {
		l.call("POST", "/api/admin/logo-proposals/accept", map[string]any{"all": true}, &accepted)
	}), "–")
	products, err := l.admin.products()
	noError(l.t, err)
	wrong, found := 0, 0
	for _, p := range products {
		if p.Logo == "" {
			continue
		}
		found++
		tool := numberIn(p.Website)
		if err := l.checkLogo(p.Logo, tool); err != nil || !l.isFound(tool) {
			wrong++
			l.t.Logf("the logo of %s: %v", p.Website, err)
		}
	}
	mustBeZero(l.t, "accepted logos that are not the tool's own picture", wrong)
	if accepted.Changed != want || found != want {
		l.t.Errorf("accepted %d logos, %d tools have one, want %d", accepted.Changed, found, want)
	}
	var undone struct{ Restored int }
	l.call("POST", "/api/undo", map[string]any{"version": accepted.Version}, &undone)
	var run logoRun
	l.call("GET", "/api/admin/logo-search", nil, &run)
	if undone.Restored != want || run.Missing != l.tools || run.Proposed != want {
		l.t.Errorf("undone: %d tools; then %+v", undone.Restored, run)
	}
}

// checkLogo reads a logo, which must be a picture in the color of the tool.
func (l *logoSearch) checkLogo(logo string, tool int) error {
	r, err := l.admin.do("GET", logo, nil)
	if err != nil {
		return err
	}
	img, err := jpeg.Decode(bytes.NewReader(r.body))
	if err != nil {
		return err
	}
	if behaviors[l.hostOfTool(tool)%len(behaviors)].name == "icon of the host" {
		tool = 0
	}
	want := toolColor(tool)
	red, green, blue, _ := img.At(250, 250).RGBA()
	for _, channel := range [][2]int{{int(red >> 8), int(want.R)}, {int(green >> 8), int(want.G)}, {int(blue >> 8), int(want.B)}} {
		if difference := channel[0] - channel[1]; difference > 5 || difference < -5 || img.Bounds() != image.Rect(0, 0, 500, 500) {
			return fmt.Errorf("it has the color %v at its middle, want %v, and the size %v", img.At(250, 250), want, img.Bounds())
		}
	}
	return nil
}
