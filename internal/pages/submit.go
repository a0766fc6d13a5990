package pages

import "strings"

const (
	submitPath = "/submit"
	statusPath = "/submit/status/" // and the key that only the sender knows
)

// submitAt is where visitors send a tool in, or read how theirs stands.
func submitAt(parts []string) (address, string) {
	switch {
	case len(parts) == 1:
		return address{screen: submit, path: submitPath}, submitPath
	case len(parts) == 3 && strings.EqualFold(parts[1], "status") && parts[2] != "" && len(parts[2]) <= longestName:
		return address{screen: submission, path: statusPath + parts[2]}, statusPath + parts[2]
	}
	return address{screen: unknown, path: unknownPath}, ""
}

// describeSubmit describes the page that tools are sent in by. The front end has the same title.
func (p *Pages) describeSubmit(h *head) {
	h.Title = "Submit Your AI Tool – " + h.SiteName
	h.Description = "Have an AI tool you'd like to feature on " + h.SiteName + "? Tell us what it does, where to find it and what it costs."
	h.Canonical = p.origin + submitPath
}

// describeSubmission describes the page of a submission's sender, which is nobody else's business: no cache stores it.
func (p *Pages) describeSubmission(h *head) {
	h.Title = "Your submission – " + h.SiteName
	h.Description = "The status of a tool submitted to " + h.SiteName + "."
	h.NoIndex, h.Private = true, true
}
