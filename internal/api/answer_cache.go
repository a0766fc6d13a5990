package api

import (
	"bytes"
	"hash/maphash"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"github.com/maypok86/otter/v2/stats"
	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"vitrine/internal/encoding"
	"vitrine/internal/fault"
	"vitrine/internal/revision"
)

// Bounds of what is kept and made.
const (
	defaultMemory = 64 << 20              // bytes of kept answers
	entryOverhead = 1 << 10               // bytes of an answer besides its body, about
	maxScratch    = 256 << 10             // bytes; larger scratch buffers are not used again
	workersEach   = 16                    // answers made at once for each processor: a short burst waits for nobody
	maxWait       = 50 * time.Millisecond // for a worker, then 503
	maxBulk       = 4                     // answers as large as the catalogue that are streamed at once
	maxBulkWait   = 2 * time.Second       // for one of these, then 503
	packRate      = 8 << 20               // bytes a second that are compressed for answers asked for the first time
	packBurst     = 32 << 20              // bytes of the same at once
	seenSlots     = 1 << 13               // questions remembered as asked once
)

// answerCache makes answers and keeps those that are asked for again. The first time a question is asked, its answer is made
// in a scratch buffer and forgotten: a flood of questions that nobody repeats costs no memory and pushes nothing out.
type answerCache struct {
	entries       *otter.Cache[cacheKey, *entry]
	settingsCache settingsCache
	inFlight      singleflight.Group
	workers       chan struct{}
	bulk          chan struct{}
	packing       *rate.Limiter
	packer        *encoding.Packer
	scratch       sync.Pool // of *[]byte
	seed          maphash.Seed
	seen          [seenSlots]atomic.Uint64
}

// cacheKey names a cached answer: one for each question and encoding.
type cacheKey struct {
	key      string
	encoding encoding.Encoding
}

func newAnswerCache(memory int64, workers int) *answerCache {
	if memory == 0 {
		memory = defaultMemory
	}
	if workers == 0 {
		workers = workersEach * runtime.GOMAXPROCS(0)
	}
	return &answerCache{
		entries: otter.Must(&otter.Options[cacheKey, *entry]{
			MaximumWeight: uint64(memory),
			StatsRecorder: stats.NewCounter(),
			Weigher:       func(key cacheKey, e *entry) uint32 { return uint32(len(key.key) + len(e.body) + entryOverhead) },
		}),
		workers: make(chan struct{}, workers),
		bulk:    make(chan struct{}, maxBulk),
		packing: rate.NewLimiter(packRate, packBurst),
		packer:  encoding.NewPacker(),
		scratch: sync.Pool{New: func() any { return new([]byte) }},
		seed:    maphash.MakeSeed(),
	}
}

// cached is the answer as it is kept, if it is and nothing has changed since.
func (c *answerCache) cached(now revision.Revision, q *question, e encoding.Encoding) (*entry, bool) {
	found, ok := c.find(q, e)
	return found, ok && found.revision == now
}

// askedBefore reports whether this very question was asked lately, and remembers it.
func (c *answerCache) askedBefore(now revision.Revision, q *question) bool {
	name := maphash.String(c.seed, q.key) ^ uint64(now.Catalogue)*0x9E3779B97F4A7C15 ^ uint64(now.Settings)*0xC2B2AE3D27D4EB4F ^ uint64(now.Popularity)*0x165667B19E3779F9
	return c.seen[name%seenSlots].Swap(name) == name
}

// once makes an answer in a scratch buffer and hands it to use, which must not hold on to it. It compresses only as far
// as the budget goes: under a flood of new questions, answering them is the better use of a processor.
func (c *answerCache) once(v view, q *question, wanted encoding.Encoding, use func(*entry)) error {
	scratch := c.scratch.Get().(*[]byte)
	defer c.putBack(scratch)
	made, err := c.work(func() (*entry, error) {
		r, err := q.route.handler.answer(v, q, (*scratch)[:0])
		if err != nil {
			return nil, err
		}
		*scratch, r.tag = r.body, tagOf(r.body)
		if wanted == encoding.Identity || !r.worthEncoding() || !c.mayPack(len(r.body)) {
			return newEntry(v.revision, r, encoding.Identity), nil
		}
		r.body = c.packer.Pack(r.body, wanted, encoding.Fastest)
		return newEntry(v.revision, r, wanted), nil
	})
	if err != nil {
		return err
	}
	use(made)
	return nil
}

// mayPack reports whether the budget has room for compressing so many bytes for one request, and takes them from it.
func (c *answerCache) mayPack(size int) bool {
	return c.packing.AllowN(time.Now(), min(size, packBurst))
}

// makeAndCache makes an answer and keeps it. Any number of callers at the same time cause one making.
func (c *answerCache) makeAndCache(v view, q *question, wanted encoding.Encoding) (*entry, error) {
	made, err, _ := c.inFlight.Do(q.key+" "+wanted.String()+v.revision.String(), func() (any, error) {
		if found, ok := c.cached(v.revision, q, wanted); ok { // by a making that ended since the caller looked
			return found, nil
		}
		return c.work(func() (*entry, error) {
			made, err := c.plain(v, q)
			if err != nil || wanted == encoding.Identity {
				return made, err
			}
			if r := made.reply; r.worthEncoding() {
				r.body = c.packer.Pack(r.body, wanted, encoding.Default)
				made = newEntry(v.revision, r, wanted)
			}
			c.put(q, wanted, made)
			return made, nil
		})
	})
	if err != nil {
		return nil, err
	}
	return made.(*entry), nil
}

// plain is the answer without compression, from which the others are made; it is kept too.
func (c *answerCache) plain(v view, q *question) (*entry, error) {
	if found, ok := c.cached(v.revision, q, encoding.Identity); ok {
		return found, nil
	}
	scratch := c.scratch.Get().(*[]byte)
	defer c.putBack(scratch)
	r, err := q.route.handler.answer(v, q, (*scratch)[:0])
	if err != nil {
		return nil, err
	}
	*scratch = r.body
	r.body, r.tag = bytes.Clone(r.body), tagOf(r.body)
	made := newEntry(v.revision, r, encoding.Identity)
	c.put(q, encoding.Identity, made)
	return made, nil
}

func (c *answerCache) putBack(scratch *[]byte) {
	if cap(*scratch) <= maxScratch {
		c.scratch.Put(scratch)
	}
}

// work does some making when one of the workers is free.
func (c *answerCache) work(do func() (*entry, error)) (*entry, error) {
	if err := enter(c.workers, maxWait); err != nil {
		return nil, err
	}
	defer func() { <-c.workers }()
	return do()
}

// enter takes a place and refuses when none is free for so long.
func enter(places chan struct{}, patience time.Duration) error {
	select {
	case places <- struct{}{}:
		return nil
	default:
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case places <- struct{}{}:
		return nil
	case <-timer.C:
		return fault.New(fault.Unavailable, "The site is too busy right now. Please try again in a moment.")
	}
}
