package httpapi

import (
	"bytes"
	"hash/maphash"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// Limits of the cache and of the work for answers.
const (
	defaultMemory = 32 << 20              // bytes of cached answers; making one takes microseconds
	entryOverhead = 1 << 10               // bytes of an answer besides its body, estimated
	maxScratch    = 256 << 10             // bytes; larger scratch buffers are not reused
	workersEach   = 16                    // concurrent answers for each processor: a short burst does not wait
	maxWait       = 50 * time.Millisecond // for a worker, then 503
	maxBulk       = 4                     // concurrent streams of answers as large as the catalogue
	maxBulkWait   = 2 * time.Second       // for one of these, then 503
	packRate      = 8 << 20               // bytes a second to compress for first-time questions
	packBurst     = 32 << 20              // burst of the same, in bytes
	seenSlots     = 1 << 13               // slots of the table of recent questions
)

// cache generates answers and caches those to repeated questions. It writes the first answer to a question into a
// scratch buffer and does not cache it: a flood of questions that nobody repeats takes no memory and evicts nothing.
type cache struct {
	entries  revision.Cache[*entry] // by question
	inFlight singleflight.Group
	workers  chan struct{}
	bulk     chan struct{}
	packing  *rate.Limiter
	packer   *encoding.Packer
	scratch  sync.Pool // of *[]byte
	seed     maphash.Seed
	seen     [seenSlots]atomic.Uint64
}

func newCache(memory int64, workers int) *cache {
	if memory == 0 {
		memory = defaultMemory
	}
	if workers == 0 {
		workers = workersEach * runtime.GOMAXPROCS(0)
	}
	return &cache{
		entries: revision.NewCache(memory, weigh),
		workers: make(chan struct{}, workers),
		bulk:    make(chan struct{}, maxBulk),
		packing: rate.NewLimiter(packRate, packBurst),
		packer:  encoding.Shared(),
		scratch: sync.Pool{New: func() any { return new([]byte) }},
		seed:    maphash.MakeSeed(),
	}
}

// weigh returns the size of an entry in bytes, with its compressed forms. Answers from the settings alone weigh nothing, so they are never
// evicted: with three SVG logos of 256 KB the list of logos has 1 MB, and slow readers must share one copy. The cache has
// at most one of these answers for each part of the settings. One from earlier settings is never
// served; the next request for it replaces it.
func weigh(key string, e *entry) uint32 {
	if e.settingsOnly {
		return 0
	}
	return uint32(len(key) + len(e.Body())*8/5 + entryOverhead)
}

// Cached returns the figures of the cached answers.
func (a *API) Cached() revision.Figures { return a.cache.entries.Figures() }

// revisionFor returns the revision of the data that the answer to a question depends on.
func (a *API) revisionFor(q *Question) revision.Revision {
	r := a.options.Revision()
	if q.route.Handler.settingsOnly {
		r.Catalogue = 0
	}
	if !q.ByPopularity {
		r.Popularity = 0
	}
	return r
}

// respond answers a question. It streams an answer that may be as large as the catalogue; otherwise it takes the answer
// from the cache, or generates one. It caches a new answer if the question was asked before or depends on the settings
// alone.
func (a *API) respond(w http.ResponseWriter, r *http.Request, q *Question, remembered bool) {
	c, now, wanted := a.cache, a.revisionFor(q), encoding.Accepted(r.Header["Accept-Encoding"], encoding.Zstd)
	if q.IsLarge {
		a.stream(w, r, now, q, wanted)
		return
	}
	e, ok := c.entries.Current(q.Key, now)
	var err error
	switch {
	case ok:
	case q.route.Handler.settingsOnly || c.askedBefore(now, q):
		e, err = c.makeAndCache(now, q, wanted)
	default:
		if err = c.once(now, q, wanted, func(e *entry) { e.Send(w, r, wanted) }); err == nil {
			return
		}
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if !remembered && len(r.RequestURI) <= maxQuestionLine {
		a.questions.Set(r.RequestURI, q)
	}
	e.Send(w, r, wanted)
}

// askedBefore reports whether the same question was asked recently, and records it.
func (c *cache) askedBefore(now revision.Revision, q *Question) bool {
	name := maphash.String(c.seed, q.Key) ^ uint64(now.Catalogue)*0x9E3779B97F4A7C15 ^ uint64(now.Settings)*0xC2B2AE3D27D4EB4F ^ uint64(now.Popularity)*0x165667B19E3779F9
	return c.seen[name%seenSlots].Swap(name) == name
}

// once generates an answer in a scratch buffer and passes it to use, which must not retain it. It compresses only
// within the budget: under a flood of new questions, answering them is the better use of the CPU.
func (c *cache) once(now revision.Revision, q *Question, wanted encoding.Encoding, use func(*entry)) error {
	scratch := c.scratch.Get().(*[]byte)
	defer c.putBack(scratch)
	made, err := c.work(func() (*entry, error) {
		r, err := c.makeIn(scratch, q)
		if err != nil {
			return nil, err
		}
		if !r.Dense && wanted != encoding.Identity && len(r.Body) >= encoding.Least {
			r.Dense = !c.mayPack(len(r.Body))
		}
		made := newEntry(c.packer, now, r, encoding.Fastest)
		made.In(wanted)
		return made, nil
	})
	if err != nil {
		return err
	}
	use(made)
	return nil
}

// mayPack reports whether the budget allows compressing this many bytes for one request, and takes them from the
// budget.
func (c *cache) mayPack(size int) bool {
	return c.packing.AllowN(time.Now(), min(size, packBurst))
}

// makeAndCache generates an answer and caches it, compressed as wanted. Concurrent callers share one answer.
func (c *cache) makeAndCache(now revision.Revision, q *Question, wanted encoding.Encoding) (*entry, error) {
	made, err, _ := c.inFlight.Do(q.Key+" "+now.String(), func() (any, error) {
		if found, ok := c.entries.Current(q.Key, now); ok { // cached since the caller's lookup
			return found, nil
		}
		return c.work(func() (*entry, error) {
			scratch := c.scratch.Get().(*[]byte)
			defer c.putBack(scratch)
			r, err := c.makeIn(scratch, q)
			if err != nil {
				return nil, err
			}
			r.Body = bytes.Clone(r.Body)
			made := newEntry(c.packer, now, r, encoding.Default)
			made.In(wanted)
			c.entries.Set(q.Key, made)
			return made, nil
		})
	})
	if err != nil {
		return nil, err
	}
	return made.(*entry), nil
}

// makeIn generates an answer in a scratch buffer.
func (c *cache) makeIn(scratch *[]byte, q *Question) (Reply, error) {
	r, err := q.route.Handler.answer(q, (*scratch)[:0])
	if err != nil {
		return Reply{}, err
	}
	*scratch, r.tag, r.settingsOnly = r.Body, tagOf(r.Body), q.route.Handler.settingsOnly
	return r, nil
}

func (c *cache) putBack(scratch *[]byte) {
	if cap(*scratch) <= maxScratch {
		c.scratch.Put(scratch)
	}
}

// work runs do on a worker slot.
func (c *cache) work(do func() (*entry, error)) (*entry, error) {
	release, err := c.acquireWorker()
	if err != nil {
		return nil, err
	}
	defer release()
	return do()
}

// AcquireWorker takes one of the slots of those who answer from memory, for an answer that another package makes; release
// returns it. If none becomes free within maxWait, it returns fault.Unavailable.
func (a *API) AcquireWorker() (release func(), err error) { return a.cache.acquireWorker() }

func (c *cache) acquireWorker() (release func(), err error) {
	if err := acquire(c.workers, maxWait); err != nil {
		return nil, err
	}
	return func() { <-c.workers }, nil
}

// acquire takes one of the slots, or returns fault.Unavailable if none becomes free within the timeout.
func acquire(slots chan struct{}, timeout time.Duration) error {
	select {
	case slots <- struct{}{}:
		return nil
	default:
	}
	select {
	case slots <- struct{}{}:
		return nil
	case <-time.After(timeout):
		return fault.New(fault.Unavailable, "The site is too busy right now. Please try again in a moment.")
	}
}
