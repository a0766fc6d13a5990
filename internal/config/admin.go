package config

import "errors"

// Admin are the commands about administrators.
type Admin struct {
	Create   AdminCreate  `cmd:"" help:"Make an administrator. The password is asked for, or read from standard input."`
	Password AdminAccount `cmd:"" help:"Set an administrator's password, which ends their sessions and tokens. It is asked for, or read from standard input."`
	Token    AdminToken   `cmd:"" help:"Make a token for a program, and print it once; or revoke it."`
	List     AdminList    `cmd:"" help:"List administrators and their tokens."`
	Disable  AdminAccount `cmd:"" help:"Shut an administrator out, which ends their sessions and tokens."`
	Enable   AdminAccount `cmd:"" help:"Let an administrator in again."`
}

// AdminAccount names an administrator.
type AdminAccount struct {
	Database
	Email string `help:"The administrator's e-mail." env:"-" required:"" placeholder:"EMAIL"`
}

// AdminCreate describes a new administrator.
type AdminCreate struct {
	AdminAccount
	Name string `help:"The administrator's name." env:"-" placeholder:"NAME"`
}

// AdminToken describes a token.
type AdminToken struct {
	AdminAccount
	Name   string `help:"What uses the token; each of an administrator's tokens has another name." env:"-" required:"" placeholder:"NAME"`
	Scope  string `help:"What it is for: admin (all that its administrator may do), read-all (to read all that they may read) or read (the site's content only)." env:"-" enum:"admin,read-all,read" default:"admin"`
	Days   int    `help:"How many days it lasts. 0: until it is revoked, or the password is changed." env:"-" default:"0"`
	Revoke bool   `help:"End the token of this name instead of making one." env:"-"`
}

// AdminList has no settings but where the accounts are.
type AdminList struct{ Database }

// Validate checks the days; kong calls it.
func (t *AdminToken) Validate() error {
	const most = 3650
	if t.Days < 0 || t.Days > most {
		return errors.New("--days must be 0 to 3650")
	}
	return nil
}
