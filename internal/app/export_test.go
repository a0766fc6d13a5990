package app

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// TableLine is a line of the route table, for tests from outside that walk it.
type TableLine struct {
	Method, Pattern, Access, Scope string
	Area                           string // of administrators
	Feature                        string // whose call it is
	TakesBody                      bool
	Most                           int64 // bytes of the body; 0 where nothing is written
}

// Table is the route table.
func Table() []TableLine {
	var lines []TableLine
	for _, group := range groups(unopened()) {
		for _, rt := range group.Routes {
			takes, most := rt.TakesBody()
			lines = append(lines, TableLine{rt.Method, rt.Pattern, rt.Access.String(), rt.Scope(), string(rt.Access.Area()), group.Name, takes, most})
		}
	}
	return lines
}

// described is the whole description, made once for all tests.
var described = sync.OnceValue(Description)

// Undescribed returns where an answer is not what the description says, or "".
func Undescribed(line TableLine, status int, body []byte) string {
	doc := described()
	item := doc.Paths[line.Pattern]
	operations := map[string]*huma.Operation{}
	if item != nil {
		operations = map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "PATCH": item.Patch, "DELETE": item.Delete}
	}
	asked := operations[line.Method]
	if asked == nil {
		return ""
	}
	response := asked.Responses[strconv.Itoa(status)]
	if response == nil && status >= 400 {
		response = asked.Responses["default"]
	}
	switch {
	case response == nil:
		return fmt.Sprintf("status %d is not described", status)
	case response.Content == nil && len(body) == 0:
		return ""
	case response.Content == nil:
		return "there is a body, and none is described"
	case response.Content["application/json"] == nil: // a file
		return ""
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err.Error()
	}
	var found huma.ValidateResult
	huma.Validate(doc.Components.Schemas, response.Content["application/json"].Schema, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, &found)
	var wrong []string
	for _, err := range found.Errors {
		wrong = append(wrong, err.Error())
	}
	return strings.Join(wrong, "; ")
}
