package app

func init() {
	scenarios = append(scenarios, scenario{"the deals that run", "GET", "/api/deals", 200, `[{"product": {"hasDeal": true}, "code": "", "url": "", "to": ""}]`, ""})
}
