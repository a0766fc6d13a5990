package account

import (
	"context"
	"encoding/base64"
	"fmt"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"vitrine/internal/fault"
)

// Lengths of a password in characters.
const (
	minPassword = 12
	maxPassword = 128

	maxPasswordBytes = 1024 // of one that is tried; more than any password can have
)

// A hash takes 19 MB of memory and some 30 ms of a processor, so few are made at once and few wait.
const (
	hashesAtOnce  = 2
	maxWaiting    = 256
	maxHashesWait = 2 * time.Second
)

// parameters are those of new hashes on a site: what OWASP asks for at least. Hashes with others are made anew at the next
// sign-in.
func parameters() *argon2id.Params {
	return &argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// hasher makes hashes and compares passwords with them, a few at a time.
type hasher struct {
	cost    *argon2id.Params // of new hashes
	slots   chan struct{}
	waiting atomic.Int32
	nobody  string // a hash that no password has, for accounts that are not there
}

func newHasher(p *argon2id.Params) *hasher {
	nothing := func(bytes uint32) string { return base64.RawStdEncoding.EncodeToString(make([]byte, bytes)) }
	return &hasher{
		cost:  p,
		slots: make(chan struct{}, hashesAtOnce),
		nobody: fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.Memory, p.Iterations, p.Parallelism,
			nothing(p.SaltLength), nothing(p.KeyLength)),
	}
}

// enter waits for a place to make hashes in; leave gives it back. Where too many wait, or it takes too long, it is
// Unavailable.
func (h *hasher) enter(ctx context.Context) (leave func(), err error) {
	defer h.waiting.Add(-1)
	if h.waiting.Add(1) > maxWaiting {
		return nil, crowded()
	}
	timer := time.NewTimer(maxHashesWait)
	defer timer.Stop()
	select {
	case h.slots <- struct{}{}:
		return func() { <-h.slots }, nil
	case <-timer.C:
		return nil, crowded()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func crowded() error {
	f := fault.New(fault.Unavailable, "Too many people are signing in right now. Please try again in a moment.")
	f.RetryAfter = maxHashesWait
	return f
}

// check reports whether the password is the one of the hash. Where it is and the hash has other parameters than new ones
// have, it gives a new hash of it. The caller has a place.
func (h *hasher) check(password, hash string) (right bool, renewed string, err error) {
	if len(password) > maxPasswordBytes { // no account has it, so nobody learns anything by the time that is saved
		return false, "", nil
	}
	password = norm.NFC.String(password)
	right, used, err := argon2id.CheckHash(password, hash)
	if err != nil || !right || *used == *h.cost {
		return right, "", err
	}
	renewed, err = argon2id.CreateHash(password, h.cost)
	return right, renewed, err
}

// hash makes the hash of a new password, once there is a place for it.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return argon2id.CreateHash(norm.NFC.String(password), h.cost)
}

// checkPassword refuses a new password that is too short or too long; field is its name in the request.
func checkPassword(field, password string) error {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		message := fmt.Sprintf("Please choose a password of %d to %d characters.", minPassword, maxPassword)
		return fault.InvalidFields([]fault.Field{{Field: field, Message: message}})
	}
	return nil
}
