package twofactor_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
)

const ann = 1

// world is a database with a user, at a time that stands still.
type world struct {
	twofactor.Queries
	place  store.Options
	now    time.Time
	secret string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	place := storetest.Migrated(t)
	w := &world{place: place, now: time.Date(2026, 11, 30, 12, 0, 5, 0, time.UTC)}
	place.Now = func() time.Time { return w.now }
	s := storetest.OpenAt(t, place)
	storetest.Exec(t, w.place, "INSERT INTO users (id, email, email_key, name, password_hash, is_admin, role, created_at, updated_at) VALUES (1, 'a', 'a', '', 'h', TRUE, 'owner', 1, 1), (2, 'b', 'b', '', 'h', TRUE, 'owner', 1, 1)")
	w.Queries = twofactor.Queries{DB: s.DB, Key: twofactor.KeyIn("a key of at least thirty-two characters", "")}
	return w
}

// code is what the app shows after so many steps of 30 seconds.
func (w *world) code(t *testing.T, steps int) string {
	t.Helper()
	code, err := totp.GenerateCode(w.secret, w.now.Add(time.Duration(steps)*30*time.Second))
	storetest.NoError(t, err)
	return code
}

// turnOn turns two-factor authentication on, and moves the clock on to the next code.
func (w *world) turnOn(t *testing.T) (recovery []string) {
	t.Helper()
	var err error
	w.secret, err = w.Start(t.Context(), ann)
	storetest.NoError(t, err)
	recovery, err = w.Confirm(t.Context(), "ann", ann, w.code(t, 0), "")
	storetest.NoError(t, err)
	w.now = w.now.Add(30 * time.Second)
	return recovery
}

func (w *world) uses(t *testing.T, code string) bool {
	t.Helper()
	isRight, err := w.Use(t.Context(), ann, code)
	storetest.NoError(t, err)
	return isRight
}

