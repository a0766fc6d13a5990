package readers

import "github.com/vitrine-directory/vitrine/internal/pages"

// Pages returns the page of the tools that a visitor has saved, in the browser or in an account, and those of accounts,
// if visitors can have one.
func Pages(areOpen bool) []*pages.Page {
	if !areOpen {
		return []*pages.Page{&savedPage}
	}
	return append([]*pages.Page{&savedPage}, accountPages...)
}

// savedPage has the tools that are saved in the browser, with accounts or without.
var savedPage = pages.Page{
	Paths:       []string{"/saved"},
	Unlisted:    true,
	Module:      "src/public/saved/saved.tsx",
	Title:       "Saved tools",
	Description: "Tools on {site} that you saved in this browser.",
	Notice:      "Your tools are saved in your browser. Reload the page if they don't appear.",
}

var accountPages = []*pages.Page{
	{
		Paths:       []string{"/sign-up"},
		Unlisted:    true,
		Module:      "src/public/account/sign-up.tsx",
		Title:       "Create account",
		Description: "With an account on {site}, your saved tools sync across your devices.",
		Notice:      "Creating an account needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		Paths:       []string{"/sign-in"},
		Unlisted:    true,
		Module:      "src/public/account/sign-in.tsx",
		Title:       "Sign in",
		Description: "Sign in to your account on {site}.",
		Notice:      "Signing in needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		Paths:       []string{"/verify"},
		Unlisted:    true,
		Module:      "src/public/account/verify.tsx",
		Title:       "Confirm your email",
		Description: "Confirm the email of your new account on {site}.",
		Notice:      "Confirming your email needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		Paths:       []string{"/forgot"},
		Unlisted:    true,
		Module:      "src/public/account/forgot.tsx",
		Title:       "Reset your password",
		Description: "Set a new password for your account on {site}.",
		Notice:      "Resetting your password needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		Paths:       []string{"/account"},
		Unlisted:    true,
		Module:      "src/public/account/account.tsx",
		Title:       "Your account",
		Description: "Your account on {site}.",
		Notice:      "Your account needs JavaScript. Reload the page if it doesn't appear.",
	},
}
