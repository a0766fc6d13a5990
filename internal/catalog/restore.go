package catalog

// CheckRestored checks the products that are to be restored together: at least one, at most MaxBulk, each once.
func CheckRestored(ids []int64) error {
	var c checker
	c.ids(ids)
	return c.Fault()
}
