package app_test

import (
	"strings"

	"github.com/vitrine-directory/vitrine/internal/account"
)

func init() {
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"PUT /api/compare/{ids}/verdict", "/api/compare/2,1/verdict", `{"text":"Take **the first**."}`},
		{"DELETE /api/compare/{ids}/verdict", "", ""},
	}...)
	rules = append(rules, []fieldRules{
		{administrator, []string{"PUT /api/compare/1,2/verdict"}, `{}`, fields{"text": {absent, "", " \n", null, 5, "a\u0000b", strings.Repeat("é", 5001)}}},
	}...)
	needScope(account.ScopeRead, "/api/admin/verdicts")
	previewed["comparison_verdicts"] = "{0 0 0 0}"
	examples = append(examples, "/api/compare/{ids}", "/api/compare/1,2", "/api/compare", "/api/compare?products=1,2")
}
