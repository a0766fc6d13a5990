package api

// CacheStats is how often an answer was found in the cache and how often it was not, since the start.
func (a *API) CacheStats() (hits, misses uint64) {
	s := a.cache.entries.Stats()
	return s.Hits, s.Misses
}
