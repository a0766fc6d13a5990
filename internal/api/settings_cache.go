package api

import (
	"sync"

	"vitrine/internal/encoding"
)

// settingsCache holds the answers that are made from the settings alone, one body for all readers: with three drawings of
// 256 KB the list of logos has 1 MB, and slow readers must not each hold a copy. There are only as many such answers as
// the settings have parts, so it needs no bound; the first answer from newer settings replaces those from older ones.
type settingsCache struct {
	lock    sync.RWMutex
	version int64 // of the settings
	entries map[cacheKey]*entry
}

// find returns the entry of a key, if there is one.
func (s *settingsCache) find(key cacheKey) (*entry, bool) {
	s.lock.RLock()
	defer s.lock.RUnlock()
	found, ok := s.entries[key]
	return found, ok
}

// put caches an entry, unless it was made from older settings than the entries that are here.
func (s *settingsCache) put(key cacheKey, e *entry) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.entries == nil || e.revision.Settings > s.version {
		s.version, s.entries = e.revision.Settings, map[cacheKey]*entry{}
	}
	if e.revision.Settings == s.version {
		s.entries[key] = e
	}
}

// find returns the cached entry for a question, whatever revision it was made from.
func (c *answerCache) find(q *question, e encoding.Encoding) (*entry, bool) {
	if q.route.handler.settingsOnly {
		return c.settingsCache.find(cacheKey{q.key, e})
	}
	return c.entries.GetIfPresent(cacheKey{q.key, e})
}

// put caches an entry for a question.
func (c *answerCache) put(q *question, e encoding.Encoding, made *entry) {
	if q.route.handler.settingsOnly {
		c.settingsCache.put(cacheKey{q.key, e}, made)
		return
	}
	c.entries.Set(cacheKey{q.key, e}, made)
}
