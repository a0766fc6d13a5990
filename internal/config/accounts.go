package config

// Readers configures the accounts of readers.
type Readers struct {
	Accounts   string `help:"Let readers create accounts: on or off. They need --smtp-url to get their codes by email; without it accounts are off." enum:"on,off" default:"on"`
	Newsletter string `help:"Let visitors subscribe to a newsletter: on or off. It needs --smtp-url; without it there is none." enum:"on,off" default:"on"`
}

// HasAccounts reports whether readers can have accounts.
func (s Serve) HasAccounts() bool { return s.Accounts == "on" && s.SMTPURL != "" }

// HasNewsletter reports whether there is a newsletter.
func (s Serve) HasNewsletter() bool { return s.Newsletter == "on" && s.SMTPURL != "" }
