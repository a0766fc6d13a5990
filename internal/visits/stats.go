package visits

// Waiting is how many counts are not written yet.
func (c *Counter) Waiting() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return len(c.waiting)
}
