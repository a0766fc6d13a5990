package backup

import (
	"regexp"
	"slices"
	"time"
)

// Kind is the reason for a backup. Old backups are removed separately for each kind.
type Kind string

// The kinds of backups.
const (
	Asked         Kind = "backup" // by a schedule, or by hand
	BeforeUpgrade Kind = "before-upgrade"
	BeforeSync    Kind = "before-sync"
	BeforeImport  Kind = "before-import"
)

const stampFormat = "20060102-150405.000"

// Endings of the names of backups.
const (
	ending          = ".zip"
	encryptedEnding = ".zip.age"
)

var namePattern = regexp.MustCompile(`^vitrine-(backup|before-upgrade|before-sync|before-import)-(\d{8}-\d{6}\.\d{3})\.zip(\.age)?$`)

// nameOf returns the name of a new backup.
func nameOf(kind Kind, made time.Time, keys Keys) string {
	name := "vitrine-" + string(kind) + "-" + made.Format(stampFormat)
	if keys.Encrypt() {
		return name + encryptedEnding
	}
	return name + ending
}

// parseName returns the kind and the time in the name of a backup. ok is false for any other name.
func parseName(name string) (kind Kind, made time.Time, ok bool) {
	match := namePattern.FindStringSubmatch(name)
	if match == nil {
		return "", time.Time{}, false
	}
	made, err := time.Parse(stampFormat, match[2])
	return Kind(match[1]), made, err == nil
}

// newestOf returns the newest backup of these names, of whatever kind, or an empty name.
func newestOf(names []string) (name string, made time.Time) {
	for _, one := range names {
		if _, at, ok := parseName(one); ok && at.After(made) {
			name, made = one, at
		}
	}
	return name, made
}

// oldOf returns the backups of a kind that are to be removed: all but the newest, and never the one that was just written.
func oldOf(names []string, kind Kind, keep int, written string) []string {
	own := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		of, _, ok := parseName(name)
		return !ok || of != kind
	})
	slices.Sort(own) // the times in the names sort as text
	own = own[:max(0, len(own)-keep)]
	return slices.DeleteFunc(own, func(name string) bool { return name == written })
}
