package config

import "errors"

// Admin groups the commands about administrators.
type Admin struct {
	Create   AdminCreate  `cmd:"" help:"Create an administrator. Prompts for the password, or reads it from standard input."`
	Role     AdminRole    `cmd:"" help:"Give an administrator another role and revoke their sessions and tokens."`
	Password AdminAccount `cmd:"" help:"Set an administrator's password and revoke their sessions and tokens. Prompts for it, or reads it from standard input."`
	Token    AdminToken   `cmd:"" help:"Create an API token and print it once, or revoke it."`
	Off      AdminAccount `cmd:"" name:"two-factor-off" help:"Turn an administrator's two-factor authentication off, if they have lost their phone and their recovery codes."`
	List     AdminList    `cmd:"" help:"List administrators and their tokens."`
	Disable  AdminAccount `cmd:"" help:"Disable an administrator and revoke their sessions and tokens."`
	Enable   AdminAccount `cmd:"" help:"Enable an administrator again."`
}

// AdminAccount identifies an administrator.
type AdminAccount struct {
	Database
	Email string `help:"The administrator's email address." env:"-" required:"" placeholder:"EMAIL"`
}

// AdminCreate describes a new administrator.
type AdminCreate struct {
	AdminAccount
	Name string `help:"The administrator's name." env:"-" placeholder:"NAME"`
	Role string `help:"What they can do: owner (everything), editor (change the catalog and decide on submissions) or viewer (read what an editor reads)." env:"-" enum:"owner,editor,viewer" default:"owner"`
}

// AdminRole gives an administrator a role.
type AdminRole struct {
	AdminAccount
	Role string `help:"What they can do: owner (everything), editor (change the catalog and decide on submissions) or viewer (read what an editor reads)." env:"-" enum:"owner,editor,viewer" required:"" placeholder:"ROLE"`
}

// AdminToken describes a token to create or revoke.
type AdminToken struct {
	AdminAccount
	Name   string `help:"Name of the token, unique for its administrator." env:"-" required:"" placeholder:"NAME"`
	Scope  string `help:"What the token allows: admin (everything its administrator can do), read-all (read everything they can read) or read (read the site's content only)." env:"-" enum:"admin,read-all,read" default:"admin"`
	Days   int    `help:"Days until it expires. 0: never, until it is revoked or the password changes." env:"-" default:"0"`
	Revoke bool   `help:"Revoke the token with this name instead of creating one." env:"-"`
}

// AdminList needs only the database.
type AdminList struct{ Database }

// Validate checks Days; kong calls it.
func (t *AdminToken) Validate() error {
	const most = 3650
	if t.Days < 0 || t.Days > most {
		return errors.New("--days must be 0 to 3650")
	}
	return nil
}
