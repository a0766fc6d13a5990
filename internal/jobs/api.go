package jobs

import (
	"path"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about jobs.
type API struct {
	Clock   *Clock
	Queries *Queries
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "jobs",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/jobs", httpapi.Settings.Records(), httpapi.Fetch(a.list),
				httpapi.Answers[[]Status]("listJobs", "List the scheduled jobs with their last result and their next time")),
			httpapi.Post("/api/admin/jobs/{job}/run", httpapi.Settings.Change(), httpapi.Bare(a.run),
				httpapi.Done("runJob", "Run a job now; 409 if it is running")),
		},
		Params: []*huma.Param{httpapi.PathParam("job", "Name of the job", &huma.Schema{Type: huma.TypeString})},
		Names:  map[reflect.Type]string{reflect.TypeFor[Status](): "JobStatus"},
	}
}

// Status is a job with its last run, in any copy of the program.
type Status struct {
	Name         string    `json:"name"`
	Title        string    `json:"title" doc:"What the job does: Empty the trash"`
	EverySeconds int64     `json:"everySeconds" doc:"Pause between two runs; 0: it runs by hand only"`
	State        string    `json:"state" enum:"never,running,interrupted,failed,done" doc:"Of the last run; interrupted: the program ended during it"`
	StartedAt    time.Time `json:"startedAt" doc:"0001-01-01T00:00:00Z if it never ran"`
	EndedAt      time.Time `json:"endedAt" doc:"0001-01-01T00:00:00Z unless it failed or is done"`
	NextAt       time.Time `json:"nextAt" doc:"When it is due; 0001-01-01T00:00:00Z if it is now, or runs by hand only"`
	Result       string    `json:"result" doc:"What the last run did, or why it failed"`
	Step         string    `json:"step" doc:"What the run is doing now, as far as this copy of the program knows"`
}

func (a API) list(c *httpapi.Call) (any, error) {
	last, now, err := a.Queries.All(c.Ctx())
	if err != nil {
		return nil, err
	}
	list := []Status{}
	for _, w := range a.workers() {
		list = append(list, statusOf(w.job, last[w.job.Name], w.snapshot().Step, now))
	}
	return list, nil
}

// workers are those of the clock; without one there are none.
func (a API) workers() []*worker {
	if a.Clock == nil {
		return nil
	}
	return a.Clock.workers
}

func (a API) run(c *httpapi.Call) (any, error) {
	if a.Clock == nil {
		return nil, fault.New(fault.NotFound, noJob)
	}
	return nil, a.Clock.Start(c.Ctx(), c.Request.PathValue("job"))
}

func statusOf(job Job, last Lease, step string, now time.Time) Status {
	s := Status{Name: job.Name, Title: job.Title, EverySeconds: int64(job.Every.Seconds()), State: "done", StartedAt: last.Began, EndedAt: last.Ended, Result: last.Result}
	switch {
	case last.runs(now):
		s.State, s.Step = "running", step
	case last.Began.IsZero():
		s.State = "never"
	case last.Ended.IsZero():
		s.State = "interrupted"
	case last.Failed:
		s.State = "failed"
	}
	if wait := last.wait(job, now); wait > 0 && job.Every > 0 && s.State != "running" {
		s.NextAt = now.Add(wait)
	}
	return s
}

// mostSaid is how long a result may be, in characters.
const mostSaid = 500

// forPeople returns the first line of a result, in which of files on the server's disk only the names are left.
func forPeople(result string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(result), "\n")
	words := strings.Split(line, " ")
	for i, word := range words {
		inner := strings.Trim(word, `"'(),:;`)
		if strings.HasPrefix(inner, "/") || len(inner) > 2 && inner[1] == ':' && inner[2] == '\\' {
			words[i] = strings.Replace(word, inner, path.Base(strings.ReplaceAll(inner, `\`, "/")), 1)
		}
	}
	said := []rune(strings.Join(words, " "))
	if len(said) > mostSaid {
		said = append(said[:mostSaid-1], '…')
	}
	return string(said)
}
