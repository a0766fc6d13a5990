package pages

// accountPages are the tools that a visitor has saved, in the browser or in an account, and the accounts.
var accountPages = []*Page{
	{
		paths:       []string{"/saved"},
		unlisted:    true,
		module:      "src/public/saved/saved.tsx",
		title:       "Saved tools",
		description: "The tools on {site} that you have saved in this browser.",
		notice:      "The tools that you save are kept in your browser. Reload the page if they don't appear.",
	},
	{
		paths:       []string{"/sign-up"},
		unlisted:    true,
		exists:      hasAccounts,
		module:      "src/public/account/sign-up.tsx",
		title:       "Create account",
		description: "An account on {site} keeps your saved tools on all your devices.",
		notice:      "Creating an account needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		paths:       []string{"/sign-in"},
		unlisted:    true,
		exists:      hasAccounts,
		module:      "src/public/account/sign-in.tsx",
		title:       "Sign in",
		description: "Sign in to your account on {site}.",
		notice:      "Signing in needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		paths:       []string{"/verify"},
		unlisted:    true,
		exists:      hasAccounts,
		module:      "src/public/account/verify.tsx",
		title:       "Confirm your email",
		description: "Confirm the email of your new account on {site}.",
		notice:      "Confirming your email needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		paths:       []string{"/forgot"},
		unlisted:    true,
		exists:      hasAccounts,
		module:      "src/public/account/forgot.tsx",
		title:       "Reset your password",
		description: "Set a new password for your account on {site}.",
		notice:      "Resetting your password needs JavaScript. Reload the page if the form doesn't appear.",
	},
	{
		paths:       []string{"/account"},
		unlisted:    true,
		exists:      hasAccounts,
		module:      "src/public/account/account.tsx",
		title:       "Your account",
		description: "Your account on {site}.",
		notice:      "Your account needs JavaScript. Reload the page if it doesn't appear.",
	},
}

func hasAccounts(o *Options) bool { return o.Accounts }
