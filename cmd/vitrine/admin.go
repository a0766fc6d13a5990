package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/term"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// byCommandLine is the actor in the audit.
const byCommandLine = "command line"

// maxTyped limits a password read from standard input, in bytes.
const maxTyped = 4 << 10

// terminal is where a command reads and writes. Programs may read out; hints are for people.
type terminal struct {
	in         io.Reader
	out, hints io.Writer
}

// admin runs one of the admin commands.
func (t terminal) admin(ctx context.Context, command string, asked config.Admin) error {
	switch command {
	case "create":
		return t.createAdministrator(ctx, asked.Create)
	case "password":
		return t.setPassword(ctx, asked.Password)
	case "role":
		return t.setRole(ctx, asked.Role)
	case "token":
		return t.token(ctx, asked.Token)
	case "two-factor-off":
		return t.turnTwoFactorOff(ctx, asked.Off)
	case "disable":
		return t.setDisabled(ctx, asked.Disable, true)
	case "enable":
		return t.setDisabled(ctx, asked.Enable, false)
	default:
		return t.listAdministrators(ctx, asked.List)
	}
}

// withAdministrators opens the administrators of an existing site for one command.
func withAdministrators(ctx context.Context, database config.Database, do func(*account.Administrators) error) error {
	return openAdministrators(ctx, database, true, do)
}

// openAdministrators opens the administrators of a site for one command. Unless existing is set, it creates a missing site.
func openAdministrators(ctx context.Context, database config.Database, existing bool, do func(*account.Administrators) error) error {
	silent := slog.New(slog.DiscardHandler)
	db, err := store.Open(ctx, store.Options{DataDir: database.Data, DatabaseURL: database.DatabaseURL.Reveal(), Existing: existing, Logger: silent})
	if err != nil {
		return err
	}
	return errors.Join(do(account.New(account.Options{DB: db.DB, Logger: silent}).Administrators), db.Close())
}

func (t terminal) createAdministrator(ctx context.Context, asked config.AdminCreate) error {
	password, err := t.password(ctx)
	if err != nil {
		return err
	}
	// The first administrator may be created before the site's first start.
	return openAdministrators(ctx, asked.Database, false, func(a *account.Administrators) error {
		user, err := a.Create(ctx, byCommandLine, account.NewAdministrator{Email: asked.Email, Name: asked.Name, Role: httpapi.Role(asked.Role), Password: password})
		if err == nil {
			fmt.Fprintf(t.out, "%s is now an administrator, with the role %s.\n", user.Email, user.Role)
		}
		return err
	})
}

func (t terminal) setPassword(ctx context.Context, asked config.AdminAccount) error {
	password, err := t.password(ctx)
	if err != nil {
		return err
	}
	return withAdministrators(ctx, asked.Database, func(a *account.Administrators) error {
		err := a.SetPassword(ctx, byCommandLine, asked.Email, password)
		if err == nil {
			fmt.Fprintf(t.out, "%s has a new password. Their sessions and tokens were revoked.\n", asked.Email)
		}
		return err
	})
}

func (t terminal) setRole(ctx context.Context, asked config.AdminRole) error {
	return withAdministrators(ctx, asked.Database, func(a *account.Administrators) error {
		err := a.SetRole(ctx, byCommandLine, asked.Email, httpapi.Role(asked.Role))
		if err == nil {
			fmt.Fprintf(t.out, "%s now has the role %s. Their sessions and tokens were revoked.\n", asked.Email, asked.Role)
		}
		return err
	})
}

func (t terminal) turnTwoFactorOff(ctx context.Context, asked config.AdminAccount) error {
	return withAdministrators(ctx, asked.Database, func(a *account.Administrators) error {
		err := a.TurnTwoFactorOff(ctx, byCommandLine, asked.Email)
		if err == nil {
			fmt.Fprintf(t.out, "%s signs in with the password alone now.\n", asked.Email)
		}
		return err
	})
}

func (t terminal) token(ctx context.Context, asked config.AdminToken) error {
	return withAdministrators(ctx, asked.Database, func(a *account.Administrators) error {
		if asked.Revoke {
			err := a.RevokeToken(ctx, byCommandLine, asked.Email, asked.Name)
			if err == nil {
				fmt.Fprintln(t.out, "The token is revoked.")
			}
			return err
		}
		text, err := a.CreateTokenOf(ctx, byCommandLine, asked.Email, account.TokenRequest{
			Name: asked.Name, Scope: asked.Scope, Lasting: time.Duration(asked.Days) * 24 * time.Hour,
		})
		if err == nil {
			fmt.Fprintln(t.hints, "This token is shown only once. Send it as: Authorization: Bearer …")
			fmt.Fprintln(t.out, text)
		}
		return err
	})
}

