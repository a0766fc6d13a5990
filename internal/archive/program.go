package archive

import (
	"errors"
	"fmt"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// ProgramHeader is the header with the version of the program that a site runs. An earlier version sends none.
const ProgramHeader = "Vitrine-Program"

// NewerError is the error for content of another version of the program in a format that this one cannot read.
type NewerError struct {
	Writer string // "Production" or "The site that wrote this export"
	Theirs string // its version; empty: unknown
}

func (e *NewerError) Error() string { return e.Writer + " runs a newer program: " + e.Theirs }

// errForm is Read's error for a format that only later versions know.
var errForm = errors.New("this content has a form that this program does not know")

// Explain adds a NewerError to errForm.
func Explain(err error, writer, theirs string) error {
	if errors.Is(err, errForm) {
		return errors.Join(&NewerError{writer, theirs}, err)
	}
	return err
}

// orUpgrade adds to an error over another site's content that the two sites run different versions of the program, if
// that may be the reason. The message names both versions.
func (c *Copier) orUpgrade(err error, want *Content) error {
	var newer *NewerError
	switch {
	case errors.As(err, &newer):
		return fault.Because(fault.BadGateway, fmt.Sprintf("%s runs a newer program (%s; this site: %s). Upgrade this site first.",
			newer.Writer, orUnknown(newer.Theirs), orUnknown(c.Program)), err)
	case !fault.Is(err, fault.Invalid) || want == nil || want.Program == c.Program:
		return err
	case len(want.LeftOut) > 0: // the other program writes what this one does not know
		return fault.Because(fault.Invalid, fmt.Sprintf("%s It comes from a newer program (%s; this site: %s). Upgrade this site first.",
			fault.From(err).Message, orUnknown(want.Program), orUnknown(c.Program)), err)
	case want.Program == "":
		return err
	}
	return fault.Because(fault.Invalid, fmt.Sprintf("%s It comes from another version of the program (%s; this site: %s). Upgrade the older of the two.",
		fault.From(err).Message, want.Program, orUnknown(c.Program)), err)
}

func orUnknown(version string) string {
	if version == "" {
		return "unknown version"
	}
	return version
}

// maxLeftOut bounds the number of names in LeftOut, and maxLeftOutName their length in bytes.
const (
	maxLeftOut     = 50
	maxLeftOutName = 80
)

// leaveOut records a kind of row, or a field of one, that this program does not know.
func (c *Content) leaveOut(name string) {
	name = strings.ToValidUTF8(name[:min(len(name), maxLeftOutName)], "")
	for _, known := range c.LeftOut {
		if known == name {
			return
		}
	}
	if len(c.LeftOut) < maxLeftOut {
		c.LeftOut = append(c.LeftOut, name)
	}
}
