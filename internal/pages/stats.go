package pages

// CacheStats is how often a page was found in the cache and how often it was not, since the start.
func (p *Pages) CacheStats() (hits, misses uint64) {
	s := p.cache.Stats()
	return s.Hits, s.Misses
}
