package fetch

import (
	"encoding/json"
	"strings"
)

// Bounds of the structured data that is read of a page.
const (
	maxData  = 128 << 10 // bytes, of all blocks together
	maxDepth = 4         // lists, @graph and mainEntity within each other
)

// App is what the structured data of a page (JSON-LD) says of the application that the page is about.
type App struct{ Name, Description string }

// appTypes are the types of schema.org that an application has.
var appTypes = map[string]bool{
	"SoftwareApplication": true, "WebApplication": true, "MobileApplication": true, "Product": true,
}

// addData reads a block of structured data. The first application counts.
func (p *parser) addData(text string) {
	if p.data += len(text); p.data > maxData || p.page.App.Name != "" {
		return
	}
	var value any
	if json.Unmarshal([]byte(text), &value) == nil {
		p.addApp(value, maxDepth)
	}
}

func (p *parser) addApp(value any, depth int) {
	if depth == 0 || p.page.App.Name != "" {
		return
	}
	switch value := value.(type) {
	case []any:
		for _, one := range value {
			p.addApp(one, depth-1)
		}
	case map[string]any:
		if name := line(textIn(value["name"])); name != "" && isApp(value["@type"]) {
			p.page.App = App{name, line(textIn(value["description"]))}
			return
		}
		p.addApp(value["@graph"], depth-1)
		p.addApp(value["mainEntity"], depth-1)
	}
}

func isApp(kind any) bool {
	kinds, isList := kind.([]any)
	if !isList {
		kinds = []any{kind}
	}
	for _, one := range kinds {
		if appTypes[strings.TrimPrefix(strings.TrimPrefix(textIn(one), "http://schema.org/"), "https://schema.org/")] {
			return true
		}
	}
	return false
}

func textIn(value any) string {
	text, _ := value.(string)
	return text
}
