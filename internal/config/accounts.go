package config

// Readers configures the accounts of readers.
type Readers struct {
	Accounts string `help:"Let readers create accounts: on or off. They need --smtp-url to get their codes by email; without it accounts are off." enum:"on,off" default:"on"`
}

// HasAccounts reports whether readers can have accounts.
func (s Serve) HasAccounts() bool { return s.Accounts == "on" && s.SMTPURL != "" }
