package searches

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/source"
	"github.com/vitrine-directory/vitrine/internal/testcheck"
)

// fixedStore is a catalogue in memory that does not change.
type fixedStore []catalog.Product

func (s fixedStore) All(context.Context) (catalog.All, error) {
	return catalog.All{Version: 1, Products: s, Categories: []catalog.Category{{ID: 1, Name: "Design", Slug: "design"}}}, nil
}

func (s fixedStore) Changes(context.Context, int64) (catalog.Changes, error) {
	return catalog.Changes{Version: 1}, nil
}

// tools are what is found: a maker of logos among others.
func tools() fixedStore {
	list := fixedStore{product(1, "Logo Maker", "Draw a logo for your company.")}
	for i := range int64(20) {
		list = append(list, product(i+2, fmt.Sprint("Pen ", i), "Write letters."))
	}
	return list
}

func product(id int64, name, description string) catalog.Product {
	return catalog.Product{ID: id, Slug: catalog.Slug(name), ProductFields: catalog.ProductFields{
		Name: name, Description: description, Categories: []string{"Design"}, Type: catalog.Free, Section: catalog.OurProducts, Website: "https://example.com/",
	}}
}

// memory is a Store in memory, and the log.
type memory struct {
	mutex  sync.Mutex
	counts map[string]int64 // by day and words
	writes int
	err    error
	log    strings.Builder
}

// now returns what is in it.
func (m *memory) now() (counts map[string]int64, writes int, log string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return maps.Clone(m.counts), m.writes, m.log.String()
}

// fail has it fail from now on; nil: not any more.
func (m *memory) fail(err error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.err = err
}

func (m *memory) Write(line []byte) (int, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.log.Write(line)
}

func (m *memory) AddVain(_ context.Context, counts []Count) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.writes++
	if m.err != nil {
		return m.err
	}
	for _, c := range counts {
		m.counts[c.Day.String()+" "+c.Words] += c.Asked
	}
	return nil
}

// visitors search on a site, by their addresses.
type visitors struct {
	*testing.T
	*Recorder
	store *memory
}

// record runs a test with a recorder over these tools, on 2000-01-01.
func record(t *testing.T, list fixedStore, test func(v visitors)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		live, err := browse.NewLive(t.Context(), list, time.Now)
		testcheck.NoError(t, err)
		store := &memory{counts: map[string]int64{}}
		v := visitors{t, NewRecorder(live, store, slog.New(slog.NewTextHandler(store, nil))), store}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { v.Recorder.Run(ctx); close(done) }()
		test(v)
		stop()
		<-done
	})
}

func (v visitors) search(address, words string, isTyping bool) {
	v.Helper()
	ctx := v.Context()
	if address != "" {
		ctx = source.With(ctx, netip.MustParseAddr(address))
	}
	v.Search(ctx, words, isTyping)
	synctest.Wait()
}

