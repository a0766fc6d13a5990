package people

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// queries read administrators, and read and write invitations.
type queries struct{ *db.DB }

const administratorColumns = "id, email, name, role, is_disabled, EXISTS (SELECT 1 FROM two_factor f WHERE f.user_id = users.id AND f.is_on), created_at, last_seen_at"

// usable is the condition of invitations that can be accepted: they have not expired, and who invited is still an owner.
const usable = "i.expires_at > ? AND u.role = 'owner' AND NOT u.is_disabled"

// list reads the administrators, and the invitations that can be accepted.
func (q queries) list(ctx context.Context) (List, error) {
	var l List
	err := q.Read(ctx, "read the administrators", func(ctx context.Context, tx db.Tx) (err error) {
		l.People, err = db.Collect(ctx, tx, db.Columns[Administrator], "SELECT "+administratorColumns+" FROM users WHERE is_admin = TRUE ORDER BY id")
		if err != nil {
			return err
		}
		l.Invitations, err = db.Collect(ctx, tx, db.Columns[Invitation], "SELECT i.id, i.email, i.role, u.email, i.created_at, i.expires_at "+
			"FROM invitations i JOIN users u ON u.id = i.invited_by WHERE "+usable+" ORDER BY i.id DESC LIMIT ?", q.Now().UnixMicro(), maxInvitations)
		return err
	})
	return l, err
}

// store stores an invitation in place of an earlier one to the same address, whose link ends, and calls also in the transaction. It
// reports whether there was none. The address of an administrator, or a disabled account, is a Conflict.
func (q queries) store(ctx context.Context, by account.User, i *Invitation, tokenHash string, also func(ctx context.Context, w *db.WriteTx) error) (isNew bool, err error) {
	key := account.EmailKey(i.Email)
	err = q.WriteUnversioned(ctx, by.Email, "invite an administrator", func(ctx context.Context, w *db.WriteTx) error {
		if err := account.LockAdministrators(ctx, w); err != nil {
			return err
		}
		var isTaken bool
		if err := w.Row(ctx, "SELECT EXISTS (SELECT 1 FROM users WHERE email_key = ? AND (is_admin OR is_verified AND is_disabled))", key).Scan(&isTaken); err != nil {
			return err
		}
		if isTaken {
			return fault.New(fault.Conflict, "This email belongs to an administrator, or to a disabled account.")
		}
		var isOwner bool
		if err := w.Row(ctx, "SELECT role = 'owner' AND NOT is_disabled FROM users WHERE id = ?", by.ID).Scan(&isOwner); err != nil {
			return err
		}
		if !isOwner { // any more
			return by.Role.Forbidden()
		}
		var count int
		err := w.Row(ctx, "SELECT count(*) FROM invitations WHERE email_key <> ?", key).Scan(&count)
		if err != nil {
			return err
		}
		if count >= maxInvitations {
			return fault.New(fault.Conflict, "There are too many invitations. Please revoke some first.")
		}
		var earlier int64
		err = w.Row(ctx, "DELETE FROM invitations WHERE email_key = ? RETURNING id", key).Scan(&earlier)
		if isNew = errors.Is(err, sql.ErrNoRows); err != nil && !isNew {
			return err
		}
		err = w.Row(ctx, "INSERT INTO invitations (email, email_key, role, invited_by, token_hash, created_at, expires_at) VALUES "+db.Placeholders(7)+" RETURNING id",
			i.Email, key, i.Role, by.ID, tokenHash, i.CreatedAt.UnixMicro(), i.ExpiresAt.UnixMicro()).Scan(&i.ID)
		if err != nil {
			return err
		}
		if err := also(ctx, w); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "create", Object: "invitations", ObjectID: i.ID, After: audited{i.Role}})
	})
	return isNew, err
}

// audited is what the audit has of an invitation. Its entries stay, so they have no address of somebody who never came.
type audited struct {
	Role httpapi.Role `json:"role"`
}

