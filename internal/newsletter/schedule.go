package newsletter

import (
	"time"
	_ "time/tzdata" // a container may have no time zones

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Schedule is when an issue is sent.
type Schedule struct {
	At   string `json:"at,omitempty" doc:"Local time, for example 2026-12-01T09:00; without it the issue is sent now"`
	Zone string `json:"zone,omitempty" doc:"Time zone of at, for example Europe/Berlin"`
}

const (
	localTime = "2006-01-02T15:04"
	maxZone   = 64 // bytes
)

func invalidTime(name, message string) error {
	return fault.InvalidFields([]fault.Field{{Field: name, Message: message}})
}

// time returns the moment of the schedule; zero: now.
func (s Schedule) time(now time.Time) (time.Time, error) {
	if s.At == "" {
		if s.Zone != "" {
			return time.Time{}, invalidTime("at", "Please enter a time")
		}
		return time.Time{}, nil
	}
	zone, err := time.LoadLocation(s.Zone)
	if err != nil || s.Zone == "" || s.Zone == "Local" || len(s.Zone) > maxZone {
		return time.Time{}, invalidTime("zone", "Please choose a time zone, for example Europe/Berlin")
	}
	wall, err := time.Parse(localTime, s.At)
	if err != nil {
		return time.Time{}, invalidTime("at", "Please enter a date and a time, for example 2026-12-01T09:00")
	}
	at := moment(wall, zone)
	switch {
	case at.IsZero():
		return time.Time{}, invalidTime("at", "This time doesn't exist because the clocks change. Please choose another")
	case !at.After(now):
		return time.Time{}, invalidTime("at", "This time is in the past. Please choose a later one")
	case at.After(now.AddDate(1, 0, 0)):
		return time.Time{}, invalidTime("at", "Please choose a time within a year")
	}
	return at, nil
}

// moment returns the first moment at which clocks in a zone show the time; zero: they never do, as they are put forward.
func moment(wall time.Time, zone *time.Location) (first time.Time) {
	for _, near := range []time.Duration{-24 * time.Hour, 24 * time.Hour} { // a zone has one change at most in that time
		_, offset := wall.Add(near).In(zone).Zone()
		at := wall.Add(-time.Duration(offset) * time.Second)
		if at.In(zone).Format(localTime) == wall.Format(localTime) && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}
