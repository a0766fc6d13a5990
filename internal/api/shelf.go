package api

import (
	"sync"

	"vitrine/internal/encoding"
)

// shelf holds what is answered from the settings alone, once for all who ask: with three drawings of 256 KB the list
// of logos has 1 MB, and those who read it slowly must not each have their own. What is asked for can only be what the
// settings have, so it needs no bound; what was made from earlier settings goes with the first answer from later ones.
type shelf struct {
	lock    sync.RWMutex
	version int64 // of the settings
	entries map[place]*entry
}

// find is the entry of a place, if there is one.
func (s *shelf) find(p place) (*entry, bool) {
	s.lock.RLock()
	defer s.lock.RUnlock()
	found, ok := s.entries[p]
	return found, ok
}

// put keeps an entry, unless it was made from earlier settings than others.
func (s *shelf) put(p place, e *entry) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.entries == nil || e.revision.Settings > s.version {
		s.version, s.entries = e.revision.Settings, map[place]*entry{}
	}
	if e.revision.Settings == s.version {
		s.entries[p] = e
	}
}

// find is the entry that is kept for a question, whatever it was made from.
func (k *keeper) find(q *question, e encoding.Encoding) (*entry, bool) {
	if q.route.handler.shelf {
		return k.shelf.find(place{q.key, e})
	}
	return k.entries.GetIfPresent(place{q.key, e})
}

// put keeps an entry for a question.
func (k *keeper) put(q *question, e encoding.Encoding, made *entry) {
	if q.route.handler.shelf {
		k.shelf.put(place{q.key, e}, made)
		return
	}
	k.entries.Set(place{q.key, e}, made)
}
