package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// pairs is how many addresses with an account and a subscription, and without, each call is asked about.
const pairs = 200

// asking is a call that must not tell whether an address has an account or a subscription.
type asking struct {
	path string
	body func(email string) map[string]string
}

var askings = []asking{
	{"/api/users", func(email string) map[string]string {
		return map[string]string{"email": email, "password": "a good enough password"}
	}},
	{"/api/auth/login", func(email string) map[string]string {
		return map[string]string{"username": email, "password": "not the password"}
	}},
	{"/api/auth/forgot", func(email string) map[string]string { return map[string]string{"email": email} }},
	{"/api/auth/reset", func(email string) map[string]string {
		return map[string]string{"email": email, "code": "ABCDEF", "password": "a good enough password"}
	}},
	{"/api/newsletter", func(email string) map[string]string { return map[string]string{"email": email} }},
}

// accounts measures how long the calls take for addresses with an account and without one, on a site of its own, and
// prints whether the two can be told apart.
func accounts(ctx context.Context, s settings) error {
	folder, err := os.MkdirTemp("", "vitrine-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := addReaders(ctx, folder); err != nil {
		return err
	}
	address, err := freeAddress()
	if err != nil {
		return err
	}
	// No mail server listens there: emails are composed and wait. Each request comes from a client of its own.
	server, _, err := start(ctx, address, "/api/site", s.program, "serve", "--data", folder, "--addr", address, "--trusted-proxies", "127.0.0.1/32",
		"--admin-email", email, "--admin-password", password, "--smtp-url", "smtp://127.0.0.1:1", "--mail-from", "site@example.com")
	if err != nil {
		return err
	}
	defer server.stop()
	fmt.Printf("## Addresses with an account and a subscription, and without\n\n%d pairs, in random order, SQLite; p: the chance of such a difference if there is none (Mann–Whitney)\n\n", pairs)
	fmt.Println("| call | with, median | without, median | ratio | p |\n|---|---|---|---|---|")
	for call, asked := range askings {
		var took [2][]time.Duration
		for i := range pairs {
			for _, known := range rand.Perm(2) {
				one, err := asked.time(ctx, server.address, emailOf(known == 0, i), client(call, i, known))
				if err != nil {
					return err
				}
				took[known] = append(took[known], one)
			}
		}
		with, without := median(took[0]), median(took[1])
		fmt.Printf("| `%s` | %s | %s | %.3f | %.2f |\n", asked.path, with.Round(10*time.Microsecond), without.Round(10*time.Microsecond),
			float64(with)/float64(without), mannWhitney(took[0], took[1]))
	}
	fmt.Println()
	return nil
}

func emailOf(known bool, i int) string {
	if known {
		return fmt.Sprintf("reader-%03d@example.com", i)
	}
	return fmt.Sprintf("nobody-%03d@example.com", i)
}

// client returns a client address that no other request has.
func client(call, i, known int) string { return fmt.Sprintf("198.%d.%d.%d", 18+call, known, i+1) }

// addReaders adds verified readers, who are subscribed, to an empty site. No password matches their hash.
func addReaders(ctx context.Context, folder string) error {
	db, err := store.Open(ctx, store.Options{DataDir: folder})
	if err != nil {
		return err
	}
	defer db.Close()
	const hash = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	for i := range pairs {
		name := emailOf(true, i)
		reader := account.StoredUser{User: account.User{Email: name, IsVerified: true}, PasswordHash: hash}
		if _, err := db.CreateUser(ctx, "bench", account.EmailKey(name), reader); err != nil {
			return err
		}
		subscriber := newsletter.NewSubscriber{Email: name, Key: account.EmailKey(name), Choices: newsletter.Choices{Cadence: newsletter.Weekly}, ConsentAt: time.Now()}
		if _, err := (&newsletter.Queries{DB: db.DB}).Subscribe(ctx, subscriber); err != nil {
			return err
		}
	}
	return nil
}

// time makes the call about an email, and returns how long the answer took.
func (a asking) time(ctx context.Context, address, email, client string) (time.Duration, error) {
	body, err := json.Marshal(a.body(email))
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+a.path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", client)
	begin := time.Now()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0, err
	}
	took := time.Since(begin)
	if response.StatusCode >= 500 || response.StatusCode == http.StatusTooManyRequests {
		return 0, fmt.Errorf("%s: %s", a.path, response.Status)
	}
	return took, nil
}

// mannWhitney returns the two-sided p of the rank-sum test in its normal approximation, which suits samples of this
// size.
func mannWhitney(a, b []time.Duration) float64 {
	all := slices.Concat(a, b)
	slices.Sort(all)
	ranks := 0.0
	for _, one := range a {
		first, _ := slices.BinarySearch(all, one)
		after, _ := slices.BinarySearch(all, one+1)
		ranks += float64(first+after+1) / 2 // of equal values, the mean rank
	}
	n, m := float64(len(a)), float64(len(b))
	u := ranks - n*(n+1)/2
	z := (u - n*m/2) / math.Sqrt(n*m*(n+m+1)/12)
	return math.Erfc(math.Abs(z) / math.Sqrt2)
}
