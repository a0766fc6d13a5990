package account

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"
)

// The pace of recording uses, and its bounds.
const (
	useEvery     = time.Minute           // at most one write in this time per session or token
	useWait      = 50 * time.Millisecond // how long a request waits for the database
	useRetry     = time.Second           // after a failed write; doubles up to useRetryMost
	useRetryMost = 30 * time.Second
	useWithin    = 5 * time.Second // timeout of one write
	maxUses      = 10_000          // sessions and tokens in memory; a later request records the others
)

// useRecorder writes the last uses of sessions and tokens in a background goroutine, so that a request that only reads
// never waits for the database's writer. One write holds all uses since the last one.
type useRecorder struct {
	note    func(ctx context.Context, sessions []Session, tokens []Token) error // SessionQueries.NoteUses
	logger  *slog.Logger
	now     func() time.Time
	closing chan struct{}  // closed when the program stops
	running sync.WaitGroup // the writing goroutine
	last    bool           // the program is stopping: the next attempt is the last; only the goroutine uses it

	mu       sync.Mutex
	sessions map[string]Session // waiting to be written, by hash
	tokens   map[int64]Token    // waiting to be written, by id
	noted    map[any]time.Time  // when each was accepted, by hash or id, within the last minute
	written  chan struct{}      // closed when all pending uses are written; nil while none is pending and no write runs
}

func newUseRecorder(note func(context.Context, []Session, []Token) error, logger *slog.Logger, now func() time.Time) *useRecorder {
	return &useRecorder{note: note, logger: logger, now: now, closing: make(chan struct{}),
		sessions: map[string]Session{}, tokens: map[int64]Token{}, noted: map[any]time.Time{}}
}

// session queues the last use of a session. It reports false if one was queued within the last minute, or too many are
// pending.
func (r *useRecorder) session(ctx context.Context, s Session) bool {
	return r.queueUse(ctx, s.Hash, func() { r.sessions[s.Hash] = s })
}

// token queues the last use of a token.
func (r *useRecorder) token(ctx context.Context, t Token) {
	r.queueUse(ctx, t.ID, func() { r.tokens[t.ID] = t })
}

// queueUse queues a use, and waits up to useWait for it to be written.
func (r *useRecorder) queueUse(ctx context.Context, key any, add func()) bool {
	written, taken := r.add(key, add)
	if !taken {
		return false
	}
	select {
	case <-written:
	case <-ctx.Done():
	case <-time.After(useWait):
	}
	return true
}

func (r *useRecorder) add(key any, add func()) (written <-chan struct{}, taken bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	if at, known := r.noted[key]; known && now.Sub(at) < useEvery {
		return nil, false
	}
	if len(r.noted) >= maxUses {
		maps.DeleteFunc(r.noted, func(_ any, at time.Time) bool { return now.Sub(at) >= useEvery })
	}
	if len(r.noted) >= maxUses || len(r.sessions)+len(r.tokens) >= maxUses {
		return nil, false
	}
	r.noted[key] = now
	add()
	if r.written == nil {
		r.written = make(chan struct{})
		r.running.Go(r.write)
	}
	return r.written, true
}

// write writes until nothing is pending. It retries a failed write with exponential backoff.
func (r *useRecorder) write() {
	for rest := useRetry; ; {
		sessions, tokens := r.waiting()
		if len(sessions)+len(tokens) == 0 {
			return
		}
		ctx, stop := context.WithTimeout(context.Background(), useWithin)
		err := r.note(ctx, sessions, tokens)
		stop()
		if err == nil {
			r.done(sessions, tokens)
			rest = useRetry
			continue
		}
		r.logger.WarnContext(ctx, "the use of sessions and tokens could not be stored", "error", err, "again_in", rest)
		if !r.rest(rest) {
			return
		}
		rest = min(2*rest, useRetryMost)
	}
}

// rest waits before the next attempt. It reports false if the program is stopping and this was the last attempt.
func (r *useRecorder) rest(wait time.Duration) bool {
	if r.last {
		return false
	}
	select {
	case <-r.closing:
		r.last = true
	case <-time.After(wait):
	}
	return true
}

// waiting returns the pending uses in a fixed order, so that processes that write the same rows lock them in the same
// order.
func (r *useRecorder) waiting() (sessions []Session, tokens []Token) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, hash := range slices.Sorted(maps.Keys(r.sessions)) {
		sessions = append(sessions, r.sessions[hash])
	}
	for _, id := range slices.Sorted(maps.Keys(r.tokens)) {
		tokens = append(tokens, r.tokens[id])
	}
	if len(sessions)+len(tokens) == 0 {
		close(r.written)
		r.written = nil
	}
	return sessions, tokens
}

// done forgets the written uses, except those of sessions and tokens that were used again during the write.
func (r *useRecorder) done(sessions []Session, tokens []Token) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range sessions {
		if r.sessions[s.Hash] == s {
			delete(r.sessions, s.Hash)
		}
	}
	for _, t := range tokens {
		if r.tokens[t.ID] == t {
			delete(r.tokens, t.ID)
		}
	}
}

// close writes the pending uses and ends the goroutine. Call it once, after the last request.
func (r *useRecorder) close() {
	close(r.closing)
	r.running.Wait()
}
