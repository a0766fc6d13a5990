package newsletter

import (
	"context"
	"time"
)

// numberedWeeks is how many weeks the numbers cover.
const numberedWeeks = 26

// WeekNumbers counts what happened in a week.
type WeekNumbers struct {
	Week         string `json:"week" doc:"Its Monday, in UTC, for example 2026-11-23"`
	SignUps      int    `json:"signUps" doc:"Accounts created that exist"`
	Confirmed    int    `json:"confirmed" doc:"Subscriptions confirmed that exist"`
	Unsubscribed int    `json:"unsubscribed"`
}

// Numbers are the readers of the site, over time.
type Numbers struct {
	Weeks   []WeekNumbers `json:"weeks" nullable:"false" doc:"The last 26 weeks, the oldest first"`
	Users   int           `json:"users" doc:"Readers with an account"`
	Weekly  int           `json:"weekly" doc:"Confirmed subscribers of the weekly issue"`
	Monthly int           `json:"monthly" doc:"Confirmed subscribers of the monthly issue"`
}

// Numbers returns the numbers up to now.
func (n *Subscriptions) Numbers(ctx context.Context) (Numbers, error) {
	now := n.Store.Now()
	monday := time.Date(now.Year(), now.Month(), now.Day()-(int(now.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
	weeks := make([]time.Time, numberedWeeks)
	for i := range weeks {
		weeks[i] = monday.AddDate(0, 0, -7*(numberedWeeks-1-i))
	}
	numbers, err := n.Store.ReaderNumbers(ctx, weeks)
	if err != nil {
		return Numbers{}, err
	}
	users, err := n.Users.CountReaders(ctx, "")
	numbers.Users = users.All
	return numbers, err
}
