package newsletter

import (
	"context"
	"io"

	"vitrine/internal/fault"
)

// ImportInput is a list of subscribers from another service.
type ImportInput struct {
	CSV     string `json:"csv" doc:"With a header line; the column email is required, subscribed_at and cadence are read too; at most 10,000 subscribers"`
	Consent string `json:"consent" doc:"How and when these people agreed to get the newsletter, stored as proof with each; 1 to 1,000 characters"`
}

// ImportResult says what became of an import.
type ImportResult struct {
	Added        int           `json:"added"`
	Known        int           `json:"known" doc:"Subscribed already"`
	Unsubscribed int           `json:"unsubscribed" doc:"Have left before, and stay so"`
	Invalid      []InvalidLine `json:"invalid" nullable:"false" doc:"Lines that were skipped, at most 100"`
}

// InvalidLine is a line that an import skips.
type InvalidLine struct {
	Line    int    `json:"line" doc:"Its number, from 1"`
	Message string `json:"message"`
}

// Import stores subscribers from another service as confirmed.
func (n *Newsletter) Import(ctx context.Context, by string, in ImportInput) (ImportResult, error) {
	return ImportResult{}, fault.New(fault.Unavailable, "This is not available yet.")
}

// Export writes all confirmed subscribers as CSV.
func (n *Newsletter) Export(ctx context.Context, to io.Writer) error {
	return fault.New(fault.Unavailable, "This is not available yet.")
}
