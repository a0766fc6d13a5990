package app_test

import "github.com/vitrine-directory/vitrine/internal/account"

func init() { needScope(account.ScopeRead, "/api/admin/indexnow") }
