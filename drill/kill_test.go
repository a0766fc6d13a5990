package drill

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// readyWithin is how soon the site is to be ready again, at 10,000 products.
const readyWithin = time.Second

// A kill -9 loses no acknowledged write, and leaves no write in part.
func TestSIGKILLUnderWrites(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		beside(t)
		times := rounds(3, 200)
		if s.place.DatabaseURL != "" {
			times = rounds(3, 100)
		}
		s.fill(rounds(300, 10_000))
		c := s.administrator()
		s.start()
		writers := newCrew(t, c, 6)
		var ready durations
		var sum verdict
		for range times {
			end := writers.begin(t.Context())
			time.Sleep(time.Duration(rand.IntN(1_000)) * time.Millisecond)
			killed := time.Now()
			s.kill()
			end() // what they met is the end of the site
			ready.add(s.start())
			s.forgotten(killed)
			sum.add(writers.judge(t))
			s.whole()
			if t.Failed() {
				return
			}
		}
		sum.figures(t)
		figure(t, "ready after kill -9", &ready, "≤ 1s")
		atMost(t, "ready after kill -9, the longest", ready.at(1), readyWithin)
	})
}

// forgotten waits until PostgreSQL has seen that a program that was killed is gone: until then it may still be at what
// it was asked for last.
func (s *site) forgotten(killed time.Time) {
	s.t.Helper()
	if s.place.DatabaseURL == "" {
		return
	}
	ctx := s.t.Context()
	conn, err := pgx.Connect(ctx, s.place.DatabaseURL)
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close(ctx)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		var left int
		err := conn.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vitrine' AND backend_start < $1", killed).Scan(&left)
		if err != nil {
			s.t.Fatal(err)
		}
		if left == 0 {
			return
		}
	}
	s.t.Fatal("PostgreSQL still works for a program that was killed a minute ago")
}