func TestCodes(t *testing.T) {
	t.Run("work once, and no earlier one after a later one", func(t *testing.T) {
		w := newWorld(t)
		w.turnOn(t)
		storetest.Same(t, "that of the set-up again", w.uses(t, w.code(t, -1)), false)
		code := w.code(t, 0)
		storetest.Same(t, "a code", w.uses(t, code[:3]+" "+code[3:]), true)
		storetest.Same(t, "it again", w.uses(t, code), false)
		storetest.Same(t, "the next one, of a clock that is fast", w.uses(t, w.code(t, 1)), true)
		storetest.Same(t, "the one before it", w.uses(t, code), false)
		storetest.Same(t, "one from the future", w.uses(t, w.code(t, 3)), false)
		w.now = w.now.Add(5 * time.Minute)
		storetest.Same(t, "one of a slow clock", w.uses(t, w.code(t, -1)), true)
		storetest.Same(t, "one that is too old", w.uses(t, w.code(t, -2)), false)
		for _, wrong := range []string{"", "12345", "1234567", "abcdef", strings.Repeat("0", 16)} {
			storetest.Same(t, wrong, w.uses(t, wrong), false)
		}
	})
	t.Run("work once even if they come at the same time", func(t *testing.T) {
		w := newWorld(t)
		recovery := w.turnOn(t)
		for _, code := range []string{w.code(t, 0), recovery[3]} {
			var right atomic.Int32
			var tries sync.WaitGroup
			for range 8 {
				tries.Go(func() {
					isRight, err := w.Use(context.Background(), ann, code)
					if err != nil {
						t.Error(err)
					}
					if isRight {
						right.Add(1)
					}
				})
			}
			tries.Wait()
			storetest.Same(t, "right", int(right.Load()), 1)
		}
	})
	t.Run("of recovery are ten, work once each, and are replaced", func(t *testing.T) {
		w := newWorld(t)
		recovery := w.turnOn(t)
		storetest.Same(t, "codes", len(recovery), 10)
		storetest.Same(t, "one", w.uses(t, strings.ToLower(recovery[0])), true)
		storetest.Same(t, "it again", w.uses(t, recovery[0]), false)
		status, err := w.Status(t.Context(), ann)
		storetest.NoError(t, err)
		storetest.Same(t, "status", status, twofactor.Status{IsOn: true, RecoveryCodes: 9})
		next, err := w.NewCodes(t.Context(), "ann", ann)
		storetest.NoError(t, err)
		storetest.Same(t, "an old one", w.uses(t, recovery[1]), false)
		storetest.Same(t, "a new one", w.uses(t, next[1]), true)
	})
	t.Run("are those of RFC 6238", func(t *testing.T) {
		w := newWorld(t)
		w.turnOn(t)
		storetest.Exec(t, w.place, "UPDATE two_factor SET last_step = 0")
		for _, test := range []struct {
			at   int64
			code string
		}{{59, "287082"}, {1111111109, "081804"}, {2000000000, "279037"}} { // its appendix B, the last six digits
			encrypted, err := w.Key.Encrypt(ann, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
			storetest.NoError(t, err)
			storetest.Exec(t, w.place, "UPDATE two_factor SET secret = '"+encrypted+"'")
			w.now = time.Unix(test.at, 0)
			storetest.Same(t, test.code, w.uses(t, test.code), true)
		}
	})
}

func TestSetUp(t *testing.T) {
	w := newWorld(t)
	_, err := w.Confirm(t.Context(), "ann", ann, "123456", "")
	storetest.WantFault(t, err, fault.NotFound)
	first, err := w.Start(t.Context(), ann)
	storetest.NoError(t, err)
	w.secret, err = w.Start(t.Context(), ann)
	storetest.NoError(t, err)
	if first == w.secret {
		t.Error("both secrets are the same")
	}
	storetest.Same(t, "a code before it is turned on", w.uses(t, w.code(t, 0)), false)
	_, err = w.Confirm(t.Context(), "ann", ann, "12345", "")
	storetest.WantInvalid(t, err, "code")
	storetest.Exec(t, w.place, "INSERT INTO sessions VALUES ('kept', 1, 0, 1, 1, 1, '', 1), ('other', 1, 0, 1, 1, 1, '', 1), ('another', 2, 0, 1, 1, 1, '', 1)")
	w.now = w.now.Add(16 * time.Minute)
	_, err = w.Confirm(t.Context(), "ann", ann, w.code(t, 0), "kept")
	storetest.WantFault(t, err, fault.NotFound) // it has taken too long
	w.secret, err = w.Start(t.Context(), ann)
	storetest.NoError(t, err)
	_, err = w.Confirm(t.Context(), "ann", ann, w.code(t, 0), "kept")
	storetest.NoError(t, err)
	left := storetest.Contents(t, w.place)
	storetest.Same(t, "this browser's session and another user's", strings.Contains(left, "kept") && strings.Contains(left, "another"), true)
	storetest.Same(t, "the other session", strings.Contains(left, "'other'") || strings.Contains(left, "other|1"), false)
	_, err = w.Start(t.Context(), ann)
	storetest.WantFault(t, err, fault.Conflict)
	storetest.Same(t, "the secret in the database", strings.Contains(left, w.secret), false)
	storetest.NoError(t, w.TurnOff(t.Context(), "ann", ann))
	storetest.WantFault(t, w.TurnOff(t.Context(), "ann", ann), fault.NotFound)
	_, err = w.NewCodes(t.Context(), "ann", ann)
	storetest.WantFault(t, err, fault.NotFound)
	status, err := w.Status(t.Context(), ann)
	storetest.NoError(t, err)
	storetest.Same(t, "status", status, twofactor.Status{})
}

// The picture has what an app needs, and nothing of another host.
func TestSetUpOf(t *testing.T) {
	setUp, err := twofactor.SetUpOf("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "Tools & more", "ann@example.com")
	storetest.NoError(t, err)
	storetest.Same(t, "secret", setUp.Secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
	for _, want := range []string{"otpauth://totp/Tools%20&%20more:ann@example.com?", "secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "issuer=Tools%20%26%20more", "period=30", "digits=6"} {
		if !strings.Contains(setUp.URL, want) {
			t.Errorf("%s lacks %s", setUp.URL, want)
		}
	}
	storetest.Same(t, "image", strings.HasPrefix(setUp.Image, "data:image/png;base64,iVBORw0KGgo"), true)
}

func TestKey(t *testing.T) {
	const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
	t.Run("in the data folder is made once, for its owner alone", func(t *testing.T) {
		folder := t.TempDir()
		encrypted, err := twofactor.KeyIn("", folder).Encrypt(ann, secret)
		storetest.NoError(t, err)
		info, err := os.Stat(filepath.Join(folder, twofactor.KeyFile))
		storetest.NoError(t, err)
		if mode := info.Mode().Perm(); mode&0o077 != 0 && os.PathSeparator == '/' {
			t.Errorf("mode %o", mode)
		}
		again, err := twofactor.KeyIn("", folder).Decrypt(ann, encrypted)
		storetest.NoError(t, err)
		storetest.Same(t, "decrypted", again, secret)
		left, err := os.ReadDir(folder)
		storetest.NoError(t, err)
		storetest.Same(t, "files", len(left), 1)
	})
	t.Run("of another user, site or text decrypts nothing", func(t *testing.T) {
		key := twofactor.KeyIn(strings.Repeat("a", 32), "")
		encrypted, err := key.Encrypt(ann, secret)
		storetest.NoError(t, err)
		for name, decrypt := range map[string]func() (string, error){
			"another user":   func() (string, error) { return key.Decrypt(2, encrypted) },
			"another key":    func() (string, error) { return twofactor.KeyIn(strings.Repeat("b", 32), "").Decrypt(ann, encrypted) },
			"a missing file": func() (string, error) { return twofactor.KeyIn("", t.TempDir()).Decrypt(ann, encrypted) },
			"no key":         func() (string, error) { return twofactor.KeyIn("", "").Decrypt(ann, encrypted) },
			"no text":        func() (string, error) { return key.Decrypt(ann, "x") },
		} {
			got, err := decrypt()
			storetest.WantFault(t, err, fault.Unavailable)
			storetest.Same(t, name, got, "")
		}
		_, err = twofactor.KeyIn("", "").Encrypt(ann, secret)
		storetest.WantFault(t, err, fault.Unavailable)
		storetest.Same(t, "code", fault.From(err).StableCode(), "not_configured")
	})
	t.Run("encrypts the same secret differently", func(t *testing.T) {
		seen := map[string]bool{}
		for i := range 4 {
			encrypted, err := twofactor.KeyIn(strings.Repeat("a", 32), "").Encrypt(ann, secret)
			storetest.NoError(t, err)
			storetest.Same(t, strconv.Itoa(i), seen[encrypted], false)
			seen[encrypted] = true
		}
	})
}
