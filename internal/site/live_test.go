package site

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fakeStore has settings with texts, and counts how often they are read.
type fakeStore struct {
	texts   Texts
	version int64
	reads   int
	err     error
}

func (f *fakeStore) SettingsVersion(context.Context) (int64, error) { return f.version, f.err }

func (f *fakeStore) Settings(context.Context) (Settings, error) {
	f.reads++
	return Settings{SocialLinks: []SocialLink{{ID: f.version}}, Values: Values{Texts: f.texts}}, f.err
}

// newLive are the settings of a store on a site called Vitrine.
func newLive(t *testing.T, store *fakeStore) *Live {
	t.Helper()
	live, err := NewLive(t.Context(), store, Policy{SiteName: "Vitrine"})
	if err != nil {
		t.Fatal(err)
	}
	return live
}

// same fails the test if the two differ. Package storetest, which has it too, imports this package.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// Renew reads the settings only if their version has changed.
func TestSettingsRenewal(t *testing.T) {
	store := &fakeStore{version: 1}
	live := newLive(t, store)
	if err := live.Renew(t.Context()); err != nil || store.reads != 1 {
		t.Errorf("renewed without a change: %d reads, %v, want 1", store.reads, err)
	}
	store.version = 2
	if err := live.Renew(t.Context()); err != nil || store.reads != 2 {
		t.Errorf("renewed after a change: %d reads, %v, want 2", store.reads, err)
	}
	if got := live.Settings().SocialLinks[0].ID; got != 2 || live.Version() != 2 {
		t.Errorf("after a change: settings of version %d, version %d, want 2", got, live.Version())
	}
}

// If the store fails, the last settings stay in use. There must be some.
func TestSettingsStoreFailure(t *testing.T) {
	store := &fakeStore{version: 1}
	live := newLive(t, store)
	store.version, store.err = 2, errors.New("store failure")
	if err := live.Renew(t.Context()); !errors.Is(err, store.err) {
		t.Errorf("got %v, want %v", err, store.err)
	}
	if live.Version() != 1 || len(live.Settings().SocialLinks) != 1 {
		t.Error("the old settings are lost")
	}
	if _, err := NewLive(t.Context(), store, Policy{}); err == nil {
		t.Error("no error without settings")
	}
}
