package mail

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// failure is an attempt that did not end with the server's "taken".
type failure struct {
	reason reason
	answer string // what the server said, or what happened instead, on one line
	err    error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

type reason int

const (
	unreachable    reason = iota // nothing was sent, and the email is not why
	unanswered                   // all was sent and the server did not say what it did with it
	refusedForNow                // the server may take it later
	refusedForGood               // the server would never take it
)

// isServerDown reports whether an attempt failed for a reason that other emails share.
func isServerDown(err error) bool {
	var failed *failure
	return errors.As(err, &failed) && (failed.reason == unreachable || failed.reason == unanswered)
}

// shuttingDown is the code of a server that closes the connection, in answer to any command.
const shuttingDown = 421

// failureOf returns what an error of go-mail means; nil if the server took the message.
func failureOf(m *gomail.Msg, err error) *failure {
	if err == nil || m.IsDelivered() {
		return nil
	}
	f := &failure{reason: unreachable, answer: shortAnswer(err.Error()), err: err}
	var failed *gomail.SendError
	if !errors.As(err, &failed) {
		return f
	}
	f.answer = answerIn(failed)
	code := failed.ErrorCode()
	switch failed.Reason {
	case gomail.ErrGetSender, gomail.ErrGetRcpts:
		f.reason = refusedForGood
	case gomail.ErrSMTPDataClose:
		// The message has been sent to its end. Only an answer says that the server has not kept it.
		f.reason = ofCode(code, unanswered)
	case gomail.ErrSMTPRcptTo, gomail.ErrSMTPData:
		f.reason = ofCode(code, unreachable)
	}
	return f
}

func ofCode(code int, without reason) reason {
	switch {
	case code == shuttingDown:
		return unreachable
	case code >= 500:
		return refusedForGood
	case code >= 400:
		return refusedForNow
	}
	return without
}

// answerIn returns what the server said, without what go-mail and net/textproto add.
func answerIn(failed *gomail.SendError) string {
	text := strings.TrimPrefix(failed.Error(), failed.Reason.String()+": ")
	text, _, _ = strings.Cut(text, ", affected recipient(s): ")
	text, _, _ = strings.Cut(text, ", affected message ID: ")
	if code, quoted, isAnswer := strings.Cut(text, " "); isAnswer {
		if said, err := strconv.Unquote(quoted); err == nil {
			text = code + " " + said
		}
	}
	return shortAnswer(text)
}

// maxAnswer is how many characters of an answer are stored.
const maxAnswer = 300

func shortAnswer(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
	letters := []rune(strings.Join(words, " "))
	return string(letters[:min(len(letters), maxAnswer)])
}

// withoutAddress returns a text without the recipient's address, which servers like to repeat.
func withoutAddress(text, address string) string {
	for _, spelling := range []string{address, withASCIIDomain(address)} {
		text = regexp.MustCompile("(?i)"+regexp.QuoteMeta(spelling)).ReplaceAllLiteralString(text, "[recipient]")
	}
	return text
}
