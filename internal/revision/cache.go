package revision

import (
	"github.com/maypok86/otter/v2"
	"github.com/maypok86/otter/v2/stats"
)

// Cache holds what was made from a revision, by a name. It is full at a number of bytes; then the least used goes first.
type Cache[T interface{ From() Revision }] struct{ *otter.Cache[string, T] }

// NewCache returns a cache of so many bytes. weigh returns the bytes that one takes; what takes none is never removed.
func NewCache[T interface{ From() Revision }](bytes int64, weigh func(name string, made T) uint32) Cache[T] {
	return Cache[T]{otter.Must(&otter.Options[string, T]{
		MaximumWeight: uint64(bytes),
		StatsRecorder: stats.NewCounter(),
		Weigher:       weigh,
	})}
}

// Current returns what is cached by a name, if it is still valid.
func (c Cache[T]) Current(name string, now Revision) (made T, ok bool) {
	made, ok = c.GetIfPresent(name)
	return made, ok && made.From().Covers(now)
}

// Figures are what an operator reads about a cache.
type Figures struct {
	Hits, Misses uint64 // since the start
	Entries      int
	Bytes        uint64
}

// Figures returns the figures of now.
func (c Cache[T]) Figures() Figures {
	since := c.Stats()
	return Figures{since.Hits, since.Misses, c.EstimatedSize(), c.WeightedSize()}
}
