package emails

import (
	"fmt"
	"strings"
)

// FailedJob is a job whose last run failed.
type FailedJob struct{ Title, Reason string }

// Need is something that needs an administrator, and the path of the screen that puts it right.
type Need struct{ Text, Path string }

// NewSubmissions goes to the administrators when tools were submitted: the first of their names, and how many there are.
func (t *Templates) NewSubmissions(names []string, count int) Message {
	subject := fmt.Sprintf("%d new submissions on %s", count, t.site().Name)
	if count == 1 {
		subject = fmt.Sprintf("New submission on %s: %s", t.site().Name, short(line(names[0])))
	}
	var quote []string
	for _, name := range names {
		quote = append(quote, short(line(name)))
	}
	if more := count - len(names); more > 0 {
		quote = append(quote, fmt.Sprintf("and %d more", more))
	}
	waits := "They aren't listed until you approve them."
	if count == 1 {
		waits = "It isn't listed until you approve it."
	}
	return t.compose(content{
		Subject: subject, Heading: subject,
		Paragraphs: []string{waits},
		Quote:      quote,
		Links:      []link{t.link("Review submissions", "/admin/queue")},
		NotYou:     digestOff,
		Why:        t.whyDigest(),
	})
}

// FailedJobs goes to the administrators when jobs have failed.
func (t *Templates) FailedJobs(failed []FailedJob) Message {
	subject := fmt.Sprintf("%d jobs failed on %s", len(failed), t.site().Name)
	if len(failed) == 1 {
		subject = fmt.Sprintf("A job failed on %s: %s", t.site().Name, line(failed[0].Title))
	}
	again := "They run again on their schedules."
	if len(failed) == 1 {
		again = "It runs again on its schedule."
	}
	var quote []string
	for _, job := range failed {
		quote = append(quote, strings.TrimSuffix(fmt.Sprintf("%s: %s", line(job.Title), line(job.Reason)), ": "))
	}
	return t.compose(content{
		Subject: subject, Heading: subject,
		Paragraphs: []string{again + " You won't get another email about a job until it has succeeded."},
		Quote:      quote,
		Links:      []link{t.link("View jobs", "/admin/jobs")},
		NotYou:     digestOff,
		Why:        t.whyDigest(),
	})
}

// WeeklyDigest goes to the administrators once a week, if anything needs them.
func (t *Templates) WeeklyDigest(needs []Need) Message {
	subject := fmt.Sprintf("What needs attention on %s", t.site().Name)
	links := []link{t.link("Open the dashboard", "/admin")}
	for _, need := range needs {
		links = append(links, t.link(need.Text, need.Path))
	}
	return t.compose(content{
		Subject: subject, Heading: subject,
		Paragraphs: []string{"Here is what to look at this week."},
		Links:      links,
		NotYou:     digestOff,
		Why:        t.whyDigest(),
	})
}

const digestOff = "The setting --notify-email says who gets these emails; “none” turns them off."

func (t *Templates) whyDigest() string {
	return fmt.Sprintf("You are receiving this because you manage %s.", t.site())
}
