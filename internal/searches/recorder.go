package searches

import (
	"context"
	"hash/maphash"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/source"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// The pace of counting, and its bounds.
const (
	settleAfter = 5 * time.Second // for which a client asks nothing else
	countEvery  = time.Second
	countWithin = 5 * time.Second // timeout of one write
	maxAsked    = 1 << 10         // searches that wait to be looked at
	maxTyping   = 1 << 14         // clients whose last search may go on
	maxLooked   = 200             // searches that are looked at in a second, in some hundredths of it; further ones don't count
	maxSeen     = 1 << 18         // searches of a day that are remembered, about 5 MB; further ones don't count
	maxWords    = 10_000          // different searches in vain of a day
	wordsShare  = 50              // of them that one client makes first: no person makes more, and no program uses up the others
	maxWaiting  = 2 * maxWords    // unwritten counts; reached only while the database is unreachable
)

// Store stores counts: all of them, or none.
type Store interface {
	AddVain(ctx context.Context, counts []Count) error
}

// Recorder counts searches in vain, once a day for each client and words. Its state is in memory and of one goroutine, that of Run:
// what it has of clients are hashes under a random key that is discarded with the day, and for some seconds their last search.
type Recorder struct {
	catalogue *browse.Live
	store     Store
	logger    *slog.Logger
	asked     chan asked
	typing    map[netip.Addr]asked
	waiting   map[waitingKey]int64 // counts by day and words
	today     today
	second    time.Time // when the current second of looking began
	looked    int       // in it
	isAway    bool      // the last write failed
}

// asked is a search of a client, normalized.
type asked struct {
	client netip.Addr
	words  string
	at     time.Time
	typing bool // the client may still be typing
}

type waitingKey struct {
	day   visits.Day
	words string
}

// today is what is known of a day.
type today struct {
	day   visits.Day
	key   maphash.Seed
	seen  map[uint64]struct{} // hashes of clients with words
	words map[string]struct{} // in vain
	first map[uint64]int      // how many of words a client made first, by its hash
}

// NewRecorder returns a recorder that counts while Run runs.
func NewRecorder(catalogue *browse.Live, store Store, logger *slog.Logger) *Recorder {
	return &Recorder{catalogue: catalogue, store: store, logger: logger, asked: make(chan asked, maxAsked), typing: map[netip.Addr]asked{}, waiting: map[waitingKey]int64{}}
}

// Search notes a search of a client (source.From). It never waits: of more searches than Run can look at it drops some.
func (r *Recorder) Search(ctx context.Context, words string, isTyping bool) {
	if words = Normalize(words); words == "" {
		return
	}
	select {
	case r.asked <- asked{source.Of(source.From(ctx)), words, time.Now(), isTyping}:
	default:
	}
}

// Run counts until ctx ends, and writes a last time then. It sleeps while nobody searches.
func (r *Recorder) Run(ctx context.Context) {
	var due <-chan time.Time
	for {
		select {
		case a := <-r.asked:
			r.take(a)
		case <-due:
			due = nil
			r.settle(time.Now())
			r.write(ctx)
		case <-ctx.Done():
			r.write(context.WithoutCancel(ctx))
			return
		}
		if due == nil && len(r.typing)+len(r.waiting) > 0 {
			due = time.After(countEvery)
		}
	}
}

// take counts a search that is settled. Of a client that types, it counts the one before unless the one goes on with the other.
func (r *Recorder) take(a asked) {
	before, isKnown := r.typing[a.client]
	switch {
	case !a.typing:
		r.count(a)
		return
	case !isKnown && len(r.typing) >= maxTyping:
		return
	case isKnown && !strings.HasPrefix(a.words, before.words) && !strings.HasPrefix(before.words, a.words):
		r.count(before)
	}
	r.typing[a.client] = a
}

// settle counts the last search of each client that has asked nothing else for settleAfter.
func (r *Recorder) settle(now time.Time) {
	for client, a := range r.typing {
		if now.Sub(a.at) >= settleAfter {
			delete(r.typing, client)
			r.count(a)
		}
	}
}

// count counts a search in vain if it is the client's first for these words today.
func (r *Recorder) count(a asked) {
	snapshot := r.catalogue.Snapshot()
	if snapshot.Len() == 0 {
		return
	}
	t := &r.today
	if day := visits.DayOf(time.Now()); t.seen == nil || day != t.day {
		*t = today{day, maphash.MakeSeed(), map[uint64]struct{}{}, map[string]struct{}{}, map[uint64]int{}}
	}
	a.at, a.typing = time.Time{}, false
	hash := maphash.Comparable(t.key, a)
	if _, isKnown := t.seen[hash]; isKnown || len(t.seen) >= maxSeen {
		return
	}
	if now := time.Now(); now.Sub(r.second) >= time.Second {
		r.second, r.looked = now, 0
	}
	if r.looked++; r.looked > maxLooked {
		return
	}
	t.seen[hash] = struct{}{}
	if !isVain(outcome(snapshot, a.words)) {
		return
	}
	if _, isKnown := t.words[a.words]; !isKnown {
		client := maphash.Comparable(t.key, a.client)
		if len(t.words) >= maxWords || t.first[client] >= wordsShare {
			return
		}
		t.words[a.words] = struct{}{}
		t.first[client]++
	}
	if at := (waitingKey{t.day, a.words}); r.waiting[at] > 0 || len(r.waiting) < maxWaiting {
		r.waiting[at]++
	}
}

// write writes what is counted. If that fails, it is tried again.
func (r *Recorder) write(ctx context.Context) {
	if len(r.waiting) == 0 {
		return
	}
	ctx, stop := context.WithTimeout(ctx, countWithin)
	defer stop()
	counts := make([]Count, 0, len(r.waiting))
	for at, asked := range r.waiting {
		counts = append(counts, Count{at.day, at.words, asked})
	}
	err := r.store.AddVain(ctx, counts)
	if err != nil && !r.isAway {
		r.logger.ErrorContext(ctx, "searches in vain are not in the database yet; trying again", "error", err)
	}
	if r.isAway = err != nil; err == nil {
		clear(r.waiting)
	}
}
