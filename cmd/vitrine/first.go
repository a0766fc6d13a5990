package main

import (
	"context"
	"fmt"
	"io"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// firstAdministrator creates the configured administrator if missing, or a default one if none exists, and prints it with
// the sign-in URL. It prints a generated password this once and never again.
func firstAdministrator(ctx context.Context, accounts *account.Accounts, settings config.Serve, origin string, out io.Writer) error {
	first, err := accounts.EnsureFirst(ctx, settings.AdminEmail, settings.AdminPassword.Reveal())
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
