package store_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/indexnow"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func indexNow(s *store.Store) *indexnow.Queries { return &indexnow.Queries{DB: s.DB} }

func init() { plans = append(plans, plan{reflect.TypeFor[*indexnow.Queries](), planIndexnow}) }

func planIndexnow(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	look("AddIndexNowCalls")(indexNow(s).AddIndexNowCalls(ctx, "key", time.Now(), [][]string{{"/"}}))
	look("IndexNowMark")(indexNow(s).IndexNowMark(ctx, "key"))
	look("NextIndexNowCall")(indexNow(s).NextIndexNowCall(ctx))
	look("SaveIndexNowCall")(indexNow(s).SaveIndexNowCall(ctx, indexnow.Call{ID: 7, State: indexnow.Accepted}))
	look("IndexNowCalls")(indexNow(s).IndexNowCalls(ctx))
}
