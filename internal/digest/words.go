package digest

import "fmt"

// words is what each kind of need is called, for one and for several; web/src/admin/products/attention.tsx has the same.
var words = map[string][2]string{
	"links":                {"website is broken", "websites are broken"},
	"backup":               {"backup is overdue or failed", "backups are overdue or failed"},
	"ending":               {"deal, feature or booking ends within a week", "deals, features or bookings end within a week"},
	"affiliate-links":      {"affiliate link is broken", "affiliate links are broken"},
	"same-website":         {"tool has the website of another", "tools have the website of another"},
	"same-name":            {"tool has much the same name as another", "tools have much the same name as another"},
	"emails":               {"submitter couldn't be emailed", "submitters couldn't be emailed"},
	"newsletter-emails":    {"email of the newsletter was refused", "emails of the newsletter were refused"},
	"sign-ins":             {"sign-in failed in seven days", "sign-ins failed in seven days"},
	"tool-own-description": {"tool has the description of another", "tools have the description of another"},
	"tool-description":     {"description is short", "descriptions are short"},
	"no-price":             {"tool has no price", "tools have no price"},
	"no-logo":              {"tool has no logo", "tools have no logo"},
	"searches":             {"search found no tool", "searches found no tool"},
}

// Words says how many of a kind of need there are: "3 websites are broken". It is empty for a kind that has no words.
func Words(kind string, count int) string {
	named, ok := words[kind]
	if !ok {
		return ""
	}
	return plural(count, named[0], named[1])
}

func plural(count int, one, many string) string {
	if count == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", count, many)
}
