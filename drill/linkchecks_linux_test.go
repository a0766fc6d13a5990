package drill

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// The websites of tools are checked, each at a host of its own, that are slow, redirect, fail, forbid it or don't answer, while the
// program is killed, restarted and paused. Each is read once, and told rightly. What has moved is accepted and undone as one change.
func TestLinkChecks(t *testing.T) {
	l := &linkRun{website: "93.184.215.14", domain: "one.example", tools: choose(40, 5465), hosts: choose(20, 5465)}
	if os.Getenv(ownNetwork) == "" {
		parallel(t)
		var hosts strings.Builder
		hosts.WriteString("127.0.0.1 localhost\n")
		for i := range l.hosts {
			fmt.Fprintf(&hosts, "%s host-%d.%s\n", l.website, i, l.domain)
		}
		inOwnNetwork(t, hosts.String())
		return
	}
	l.run(t)
}

// linkRun is a check of the websites of made-up tools.
type linkRun struct {
	website, domain string
	tools, hosts    int

	t     *testing.T
	web   *websites
	admin *client
}

// linkState is the status of a run as the API has it.
type linkState struct {
	Status       string
	Due, Pending int
	Counts       struct{ Unchecked, OK, Moved, Refused, Parked, TakenOver, Gone int }
}

func (l *linkRun) run(t *testing.T) {
	l.t, l.web = t, newWebsites(t, l.website+":80", l.domain)
	s := copies(t, 1, sqlite(t), "--public-url", "https://"+l.domain)[0]
	s.do(l.rows(), "import", "--format", "jsonl", "-")
	token := s.administrator()
	s.start()
	l.admin = s.client(token)
	began := time.Now()
	l.call("POST", "/api/admin/links/start", nil, nil)
	l.await("a third is read", func(state linkState) bool { return state.Pending <= 2*l.tools/3 })
	s.kill()
	s.launch()
	s.awaitReady(http.StatusOK)
	l.await("two thirds are read", func(state linkState) bool { return state.Pending <= l.tools/3 })
	paused := time.Now()
	l.call("POST", "/api/admin/links/pause", nil, nil)
	l.web.mustRest()
	l.await("it is paused before its end", func(state linkState) bool { return state.Status == "paused" && state.Pending > 0 })
	l.call("POST", "/api/admin/links/resume", nil, nil)
	pause := time.Since(paused)
	state := l.await("the run has ended", func(state linkState) bool { return state.Status == "idle" })
	atMost(t, "read the websites of all tools, killed once, paused for "+round(pause).String(), time.Since(began), 30*time.Minute)
	figure(t, "requests", l.web.asked, "–")
	figure(t, "requests at once, at most", l.web.most, "≤ 20")
	figure(t, "between two requests to a host, at least", l.web.gap, "≥ 5s")
	if l.web.most > 20 || l.web.gap < 5*time.Second || len(l.web.wrong) > 0 {
		t.Errorf("%d requests at once, %s between two at a host, forbidden: %v", l.web.most, l.web.gap, l.web.wrong)
	}
	want := linkState{Status: "idle", Due: state.Due}
	for i := range l.tools {
		switch behaviors[i%l.hosts%len(behaviors)].name {
		case "redirect":
			want.Counts.Moved++
		case "missing page", "error", "refused by robots.txt", "connection that ends", "no answer", "redirect without end", "busy for an hour":
			want.Counts.Refused++
		default:
			want.Counts.OK++
		}
	}
	if state != want {
		t.Errorf("found %+v, want %+v", state, want)
	}
	var accepted struct{ Version, Changed int }
	l.call("POST", "/api/admin/link-checks/accept", map[string]any{"state": "moved", "all": true}, &accepted)
	var undone struct{ Restored int }
	l.call("POST", "/api/undo", map[string]any{"version": accepted.Version}, &undone)
	if accepted.Changed != want.Counts.Moved || undone.Restored != want.Counts.Moved {
		t.Errorf("accepted %d, undone %d, want %d", accepted.Changed, undone.Restored, want.Counts.Moved)
	}
	s.check()
	s.stop()
}

// rows are the tools, as JSON lines.
func (l *linkRun) rows() string {
	var rows bytes.Buffer
	for i := range l.tools {
		_ = json.NewEncoder(&rows).Encode(map[string]any{ // a buffer never fails
			"name": fmt.Sprint("Tool ", i), "website": fmt.Sprintf("http://host-%d.%s/tool-%d", i%l.hosts, l.domain, i),
			"description": "Does something, and says so in a sentence.", "categories": []string{"Writing"}, "pricing": "free",
		})
	}
	return rows.String()
}

func (l *linkRun) call(method, path string, body, into any) {
	l.t.Helper()
	noError(l.t, l.admin.call(method, path, body, http.StatusOK, into))
}

func (l *linkRun) await(what string, ok func(linkState) bool) linkState {
	l.t.Helper()
	return awaitRun(l.t, func(state *linkState) { l.call("GET", "/api/admin/links", nil, state) }, what, ok)
}
