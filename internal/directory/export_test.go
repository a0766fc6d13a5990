package directory

// What the tests, which stand outside of the package to have the pages of all features, see of its insides.
var (
	ApplicationCategories = applicationCategories
	ApplicationCategory   = applicationCategory
)
