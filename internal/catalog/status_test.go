package catalog

import (
	"testing"
	"time"
)

func TestStatus(t *testing.T) {
	for name, try := range map[string]struct {
		change func(*Draft)
		field  string
		want   Status
		at     string
	}{
		"nothing":                        {func(*Draft) {}, "", Published, ""},
		"a draft with a time":            {func(d *Draft) { d.Status, d.PublishAt = StatusDraft, "2030-01-02T03:04:05Z" }, "", StatusDraft, ""},
		"a schedule":                     {func(d *Draft) { d.Status, d.PublishAt = Scheduled, "2030-01-02T03:04:05+01:00" }, "", Scheduled, "2030-01-02T02:04:05Z"},
		"a schedule without a time":      {func(d *Draft) { d.Status = Scheduled }, "publishAt", "", ""},
		"a schedule that keeps a time":   {func(d *Draft) { d.Status, d.Keep = Scheduled, FieldsNamed("publishAt") }, "", Scheduled, ""},
		"an unknown status":              {func(d *Draft) { d.Status = "live" }, "status", "", ""},
		"a time that cannot be read":     {func(d *Draft) { d.PublishAt = "tomorrow" }, "publishAt", "", ""},
		"an end of featuring that isn't": {func(d *Draft) { d.FeaturedUntil = "2030-02-30T00:00:00Z" }, "featuredUntil", "", ""},
	} {
		d := draft()
		try.change(&d)
		checked, err := d.Check(false)
		if fields := invalidFields(t, err); try.field == "" {
			if err != nil || checked.Status != try.want || checked.PublishAt != try.at {
				t.Errorf("%s: got %s from %q, %v", name, checked.Status, checked.PublishAt, err)
			}
		} else if len(fields) != 1 || fields[0].Field != try.field {
			t.Errorf("%s: got %v, want a fault of %s", name, fields, try.field)
		}
	}
}

// Dates are decided to the second, also in the nights in which clocks change.
func TestPhases(t *testing.T) {
	at := func(text string) time.Time {
		parsed, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	for name, try := range map[string]struct {
		fields ProductFields
		at     string
		public bool
		status Status
		next   string
	}{
		"published":                     {ProductFields{Status: Published}, "2026-01-01T00:00:00Z", true, Published, ""},
		"a draft":                       {ProductFields{Status: StatusDraft}, "2026-01-01T00:00:00Z", false, StatusDraft, ""},
		"hidden after publication":      {ProductFields{Status: Hidden, PublishAt: "2025-01-01T00:00:00Z"}, "2026-01-01T00:00:00Z", false, Hidden, ""},
		"a second before its time":      {ProductFields{Status: Scheduled, PublishAt: "2026-03-29T01:30:00Z"}, "2026-03-29T03:29:59+02:00", false, Scheduled, "2026-03-29T01:30:00Z"},
		"at its time":                   {ProductFields{Status: Scheduled, PublishAt: "2026-03-29T01:30:00Z"}, "2026-03-29T03:30:00+02:00", true, Published, ""},
		"in the hour that comes twice":  {ProductFields{Status: Scheduled, PublishAt: "2026-10-25T01:30:00Z"}, "2026-10-25T02:30:00+02:00", false, Scheduled, "2026-10-25T01:30:00Z"},
		"in its second time":            {ProductFields{Status: Scheduled, PublishAt: "2026-10-25T01:30:00Z"}, "2026-10-25T02:30:00+01:00", true, Published, ""},
		"published with a time to come": {ProductFields{Status: Published, PublishAt: "2027-01-01T00:00:00Z"}, "2026-01-01T00:00:00Z", false, Scheduled, "2027-01-01T00:00:00Z"},
	} {
		now := at(try.at)
		is, until := try.fields.PhaseAt(now)
		next := ""
		if !until.IsZero() {
			next = until.Format(time.RFC3339)
		}
		if is.IsPublic != try.public || next != try.next || try.fields.StatusAt(now) != try.status {
			t.Errorf("%s: public %t, next %q, %s", name, is.IsPublic, next, try.fields.StatusAt(now))
		}
	}
	featured := Product{ProductFields: ProductFields{Status: Published, IsFeatured: true, FeaturedUntil: "2026-02-01T00:00:00Z", HasDeal: true, DealTo: "2026-01-15T00:00:00Z"}}
	for text, want := range map[string][2]bool{"2026-01-14T23:59:59Z": {true, true}, "2026-01-15T00:00:00Z": {true, false}, "2026-02-01T00:00:00Z": {false, false}} {
		if shown := featured.ShownAt(at(text)); [2]bool{shown.IsFeatured, shown.HasDeal} != want {
			t.Errorf("at %s it is featured %t, with a deal %t", text, shown.IsFeatured, shown.HasDeal)
		}
	}
}
