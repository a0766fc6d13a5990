package drill

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
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
	noError(t, im.send(t.Context(), im.file(), func(int) {}))
	figure(t, fmt.Sprintf("an import of %d tools", im.rows), time.Since(began), "–")
	im.undo()
	none, all := 0, 0
	const half, end = 0, -1 // of the file is sent; the import is done
	for _, at := range choose([]int{half, 1, 2, end}, []int{half, 1, 2, 3, 4, 6, 8, end}) {
		sent, reached := make(chan error, 1), make(chan struct{})
		reach := sync.OnceFunc(func() { close(reached) })
		file, event := im.file(), func(number int) {
			if number == at {
				reach()
			}
		}
		give := func() {} // lets the client read the end of its file, for which it waits even when the connection is lost
		if at == half {
			rest, unsent := io.Pipe()
			give = func() { unsent.Close() }
			file = io.MultiReader(io.LimitReader(file, int64(im.rows)*20), askedFor{rest, reach})
		}
		go func() { sent <- im.send(t.Context(), file, event); reach() }()
		<-reached
		s.kill()
		give()
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
			t.Fatalf("killed at event %d of an import, %d tools are there, want 1 or %d", at, live, 1+im.rows)
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
	noError(t, im.send(t.Context(), im.file(), func(int) {}))
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

// askedFor says when the first byte is asked for.
type askedFor struct {
	io.Reader
	first func()
}

func (a askedFor) Read(b []byte) (int, error) {
	a.first()
	return a.Reader.Read(b)
}

// send imports a file. event is called with the number of each event of progress, from 1, and with -1 when the import is done.
func (im *importRun) send(ctx context.Context, file io.Reader, event func(number int)) error {
	r, err := http.NewRequestWithContext(ctx, "POST", im.api.origin+"/api/admin/import?name=tools.csv&fetchImages=true", file)
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
	number, lines := 0, bufio.NewReader(answer.Body)
	for {
		line, err := lines.ReadString('\n')
		switch {
		case strings.HasPrefix(line, "event: progress"):
			number++
			event(number)
		case strings.HasPrefix(line, "event: done"):
			event(-1)
			_, err := io.Copy(io.Discard, lines)
			return err
		case err != nil:
			return fmt.Errorf("%d after %d events, and no end: %w", answer.StatusCode, number, err)
		}
	}
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