// sleep lets time pass, and the recorder do what is due.
func (v visitors) sleep(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// typed searches while typing.
func (v visitors) typed(address string, words ...string) {
	v.Helper()
	for _, w := range words {
		v.search(address, w, true)
	}
}

// want checks what is stored by now: counts after the words, separated by commas.
func (v visitors) want(counts string) {
	v.Helper()
	var got []string
	stored, _, _ := v.store.now()
	for words, asked := range stored {
		got = append(got, fmt.Sprint(strings.TrimPrefix(words, "2000-01-01 "), " ", asked))
	}
	slices.Sort(got)
	if text := strings.Join(got, ", "); text != counts {
		v.Errorf("got %q, want %q", text, counts)
	}
}

const (
	ann = "192.0.2.1"
	bob = "192.0.2.2"
)

// What is typed counts when the client has asked nothing else for five seconds, or searches for something else.
func TestSettled(t *testing.T) {
	record(t, tools(), func(v visitors) {
		v.typed(ann, "g", "glas", "glass blo", "glass blowing")
		v.sleep(settleAfter - time.Nanosecond)
		v.want("")
		v.typed(ann, "glass blowin")
		v.sleep(settleAfter)
		v.typed(bob, "glass bl", "xylophones", "xylo")
		v.sleep(2 * time.Second)
		v.want("glass bl 1, glass blowin 1")
		v.sleep(settleAfter)
		v.want("glass bl 1, glass blowin 1, xylo 1")
		v.search(bob, "zithers", false)
		v.sleep(2 * countEvery)
		v.want("glass bl 1, glass blowin 1, xylo 1, zithers 1")
	})
}

// Words count once a day for each client, in any spelling.
func TestOncePerDay(t *testing.T) {
	record(t, tools(), func(v visitors) {
		for range 3 {
			for _, address := range []string{ann, bob, "2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "::ffff:192.0.2.1", ""} {
				v.search(address, "Xylophones", false)
				v.search(address, "  “xylophones”?", false)
			}
		}
		v.sleep(2 * countEvery)
		v.want("xylophones 4") // clients without an address are one
		v.sleep(24*time.Hour - 2*countEvery)
		v.search(ann, "xylophones", false)
		v.sleep(2 * countEvery)
		v.want("2000-01-02 xylophones 1, xylophones 4")
	})
}

// Only words that no tool has all of are in vain.
func TestInVain(t *testing.T) {
	record(t, tools(), func(v visitors) {
		for _, words := range []string{"logo", "logo maker", "lgoo makr", "pens", "logo maker in aramaic", "zithers"} {
			v.search(ann, words, false)
		}
		v.sleep(2 * countEvery)
		v.want("logo maker in aramaic 1, zithers 1")
	})
	record(t, nil, func(v visitors) {
		v.search(ann, "zithers", false)
		v.sleep(2 * countEvery)
		v.want("")
	})
}

// A client adds a few words a day, and all clients together a bounded number.
func TestMostWords(t *testing.T) {
	record(t, tools(), func(v visitors) {
		for i := range wordsShare + 5 {
			v.search(ann, fmt.Sprint("zither q", i), false)
		}
		v.search(bob, "zither q1", false)
		v.search(bob, "xylophones", false)
		v.search(ann, "xylophones", false) // which others asked for
		v.sleep(2 * countEvery)
		counts, _, _ := v.store.now()
		testcheck.Same(v.T, "words", len(counts), wordsShare+1)
		testcheck.Same(v.T, "by two", counts["2000-01-01 xylophones"], int64(2))
		v.today.words = make(map[string]struct{}, maxWords)
		for i := range maxWords {
			v.today.words[fmt.Sprint(i)] = struct{}{}
		}
		v.search("192.0.2.3", "lutes", false)
		v.sleep(2 * countEvery)
		counts, _, _ = v.store.now()
		testcheck.Same(v.T, "words of a full day", len(counts), wordsShare+1)
	})
}

// While the database is away counts wait, and that is said once.
func TestAway(t *testing.T) {
	record(t, tools(), func(v visitors) {
		v.store.fail(errors.New("gone"))
		v.search(ann, "zithers", false)
		v.sleep(3 * countEvery)
		v.search(bob, "zithers", false)
		v.sleep(3 * countEvery)
		v.want("")
		_, tries, log := v.store.now()
		testcheck.Same(v.T, "lines of the log", strings.Count(log, "\n"), 1)
		if tries < 4 || strings.Contains(log, "zithers") {
			v.Errorf("%d tries, and the log says %s", tries, log)
		}
		v.store.fail(nil)
		v.sleep(2 * countEvery)
		v.want("zithers 2")
		_, writes, _ := v.store.now()
		v.sleep(time.Hour)
		_, later, _ := v.store.now()
		testcheck.Same(v.T, "writes of nothing", later, writes)
	})
}

// What is counted is written at the end. What waits to be looked at is dropped beyond a bound, and nobody waits for it.
func TestEnd(t *testing.T) {
	var store *memory
	record(t, tools(), func(v visitors) {
		store = v.store
		v.search(ann, "zithers", false)
		v.want("")
	})
	testcheck.Same(t, "counts", store.counts, map[string]int64{"2000-01-01 zithers": 1})
	idle := NewRecorder(nil, nil, nil)
	for range 2 * maxAsked {
		idle.Search(t.Context(), "zithers", true)
	}
	testcheck.Same(t, "waiting", len(idle.asked), maxAsked)
}

func TestNormalize(t *testing.T) {
	for words, want := range map[string]string{
		"  Éditeur \t vidéo!?":                "editeur video",
		"“Résumé”":                            "resume",
		"C#":                                  "c#",
		"c++":                                 "c++",
		"(text-to-speech).":                   "text-to-speech",
		"!?":                                  "",
		"ann@example.com":                     "",
		"mail ann＠example":                    "",
		"call 0171 23456":                     "",
		"top 10 of 2026":                      "top 10 of 2026",
		"a\x00b":                              "",
		"a\xffb":                              "",
		strings.Repeat("é", browse.MaxSearch): strings.Repeat("e", browse.MaxSearch),
		strings.Repeat("ﬃ", browse.MaxSearch): "", // each is three letters
		strings.Repeat("a", 4*browse.MaxSearch+1): "",
	} {
		if got := Normalize(words); got != want {
			t.Errorf("%.30q counts as %.30q, want %.30q", words, got, want)
		}
	}
}
