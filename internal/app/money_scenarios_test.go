package app

func init() {
	scenarios = append(scenarios, scenario{"what decides the order", "GET", "/api/how-we-rank", 200, `{}`, ""},
		scenario{"the deals that run", "GET", "/api/deals", 200, `[{"product": {"hasDeal": true}, "code": "", "url": "", "to": ""}]`, ""})
}
