package drill

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// A file is imported in the browser's way while the program is killed, at several points: afterwards all of its tools are there or none, and
// what was there before is as it was. The images of those that are there are saved, also when the program is killed meanwhile.
func TestImports(t *testing.T) {
	if os.Getenv(ownNetwork) == "" {
		parallel(t)
		var hosts strings.Builder
		hosts.WriteString("127.0.0.1 localhost\n")
		for _, domain := range []string{"one.example", "two.example"} {
			for i := range importHosts {
				fmt.Fprintf(&hosts, "93.184.215.14 host-%d.%s\n", i, domain)
			}
		}
		inOwnNetwork(t, hosts.String())
		return
	}
	for _, im := range []*importRun{
		{name: "SQLite", domain: "one.example", database: sqlite, rows: choose(1_500, 20_000)},
		{name: "PostgreSQL", domain: "two.example", database: postgres, rows: choose(1_500, 20_000)},
	} {
		t.Run(im.name, im.run)
	}
}

// importHosts have an image each.
const importHosts = 6

// importRun imports made-up tools.
type importRun struct {
	name, domain string
	database     newDatabase
	rows         int

	t    *testing.T
	site *site
	api  *client
}

func (im *importRun) run(t *testing.T) {
	im.t = t
	web := newWebsites(t, "93.184.215.14:80", im.domain)
	im.site = copies(t, 1, im.database(t), "--public-url", "https://"+im.domain)[0]
	s := im.site
	s.do("name,website,categories\nBefore,https://before.example,Writing\n", "import", "--format", "csv", "-")
	token := s.administrator()
	s.start()
	im.api = s.client(token)
	began := time.Now()
	noError(t, im.send(t.Context()))
	usual := time.Since(began)
	figure(t, fmt.Sprintf("an import of %d tools", im.rows), usual, "–")
	im.undo()
	none, all := 0, 0
	for _, part := range choose([]float64{0.02, 0.4, 0.8, 0.95, 1.02}, []float64{0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1, 1.02}) {
		sent := make(chan error, 1)
		go func() { sent <- im.send(t.Context()) }()
		time.Sleep(time.Duration(float64(usual) * part))
		s.kill()
		<-sent
		s.awaitDisconnected()
		s.check()
		s.launch()
		s.awaitReady(http.StatusOK)
		switch live := queryInt(t, s, "SELECT count(*) FROM products WHERE deleted_at IS NULL"); live {
		case 1:
			none++
		case 1 + im.rows:
			all++
			im.undo()
		default:
			t.Fatalf("killed after %.0f %% of an import, %d tools are there, want 1 or %d", 100*part, live, 1+im.rows)
		}
	}
	figure(t, "killed imports of which nothing is there, and all", fmt.Sprint(none, " ", all), "–")
	if none == 0 {
		t.Error("no import was killed before its end")
	}

	asked := func() int {
		web.mu.Lock()
		defer web.mu.Unlock()
		return web.asked
	}
	before := asked()
	noError(t, im.send(t.Context()))
	im.await("an image is read", func(imageState) bool { return asked() > before })
	s.kill()
	s.launch()
	s.awaitReady(http.StatusOK)
	if state := im.await("all images are saved", func(state imageState) bool { return state.Pending == 0 }); state.Failed != 0 {
		t.Errorf("%d images could not be saved: %v", state.Failed, state.Listed)
	}
	if saved := queryInt(t, s, "SELECT count(*) FROM products WHERE deleted_at IS NULL AND logo LIKE '/uploads/%'"); saved != importHosts {
		t.Errorf("%d tools have their image, want %d", saved, importHosts)
	}
	if web.gap < 5*time.Second {
		t.Errorf("%s between two requests to a host", web.gap)
	}
	s.check()
	s.stop()
}

// file is the tools as a table.
func (im *importRun) file() io.Reader {
	var table bytes.Buffer
	table.WriteString("name,website,categories,description,logo\n")
	for i := range im.rows {
		logo := ""
		if i < importHosts {
			logo = fmt.Sprintf("http://host-%d.%s/icon-%d.png", i, im.domain, i)
		}
		fmt.Fprintf(&table, "Tool %d,https://tool-%d.example,Writing,Does something and says so in a sentence.,%s\n", i, i, logo)
	}
	return &table
}

// send imports the file.
func (im *importRun) send(ctx context.Context) error {
	r, err := http.NewRequestWithContext(ctx, "POST", im.api.origin+"/api/admin/import?name=tools.csv&fetchImages=true", im.file())
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/octet-stream")
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Authorization", "Bearer "+im.api.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && !bytes.Contains(text, []byte("event: done")) {
		err = fmt.Errorf("%d %.300s", answer.StatusCode, text)
	}
	return err
}

// undo undoes the latest import.
func (im *importRun) undo() {
	im.t.Helper()
	version := queryInt(im.t, im.site, "SELECT max(version) FROM audit WHERE action = 'import'")
	noError(im.t, im.api.call("POST", "/api/undo", map[string]any{"version": version, "changedSince": "revert"}, http.StatusOK, nil))
}

// imageState is what the API says of the images.
type imageState struct {
	Pending, Failed int
	Listed          []struct{ URL, Reason string }
}

func (im *importRun) await(what string, ok func(imageState) bool) imageState {
	im.t.Helper()
	return awaitRun(im.t, func(state *imageState) {
		*state = imageState{}
		noError(im.t, im.api.call("GET", "/api/admin/import-images", nil, http.StatusOK, state))
	}, what, ok)
}
