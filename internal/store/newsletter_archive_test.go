package store_test

func init() {
	belonging["newsletter_visits"] = belongings{"product_id", "INSERT INTO newsletter_visits VALUES (1, 1, 1), (1, 3, 1)", nil, []string{"3"}}
}
