package visits

// Waiting returns the number of unwritten counts.
func (c *Counter) Waiting() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return len(c.waiting)
}

// Dropped returns the number of views that were not counted, as too many different pages were opened on their day.
func (c *Counter) Dropped() int64 {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.dropped
}