// delete deletes an invitation; an unknown one is NotFound.
func (q queries) delete(ctx context.Context, by string, id int64) error {
	return q.WriteUnversioned(ctx, by, "revoke an invitation", func(ctx context.Context, w *db.WriteTx) error {
		var was audited
		err := w.Row(ctx, "DELETE FROM invitations WHERE id = ? RETURNING role", id).Scan(&was.Role)
		if errors.Is(err, sql.ErrNoRows) {
			return fault.New(fault.NotFound, noInvitation)
		}
		if err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "delete", Object: "invitations", ObjectID: id, Before: was})
	})
}

// linked is an invitation with who invited.
type linked struct {
	ID          int64        `db:"id"`
	Email       string       `db:"email"`
	Role        httpapi.Role `db:"role"`
	ExpiresAt   time.Time    `db:"expires_at"`
	InviterName string       `db:"name"`
	Inviter     string       `db:"inviter"`
}

// inviter returns how the one who invited is called.
func (l linked) inviter() string { return cmp.Or(l.InviterName, l.Inviter) }

const linkedColumns = "SELECT i.id, i.email, i.role, i.expires_at, u.name, u.email FROM invitations i JOIN users u ON u.id = i.invited_by WHERE " + usable

func oneLinked(ctx context.Context, tx db.Tx, now time.Time, where string, args ...any) (linked, error) {
	found, err := db.Collect(ctx, tx, db.Columns[linked], linkedColumns+" AND "+where, append([]any{now.UnixMicro()}, args...)...)
	if err != nil {
		return linked{}, err
	}
	return db.Only(found, noInvitation)
}

// byToken reads the invitation of a link; one that cannot be accepted is NotFound.
func (q queries) byToken(ctx context.Context, tokenHash string) (found linked, err error) {
	err = q.Read(ctx, "read an invitation", func(ctx context.Context, tx db.Tx) error {
		found, err = oneLinked(ctx, tx, q.Now(), "i.token_hash <> '' AND i.token_hash = ?", tokenHash)
		return err
	})
	return found, err
}

// renewLink sets the link of the invitation of an email; one that cannot be accepted any more is NotFound.
func (q queries) renewLink(ctx context.Context, of invitationData, tokenHash string) (found linked, err error) {
	err = q.WriteUnversioned(ctx, "", "make the link of an invitation", func(ctx context.Context, w *db.WriteTx) error {
		found, err = oneLinked(ctx, w.Tx, w.At, "i.id = ? AND i.created_at = ?", of.Invitation, of.CreatedAt.UnixMicro())
		if err != nil {
			return err
		}
		return w.Exec(ctx, "UPDATE invitations SET token_hash = ? WHERE id = ?", tokenHash, found.ID)
	})
	return found, err
}

// claimed deletes the invitation of a link and returns whom it makes an administrator. Who invited must be an owner still: changes
// of administrators wait for the transaction.
func claimed(ctx context.Context, w *db.WriteTx, tokenHash string) (email string, role httpapi.Role, err error) {
	if err := account.LockAdministrators(ctx, w); err != nil {
		return "", "", err
	}
	found, err := oneLinked(ctx, w.Tx, w.At, "i.token_hash <> '' AND i.token_hash = ?", tokenHash)
	if err != nil {
		return "", "", err
	}
	var id int64
	err = w.Row(ctx, "DELETE FROM invitations WHERE id = ? AND token_hash = ? RETURNING id", found.ID, tokenHash).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) { // somebody was faster
		err = fault.New(fault.NotFound, noInvitation)
	}
	return found.Email, found.Role, err
}

// tidy deletes the invitations that have expired.
func (q queries) tidy(ctx context.Context) error {
	return q.WriteUnversioned(ctx, "", "delete expired invitations", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "DELETE FROM invitations WHERE expires_at < ?", w.At.UnixMicro())
	})
}
