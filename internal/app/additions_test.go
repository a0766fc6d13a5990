package app_test

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
)

const onAdditions = "/api/admin/additions"

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST " + onAdditions, "", `{"text":"https://lumen.example"}`},
		{"POST " + onAdditions + "/retry", "", `{"ids":[1]}`},
	}...)
	rules = append(rules, []fieldRules{
		{administrator, []string{"POST " + onAdditions}, `{}`, fields{"text": {absent, "", " \n", 5, strings.Repeat("a.example\n", 501)}}},
		{administrator, []string{"POST " + onAdditions + "/retry"}, `{}`, fields{"ids": {absent, []int{}, 5, []string{"1"}, make([]int, 501)}}},
	}...)
	needScope(account.ScopeReadAll, onAdditions)
}

// URLs are queued, and listed by line.
func TestAdditions(t *testing.T) {
	eachSite(t, siteTests{
		"say what is wrong by line": func(t *testing.T, s *openSite) {
			s.expect(t, administrator, "POST", onAdditions, `{"text":"lumen.example\n\nhttps://www.lumen.example/\nhttp://10.0.0.1"}`, 200,
				`{"list":1,"lists":[{"lines":3,"queued":1}],"lines":[{"line":1,"url":"https://lumen.example","state":"queued"},{"line":3,"state":"duplicate","reason":"Same as line 1."},{"line":4,"state":"failed"}]}`)
			s.expect(t, administrator, "GET", onAdditions+"?list=7", "", 200, `{"list":7,"lines":[]}`)
			s.expect(t, administrator, "POST", onAdditions+"/retry", `{"ids":[1,3]}`, 200, `{"queued":0}`)
		},
	})
}
