package catalog

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Diff says in a few words each what an alternative has in common with a tool, and what it has besides.
type Diff struct{ Shared, Different []string }

// mostNamed is how many categories a difference names.
const mostNamed = 3

// DiffOf compares an alternative with a tool: their categories, prices, deals, and the tags of which the tool says nothing. What the alternative lacks is no reason to look at
// it, and is left out.
func DiffOf(tool, alternative Product) Diff {
	var d Diff
	more, missing := namesWithout(alternative.Categories, tool.Categories), namesWithout(tool.Categories, alternative.Categories)
	d.Shared = append(d.Shared, namesWithout(tool.Categories, missing)...)
	price, other := tool.Type, alternative.Type
	switch {
	case other == Unknown:
	case price == other:
		d.Shared = append(d.Shared, string(price))
	case other == Free || price == Unknown || price == Premium:
		d.Different = append(d.Different, string(other))
	}
	switch {
	case tool.HasDeal && alternative.HasDeal:
		d.Shared = append(d.Shared, "Deal")
	case alternative.HasDeal:
		d.Different = append(d.Different, "Deal")
	}
	own := ownText(tool)
	for _, tag := range alternative.Tags {
		if folded := Fold(tag); !strings.Contains(own, folded) && !slices.ContainsFunc(alternative.Categories, func(c string) bool { return Fold(c) == folded }) {
			more = append(more, tag)
		}
	}
	if len(more) > 0 {
		d.Different = append(d.Different, "Also "+someOf(more))
	}
	return d
}

