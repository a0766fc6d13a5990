package store_test

func init() {
	belonging["logo_proposals"] = belongings{"product_id",
		"INSERT INTO logo_proposals VALUES (2, 'proposed', 'a.example', TRUE, '', '', '', '', '', 1), (4, 'proposed', 'a.example', TRUE, '', '', '', '', '', 1)", nil, []string{"4"}}
}
