package app

func init() {
	scenarios = append(scenarios, scenario{"what decides the order", "GET", "/api/how-we-rank", 200, `{}`, ""})
}