// someOf lists the first few categories and tags in a sentence: "video, SEO, design and 2 more".
func someOf(categories []string) string {
	words := make([]string, len(categories))
	for i, category := range categories {
		words[i] = InSentence(category)
	}
	if more := len(words) - mostNamed; more > 1 {
		return strings.Join(words[:mostNamed], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(words, ", ")
}

// mostReasons is how many uses, and how many audiences, ReasonsToSwitch names.
const mostReasons = 3

// audiences are the words for whom a tool is made, as texts have them after "for".
var audiences = []string{"developers", "designers", "marketers", "researchers", "students", "teachers", "educators", "writers", "creators", "musicians",
	"photographers", "filmmakers", "recruiters", "lawyers", "startups", "agencies", "freelancers", "beginners", "enterprises", "teams"}

// ReasonsToSwitch says in sentences made from facts what the alternatives offer that the tool does not: a lower price, a deal, a use,
// an audience. Each names the alternatives: "Krea and Pika are free." The list is empty if there is no such fact.
func ReasonsToSwitch(tool Product, alternatives []Product) []string {
	reasons := []string{}
	named := func(is func(other Product) bool) (names []string) {
		for _, other := range alternatives {
			if is(other) {
				names = append(names, other.Name)
			}
		}
		return names
	}
	add := func(names []string, one, many string) {
		switch len(names) {
		case 0:
		case 1:
			reasons = append(reasons, names[0]+" "+one+".")
		default:
			reasons = append(reasons, someNames(names)+" "+many+".")
		}
	}
	isCheaper := func(kind Type) bool {
		return kind == Free && tool.Type != Free || kind == Freemium && (tool.Type == Premium || tool.Type == Unknown)
	}
	for _, kind := range []Type{Free, Freemium} {
		what := map[Type]string{Free: "free", Freemium: "free to start"}[kind]
		if tool.Type == Premium {
			what += ", while " + tool.Name + " is premium"
		}
		add(named(func(other Product) bool { return other.Type == kind && isCheaper(kind) }), "is "+what, "are "+what)
	}
	add(named(func(other Product) bool { return other.HasDeal && !tool.HasDeal }), "has a deal", "have a deal")
	own := ownText(tool)
	for _, use := range usesBesides(own, alternatives) {
		add(named(func(other Product) bool {
			return slices.ContainsFunc(uses(other), func(u string) bool { return Fold(u) == Fold(use) })
		}),
			"is also for "+InSentence(use), "are also for "+InSentence(use))
	}
	last := len(reasons) + mostReasons
	for _, audience := range audiences {
		if len(reasons) < last && !strings.Contains(own, audience) {
			add(named(func(other Product) bool { return isFor(other, audience) }), "is for "+audience, "are for "+audience)
		}
	}
	return reasons
}

// ownText returns all that a tool says of itself, folded.
func ownText(p Product) string {
	return Fold(strings.Join(slices.Concat([]string{p.Name, p.Description, p.UseCases}, p.Categories, p.Tags), " "))
}

// uses are what a tool is for.
func uses(p Product) []string {
	return slices.DeleteFunc(slices.Concat(p.Categories, p.Tags), func(name string) bool { return name == OtherCategory })
}

// usesBesides returns the uses that several of the alternatives have, but not most of them, and that the folded text of the tool
// does not have: at most mostReasons, those of the most alternatives first.
func usesBesides(own string, alternatives []Product) (found []string) {
	counts := map[string]int{}
	for _, other := range alternatives {
		seen := map[string]bool{}
		for _, use := range uses(other) {
			folded := Fold(use)
			if seen[folded] || folded == "" || strings.Contains(own, folded) {
				continue
			}
			seen[folded] = true
			if counts[folded]++; counts[folded] == 1 {
				found = append(found, use)
			}
		}
	}
	found = slices.DeleteFunc(found, func(use string) bool {
		count := counts[Fold(use)]
		return count < 2 || 3*count > 2*len(alternatives)
	})
	slices.SortStableFunc(found, func(a, b string) int { return counts[Fold(b)] - counts[Fold(a)] })
	return found[:min(len(found), mostReasons)]
}

// isFor reports whether a tool's text says that it is for an audience: "for developers", "for busy marketing teams".
func isFor(p Product, audience string) bool {
	words := strings.FieldsFunc(Fold(p.Description), func(r rune) bool { return !unicode.IsLetter(r) })
	for at, word := range words {
		if word == audience && slices.Contains(words[max(0, at-3):at], "for") {
			return true
		}
	}
	return false
}

// someNames lists the first few names: "Krea, Pika and Vidu", "Krea, Pika, Vidu and 4 more".
func someNames(names []string) string {
	last := names[len(names)-1]
	if more := len(names) - mostNamed; more > 1 {
		names, last = names[:mostNamed], fmt.Sprintf("%d more", more)
	} else {
		names = names[:len(names)-1]
	}
	return strings.Join(names, ", ") + " and " + last
}

// namesWithout returns the names that are not in the other list.
func namesWithout(names, other []string) []string {
	var left []string
	for _, name := range names {
		if !slices.Contains(other, name) {
			left = append(left, name)
		}
	}
	return left
}

// Limits of an administrator's picks for one tool.
const (
	MaxPinned = 20 // as many as a page of alternatives shows
	MaxHidden = 100
)

// Picks are an administrator's choices for the page of alternatives to a tool, as ids of tools. Those in the trash are
// among them, because they may be restored.
type Picks struct {
	Pinned []int64 `json:"pinned" nullable:"false" doc:"Products that come first, in this order, at most 20"`
	Hidden []int64 `json:"hidden" nullable:"false" doc:"Products that are not shown, at most 100"`
}

// ProductPicks are the picks for a product, as an archive has them.
type ProductPicks struct {
	Product int64 `json:"product"`
	Picks
}

// Check checks the picks for a tool: not too many, each tool once, and not the tool itself. The fault names the field
// "pinned" or "hidden".
func (p Picks) Check(product int64) error {
	var c checker
	seen := map[int64]bool{product: true}
	for _, list := range []struct {
		field string
		ids   []int64
		most  int
	}{{"pinned", p.Pinned, MaxPinned}, {"hidden", p.Hidden, MaxHidden}} {
		if len(list.ids) > list.most {
			c.Fail(list.field, fmt.Sprintf("Please choose at most %d tools", list.most))
			continue
		}
		for _, id := range list.ids {
			if seen[id] {
				c.Fail(list.field, "Please choose each tool once, and not the tool itself")
				break
			}
			seen[id] = true
		}
	}
	return c.Fault()
}
