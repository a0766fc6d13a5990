package store_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/store"
)

func syncs(s *store.Store) *mirror.Queries { return &mirror.Queries{DB: s.DB, Kinds: s.Kinds} }

func init() { plans = append(plans, plan{reflect.TypeFor[*mirror.Queries](), planMirror}) }

func planMirror(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	look("BeginRun")(syncs(s).BeginRun(ctx, mirror.Run{By: "w", Cause: mirror.Manual}))
	look("EndRun")(syncs(s).EndRun(ctx, mirror.Run{ID: 1, By: "w", Cause: mirror.Manual}))
	look("NextNotice")(syncs(s).NextNotice(ctx, mirror.Timing{Lease: time.Minute}))
	look("NoticeFailed")(syncs(s).NoticeFailed(ctx, time.Minute))
	look("NoticeSent")(syncs(s).NoticeSent(ctx, 1))
	look("SyncPending")(syncs(s).SyncPending(ctx))
	look("Runs")(syncs(s).Runs(ctx, 10))
	look("TakeDelivery")(syncs(s).TakeDelivery(ctx, "d"))
}
