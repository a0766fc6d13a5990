package visits

// Waiting returns the number of unwritten counts.
func (c *Counter) Waiting() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return len(c.waiting)
}
