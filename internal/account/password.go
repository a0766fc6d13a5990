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

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Lengths of a password in characters.
const (
	minPassword = 12
	maxPassword = 128

	maxPasswordBytes = 1024 // of an attempt; more than any valid password has
)

// A hash takes 19 MB of memory and about 30 ms of CPU time, so few are computed at once and few requests wait.
const (
	hashesAtOnce  = 2
	maxWaiting    = 256
	maxHashesWait = 2 * time.Second
)

// parameters returns the cost of new hashes: the minimum that OWASP recommends. A sign-in replaces a hash with another
// cost.
func parameters() *argon2id.Params {
	return &argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// hasher computes and compares password hashes, a few at a time.
type hasher struct {
	cost    *argon2id.Params // of new hashes
	slots   chan struct{}
	waiting atomic.Int32
	nobody  string // a hash that matches no password, for accounts that do not exist
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

// enter waits for a slot to compute hashes in; leave releases it. If too many wait, or it takes too long, the fault is
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

// check reports whether the password matches the hash. If it does and the hash has another cost than new ones, check
// returns a new hash of it. The caller holds a slot.
func (h *hasher) check(password, hash string) (right bool, renewed string, err error) {
	if len(password) > maxPasswordBytes { // no account has it, so the shorter time reveals nothing
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

// hash waits for a slot and computes the hash of a new password.
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
