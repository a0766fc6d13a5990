package api

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// checks gathers what is missing or wrong: one sentence for a field, the first.
type checks struct{ fields []fault.Field }

func (c *checks) fail(field, message string) {
	if !slices.ContainsFunc(c.fields, func(f fault.Field) bool { return f.Field == field }) {
		c.fields = append(c.fields, fault.Field{Field: field, Message: message})
	}
}

func (c *checks) need(field, value, message string) {
	if strings.TrimSpace(value) == "" {
		c.fail(field, message)
	}
}

func (c *checks) atMost(field, value string, limit int) {
	if utf8.RuneCountInString(value) > limit {
		c.fail(field, fmt.Sprintf("Please use at most %d characters", limit))
	}
}

// fault is the first sentence with all fields, for each of the screens' messages is a whole one; nil when nothing is wrong.
func (c *checks) fault() error {
	if len(c.fields) == 0 {
		return nil
	}
	f := fault.New(fault.Invalid, c.fields[0].Message)
	f.Fields = c.fields
	return f
}
