package catalog

// CheckRestored checks the products that are to be restored together: at least one, at most MaxBulk, each once.
func CheckRestored(ids []int64) error {
	var c checker
	if len(ids) == 0 {
		c.Fail("ids", "Please select at least one product")
	}
	c.ids("ids", ids)
	return c.Fault()
}
