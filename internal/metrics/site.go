package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// askTime limits the database queries of one scrape.
const askTime = 2 * time.Second

// site is a Prometheus collector that reads Options at each scrape.
type site struct {
	options Options

	mutex     sync.Mutex
	current   time.Time            // last scrape at which the snapshot was as new as the database
	succeeded map[string]time.Time // by job; Job itself loses the time when it runs again or fails
}

func newSite(o Options) *site {
	return &site{options: o, current: time.Now(), succeeded: map[string]time.Time{}}
}

// Describe sends nothing: Collect describes each metric itself.
func (s *site) Describe(chan<- *prometheus.Desc) {}

// Collect sends all metrics of the site.
func (s *site) Collect(to chan<- prometheus.Metric) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	out := output{to}
	s.collectCatalogue(out)
	s.collectPools(out)
	s.collectJobs(out)
	for name, cache := range s.options.Caches {
		figures := cache()
		out.counter("cache_hits_total", "Answers that were found in a cache.", float64(figures.Hits), "cache", name)
		out.counter("cache_misses_total", "Answers that were not found in a cache.", float64(figures.Misses), "cache", name)
		out.gauge("cache_entries", "Answers in a cache.", float64(figures.Entries), "cache", name)
		out.gauge("cache_bytes", "Size of the answers in a cache.", float64(figures.Bytes), "cache", name)
	}
	out.gauge("render_queue", "Pages that wait for a rendering engine.", float64(s.options.Rendering()))
	out.gauge("visits_waiting", "Clicks and views that are not written yet.", float64(s.options.Visits()))
	out.counter("page_views_dropped_total", "Views that were not counted, as too many different pages were opened on their day.", float64(s.options.Dropped()))
	for _, c := range s.options.Counters {
		out.counter(c.Name, c.Help, float64(c.Value()))
	}
}

// collectCatalogue collects the size and age of the snapshot and the metrics that need a database query.
func (s *site) collectCatalogue(out output) {
	ctx, stop := context.WithTimeout(context.Background(), askTime)
	defer stop()
	products, version := s.options.Catalogue()
	latest, err := s.options.Version(ctx)
	if err == nil && latest == version {
		s.current = time.Now()
	}
	out.gauge("catalogue_products", "Tools in the snapshot that visitors see.", float64(products))
	out.gauge("catalogue_version", "Version of that snapshot.", float64(version))
	out.gauge("catalogue_age_seconds", "Time since a scrape saw that the snapshot is as new as the database.", time.Since(s.current).Seconds())
	out.gauge("database_up", "1 while the database answers and keeps what is written, else 0.", boolGauge(err == nil))
	if emails, err := s.options.Emails(ctx); err == nil {
		out.gauge("emails_waiting", "Emails that no mail server has taken yet.", float64(emails))
	}
}

func (s *site) collectPools(out output) {
	for name, read := range s.options.Pools {
		pool := read()
		out.gauge("database_connections", "Open connections.", float64(pool.OpenConnections), "pool", name)
		out.gauge("database_connections_in_use", "Connections at work.", float64(pool.InUse), "pool", name)
		out.counter("database_waits_total", "Times that a connection was waited for.", float64(pool.WaitCount), "pool", name)
		out.counter("database_wait_seconds_total", "Time that connections were waited for.", pool.WaitDuration.Seconds(), "pool", name)
	}
}

func (s *site) collectJobs(out output) {
	for _, job := range s.options.Jobs() {
		if !job.Succeeded.IsZero() {
			s.succeeded[job.Name] = job.Succeeded
		}
		out.gauge("job_failed", "1 when a job's last run failed, else 0.", boolGauge(job.Failed), "name", job.Name)
		if last, known := s.succeeded[job.Name]; known {
			out.gauge("job_last_success_timestamp_seconds", "When a job last succeeded, as far as this process knows.", float64(last.Unix()), "name", job.Name)
		}
	}
}

// output sends metrics to a channel.
type output struct{ to chan<- prometheus.Metric }

func (o output) gauge(name, help string, value float64, label ...string) {
	o.send(prometheus.GaugeValue, name, help, value, label)
}

func (o output) counter(name, help string, value float64, label ...string) {
	o.send(prometheus.CounterValue, name, help, value, label)
}

// send sends one metric with no label or one label and its value.
func (o output) send(kind prometheus.ValueType, name, help string, value float64, label []string) {
	var names, values []string
	if len(label) > 0 {
		names, values = label[:1], label[1:]
	}
	o.to <- prometheus.MustNewConstMetric(prometheus.NewDesc("vitrine_"+name, help, names, nil), kind, value, values...)
}

func boolGauge(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
