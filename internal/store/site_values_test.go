package store_test

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A setting has a row while it differs from its default.
func TestValues(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		s := storetest.OpenAt(t, o)
		version := func() int64 {
			return must(s.SettingsVersion(t.Context()))(t)
		}
		rows := func() (count int) {
			noError(t, s.ReadOne(t.Context(), "count", &count, "SELECT count(*) FROM site_settings"))
			return count
		}
		change := func(index site.IndexLimitsChange) (site.Values, error) {
			return s.ChangeValues(t.Context(), "w", site.ValuesChange{Index: &index})
		}
		want := site.DefaultValues()
		changed := must(change(site.IndexLimitsChange{Description: of(0), ToolFacts: of(8)}))(t)
		want.Index.Description, want.Index.ToolFacts = 0, 8
		same(t, "answer", changed, want)
		same(t, "values", settings(t, s).Values, want)
		same(t, "rows", rows(), 2)

		at := version()
		wantFault(t, errOf(change(site.IndexLimitsChange{ToolFacts: of(3), CategoryTools: of(0)})), fault.Invalid)
		noError(t, errOf(change(site.IndexLimitsChange{ToolFacts: of(8)})))
		noError(t, errOf(s.ChangeValues(t.Context(), "w", site.ValuesChange{})))
		same(t, "version after changes without effect", version(), at)
		same(t, "values", settings(t, s).Values, want)

		noError(t, errOf(change(site.IndexLimitsChange{Description: of(120), ToolFacts: of(3)})))
		same(t, "version", version(), at+1)
		want.Index.Description, want.Index.ToolFacts = 120, 3
		same(t, "values", settings(t, s).Values, want)
		same(t, "rows", rows(), 1)
		same(t, "actions", actions(t, s), []string{"update site_settings", "update site_settings"})
		same(t, "the last change", *auditLines(t, s)[1].Before+*auditLines(t, s)[1].After,
			`{"index.description":"0","index.toolFacts":"8"}{"index.description":"120","index.toolFacts":"3"}`)

		keyed := func(key string) error {
			return errOf(s.ChangeValues(t.Context(), "w", site.ValuesChange{IndexNow: &site.IndexNowChange{Key: &key}}))
		}
		for _, key := range []string{"short", "a key with blanks", "../../etc/passwd", strings.Repeat("k", 129)} {
			storetest.WantInvalid(t, keyed(key), "indexNow.key")
		}
		noError(t, keyed("key-of-the-site"))
		same(t, "key", settings(t, s).IndexNow.Key, "key-of-the-site")
		noError(t, keyed(""))
		same(t, "rows", rows(), 1)

		storetest.Exec(t, o, "INSERT INTO site_settings (name, value, updated_at) VALUES ('of.another.version', 'x', 1)")
		same(t, "values beside an unknown one", settings(t, s).Values, want)
		storetest.Exec(t, o, "UPDATE site_settings SET value = 'x'")
		if _, err := s.Settings(t.Context()); err == nil {
			t.Error("a broken value is read")
		}
	})
}