func (t terminal) setDisabled(ctx context.Context, asked config.AdminAccount, disabled bool) error {
	return withAdministrators(ctx, asked.Database, func(a *account.Administrators) error {
		err := a.SetDisabled(ctx, byCommandLine, asked.Email, disabled)
		switch {
		case err == nil && disabled:
			fmt.Fprintf(t.out, "%s is disabled. Their sessions and tokens were revoked.\n", asked.Email)
		case err == nil:
			fmt.Fprintf(t.out, "%s can sign in again.\n", asked.Email)
		}
		return err
	})
}

func (t terminal) listAdministrators(ctx context.Context, asked config.AdminList) error {
	return withAdministrators(ctx, asked.Database, func(a *account.Administrators) error {
		list, err := a.List(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "EMAIL\tNAME\tSTATE\tSINCE")
		for _, one := range list {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", one.User.Email, one.User.Name, stateOf(one.User), day(one.User.CreatedAt))
			for _, token := range one.Tokens {
				fmt.Fprintf(table, "  token %s\t%s\t%s\t%s\n", token.Name, token.Scope, lifetimeOf(token), day(token.CreatedAt))
			}
		}
		return table.Flush()
	})
}

func stateOf(user account.User) string {
	if user.IsDisabled {
		return "disabled"
	}
	return string(user.Role)
}

// lifetimeOf says when a token expires, and when it was last used.
func lifetimeOf(token account.Token) string {
	until, used := "never expires", "never used"
	if !token.ExpiresAt.IsZero() {
		until = "until " + day(token.ExpiresAt)
	}
	if !token.LastUsedAt.IsZero() {
		used = "used " + day(token.LastUsedAt)
	}
	return until + ", " + used
}

func day(at time.Time) string { return at.Format(time.DateOnly) }

// password prompts for a password on a terminal, twice and without echo; otherwise it reads the first line of standard
// input. A password is never an argument: other users of the machine can read those.
func (t terminal) password(ctx context.Context) (string, error) {
	if file, isFile := t.in.(*os.File); isFile && term.IsTerminal(int(file.Fd())) {
		return t.typed(ctx, int(file.Fd()))
	}
	line, err := bufio.NewReader(io.LimitReader(t.in, maxTyped)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// typed prompts on the terminal, and restores its echo even if ctx ends first.
func (t terminal) typed(ctx context.Context, keyboard int) (string, error) {
	before, err := term.GetState(keyboard)
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	typed, failed := make(chan string, 2), make(chan error, 1)
	go func() {
		for _, prompt := range []string{"Password: ", "Repeat it: "} {
			fmt.Fprint(t.hints, prompt)
			line, err := term.ReadPassword(keyboard)
			fmt.Fprintln(t.hints)
			if err != nil {
				failed <- fmt.Errorf("read the password: %w", err)
				return
			}
			typed <- string(line)
		}
		failed <- nil
	}()
	select {
	case err = <-failed:
	case <-ctx.Done():
		fmt.Fprintln(t.hints)
		return "", errors.Join(errors.New("nothing was changed"), term.Restore(keyboard, before))
	}
	if err != nil {
		return "", err
	}
	password, again := <-typed, <-typed
	if password != again {
		return "", errors.New("the passwords don't match: nothing was changed")
	}
	return password, nil
}

// firstAdministrator creates the configured administrator if missing, or a default one if none exists, and prints it with
// the sign-in URL. It prints a generated password this once and never again.
func firstAdministrator(ctx context.Context, administrators *account.Administrators, settings config.Serve, origin string, out io.Writer) error {
	first, err := administrators.EnsureFirst(ctx, settings.AdminEmail, settings.AdminPassword.Reveal())
	if fault.Is(err, fault.Invalid) {
		return fmt.Errorf("--admin-email, --admin-password: %s", fault.From(err).Message)
	}
	if err != nil {
		return fmt.Errorf("make the first administrator: %w", err)
	}
	fmt.Fprintf(out, "Administrators sign in at %s/admin/login\n", origin)
	if first.User.ID == 0 {
		return nil
	}
	fmt.Fprintf(out, "  email:    %s\n", first.User.Email)
	if first.Password != "" {
		fmt.Fprintf(out, "  password: %s\n  It is shown only once. \"vitrine admin password\" sets another one.\n", first.Password)
	}
	return nil
}
