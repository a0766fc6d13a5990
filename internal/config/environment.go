package config

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// UnknownVariables returns the names in an environment (NAME=value) that begin like those of settings and name
// no setting, sorted. They are usually misspelled.
func UnknownVariables(environ []string) ([]string, error) {
	parser, err := Parser(&CommandLine{})
	if err != nil {
		return nil, err
	}
	var known []string
	err = kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			known = append(known, flag.Envs...)
		}
		return next(nil)
	})
	if err != nil {
		return nil, err
	}
	var unknown []string
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "VITRINE_") && !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown, nil
}
