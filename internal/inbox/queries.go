package inbox

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/quota"
)

const submissionColumns = "s.id, s.product_name, s.website, s.description, s.use_cases, s.category, s.type, s.logo, s.video_url, s.email, " +
	"s.submission_notes, s.status, s.reason, COALESCE(p.slug, ''), s.mail, s.secret, s.created_at, s.decided_at, s.decided_by"

// fromSubmissions joins the product that was created from a submission, while that is in the catalogue.
const fromSubmissions = " FROM product_submissions s LEFT JOIN products p ON p.id = s.product_id AND p.deleted_at IS NULL "

// scanSubmission reads a row of submissionColumns.
func scanSubmission(rows *sql.Rows) (Submission, error) {
	var s Submission
	var created int64
	var decided *int64
	err := rows.Scan(&s.ID, &s.ProductName, &s.Website, &s.Description, &s.UseCases, &s.Category, &s.Type, &s.Logo, &s.VideoURL, &s.Email,
		&s.Notes, &s.Status, &s.Reason, &s.ProductSlug, &s.Mail, &s.Secret, &created, &decided, &s.DecidedBy)
	s.CreatedAt = db.TimeOf(created)
	if decided != nil {
		s.DecidedAt = db.TimeOf(*decided)
	}
	return s, err
}

// submissions reads the submissions that the rest of the query selects.
func submissions(ctx context.Context, tx db.Tx, rest string, args ...any) ([]Submission, error) {
	return db.Collect(ctx, tx, scanSubmission, "SELECT "+submissionColumns+fromSubmissions+rest, args...)
}

// submission reads the submission that a condition selects; NotFound if it selects no row.
func submission(ctx context.Context, tx db.Tx, condition string, value any) (Submission, error) {
	found, err := submissions(ctx, tx, "WHERE "+condition, value)
	if err != nil {
		return Submission{}, err
	}
	return db.Only(found, noSuchSubmission)
}

// SubmissionsOf reads the submissions of a user, the newest first.
func (s *Queries) SubmissionsOf(ctx context.Context, userID int64) (found []Submission, err error) {
	err = s.Read(ctx, "read a user's submissions", func(ctx context.Context, tx db.Tx) error {
		found, err = submissions(ctx, tx, "WHERE s.user_id = ? ORDER BY s.id DESC", userID)
		return err
	})
	return found, err
}

// WebsiteHash returns the hash of a website's key, which all spellings of an address share.
func WebsiteHash(website string) string {
	sum := sha256.Sum256([]byte(catalog.WebsiteKey(website)))
	return hex.EncodeToString(sum[:])
}

// AddSubmission stores a submission. A sender who has stored as many as most within an hour gets TooMany. A website that is
// in the catalogue or awaiting review is a Conflict. Visitors see no submissions, so the catalogue's version stays. For a
// request that was answered before, the secret is that of the submission stored then.
func (s *Queries) AddSubmission(ctx context.Context, sender string, most int, sent Submission) (Submission, error) {
	err := s.WriteUnversioned(ctx, "", "keep a submission", func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &sent.Secret, func() error {
			if err := countSubmission(ctx, w, sender, most); err != nil {
				return err
			}
			return addSubmission(ctx, w, &sent)
		})
	})
	return sent, err
}

func addSubmission(ctx context.Context, w *db.WriteTx, sent *Submission) error {
	if err := refuseKnown(ctx, w.Tx, sent.Website); err != nil {
		return err
	}
	sent.CreatedAt = w.At
	err := w.Row(ctx, "INSERT INTO product_submissions (product_name, website, website_hash, description, use_cases, category, type, logo, "+
		"video_url, email, submission_notes, secret, user_id, created_at) VALUES "+db.Placeholders(14)+" RETURNING id",
		sent.ProductName, sent.Website, WebsiteHash(sent.Website), sent.Description, sent.UseCases, sent.Category, sent.Type, sent.Logo,
		sent.VideoURL, sent.Email, sent.Notes, sent.Secret,
		sql.NullInt64{Int64: sent.UserID, Valid: sent.UserID != 0}, w.At.UnixMicro()).Scan(&sent.ID)
	if db.IsConflict(err) { // another copy of the program has just stored the same address
		return errWaiting()
	}
	return err
}

// countSubmission counts one more submission of the sender, whose row it locks until the transaction ends: of concurrent
// ones, in all copies of the program, no more than most within an hour succeed.
func countSubmission(ctx context.Context, w *db.WriteTx, sender string, most int) error {
	limit := quota.Limit{Most: most, Within: time.Hour}
	err := quota.Change(ctx, w, []string{"submissions of " + sender}, limit.Within, func(uses [][]time.Time) error {
		left, wait := limit.Recent(uses[0], w.At)
		if wait > 0 {
			return TooMany(wait)
		}
		uses[0] = append(left, w.At)
		return nil
	})
	if err != nil {
		return err
	}
	var waiting int
	if err := w.Row(ctx, "SELECT COUNT(*) FROM product_submissions WHERE status = 'pending'").Scan(&waiting); err != nil {
		return err
	}
	if waiting >= MaxPending {
		full := fault.New(fault.Unavailable, "Too many submissions are awaiting review. Please try again in a few days.")
		full.Code, full.RetryAfter = "queue_full", 24*time.Hour
		return full
	}
	return nil
}

