package app

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const routesFile = "../../docs/api-routes.md"

var routesHead = `# Route table

<!-- Made from the code by make generate. -->

Every call of [the API](api.md) by the feature that has it: who may make it, of administrators in which area, the scope that [a key](api.md#keys)
needs for it, and how many bytes its body may have.
` + roleTable() + `

`

// The page of the route table is what the code says. Its name begins like that of the description's test, so that
// `make generate` writes both.
func TestDescriptionRoutes(t *testing.T) {
	made := routeTable()
	t.Log(made)
	if *Update {
		storetest.NoError(t, os.WriteFile(routesFile, []byte(made), 0o644))
	}
	written, err := os.ReadFile(routesFile)
	storetest.NoError(t, err)
	storetest.Same(t, "docs/api-routes.md, which make generate writes", string(written), made)
}

// roleTable returns what each role may do in each area.
func roleTable() string {
	out := &strings.Builder{}
	out.WriteString("\n| area |")
	for _, role := range httpapi.Roles() {
		fmt.Fprintf(out, " %s |", role)
	}
	out.WriteString("\n|---|---|---|---|\n")
	for _, area := range httpapi.Areas() {
		fmt.Fprintf(out, "| `%s` |", area)
		for _, role := range httpapi.Roles() {
			switch {
			case role.CanChange(area):
				out.WriteString(" reads and changes |")
			case role.CanRead(area):
				out.WriteString(" reads |")
			default:
				out.WriteString(" |")
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// routeTable returns the route table as a page.
func routeTable() string {
	out := &strings.Builder{}
	out.WriteString(routesHead + "```\n")
	for i, group := range groups(unopened()) {
		if i > 0 {
			out.WriteString("\n")
		}
		fmt.Fprintln(out, group.Name)
		for _, rt := range group.Routes {
			_, most := rt.TakesBody()
			line := fmt.Sprintf("  %-6s %-47s %-14s %-8s %-8s %8d", rt.Method, rt.Pattern, rt.Access, rt.Access.Area(), rt.Scope(), most)
			fmt.Fprintln(out, strings.TrimRight(strings.TrimSuffix(line, " 0"), " "))
		}
	}
	out.WriteString("```\n")
	return out.String()
}