// refuseKnown returns a Conflict for a website that is in the catalogue or awaiting review.
func refuseKnown(ctx context.Context, tx db.Tx, website string) error {
	where, err := whereabouts(ctx, tx, website)
	switch {
	case err != nil:
		return err
	case where.ProductID != 0:
		listed := fault.New(fault.Conflict, "A tool with this URL is already listed.")
		listed.Code = "already_listed"
		return listed
	case where.Waiting:
		return errWaiting()
	}
	return nil
}

func errWaiting() error {
	waiting := fault.New(fault.Conflict, "A tool with this URL has already been submitted and is awaiting review.")
	waiting.Code = "already_waiting"
	return waiting
}

// WebsiteState returns where a website is known, in any spelling.
func (s *Queries) WebsiteState(ctx context.Context, website string) (WebsiteState, error) {
	var where WebsiteState
	err := s.Read(ctx, "look for an address", func(ctx context.Context, tx db.Tx) (err error) {
		where, err = whereabouts(ctx, tx, website)
		return err
	})
	return where, err
}

func whereabouts(ctx context.Context, tx db.Tx, website string) (where WebsiteState, err error) {
	err = tx.Row(ctx, "SELECT id FROM products WHERE website_key = ? AND deleted_at IS NULL ORDER BY id LIMIT 1", catalog.WebsiteKey(website)).Scan(&where.ProductID)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return where, err
	}
	err = tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM product_submissions WHERE website_hash = ? AND status = 'pending')", WebsiteHash(website)).Scan(&where.Waiting)
	return where, err
}

// SubmissionBySecret reads the submission whose status link ends in the secret.
func (s *Queries) SubmissionBySecret(ctx context.Context, secret string) (found Submission, err error) {
	err = s.Read(ctx, "read a submission", func(ctx context.Context, tx db.Tx) error {
		found, err = submission(ctx, tx, "s.secret = ?", secret)
		return err
	})
	return found, err
}

// Submissions reads a page of the submissions with q.Status, newest first, each with what helps to decide; it counts those of every
// status.
func (s *Queries) Submissions(ctx context.Context, q Query) (queue Queue, err error) {
	err = s.Read(ctx, "read the submissions", func(ctx context.Context, tx db.Tx) error {
		before := q.Before
		if before <= 0 {
			before = 1 << 62
		}
		found, err := submissions(ctx, tx, "WHERE s.status = ? AND s.id < ? ORDER BY s.id DESC LIMIT ?", q.Status, before, q.Limit)
		if err != nil {
			return err
		}
		queue.Submissions = make([]QueuedSubmission, len(found))
		for i, one := range found {
			if queue.Submissions[i], err = waiting(ctx, tx, one); err != nil {
				return err
			}
		}
		if queue.Counts, err = countsOf(ctx, tx, "1 = 1"); err != nil {
			return err
		}
		queue.Reasons, err = db.Collect(ctx, tx, db.Column[string], "SELECT reason FROM product_submissions WHERE status = ? GROUP BY reason "+
			"ORDER BY COUNT(*) DESC, MAX(decided_at) DESC LIMIT ?", Rejected, savedReasons)
		return err
	})
	return queue, err
}

// savedReasons is how many reasons of rejections are offered again.
const savedReasons = 10

// waiting reads what helps to decide on a submission.
func waiting(ctx context.Context, tx db.Tx, s Submission) (QueuedSubmission, error) {
	w := QueuedSubmission{Submission: s, Duplicates: []Duplicate{}}
	var err error
	w.Others, err = countsOf(ctx, tx, "id <> ? AND (email <> '' AND email = ? OR user_id = (SELECT user_id FROM product_submissions WHERE id = ?))", s.ID, s.Email, s.ID)
	if err != nil || s.Status == Approved {
		return w, err
	}
	w.Duplicates, err = db.Collect(ctx, tx, func(rows *sql.Rows) (Duplicate, error) {
		d := Duplicate{Same: "website"}
		return d, rows.Scan(&d.Slug, &d.Name)
	}, "SELECT slug, name FROM products WHERE website_key = ? AND deleted_at IS NULL ORDER BY id LIMIT 3", catalog.WebsiteKey(s.Website))
	return w, err
}

// countsOf counts the submissions that a condition selects, by status.
func countsOf(ctx context.Context, tx db.Tx, condition string, args ...any) (counts Counts, err error) {
	err = tx.Each(ctx, func(rows *sql.Rows) error {
		var status Status
		var count int
		err := rows.Scan(&status, &count)
		switch status {
		case Pending:
			counts.Pending = count
		case Approved:
			counts.Approved = count
		case Rejected:
			counts.Rejected = count
		}
		return err
	}, "SELECT status, COUNT(*) FROM product_submissions WHERE "+condition+" GROUP BY status", args...)
	return counts, err
}

// CountWaiting returns how many submissions wait for a decision.
func (s *Queries) CountWaiting(ctx context.Context) (count int, err error) {
	err = s.Read(ctx, "count the submissions that wait", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT COUNT(*) FROM product_submissions WHERE status = ?", Pending).Scan(&count)
	})
	return count, err
}

// CountUnsent returns how many emails about decisions since a time were refused.
func (s *Queries) CountUnsent(ctx context.Context, since time.Time) (count int, err error) {
	err = s.Read(ctx, "count the emails that were refused", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT COUNT(*) FROM product_submissions WHERE decided_at > ? AND mail = ?", since.UnixMicro(), MailFailed).Scan(&count)
	})
	return count, err
}

// Queries read and write submissions.
type Queries struct{ *db.DB }
