package assist

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/suggest"
)

// Suggestion is what a website says about a tool, extracted without a model. Missing fields are empty.
type Suggestion struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Image       string   `json:"image" doc:"Image that the page wants to be shared with"`
	Icon        string   `json:"icon" doc:"The page's icon, the larger one"`
	Categories  []string `json:"categories" nullable:"false" doc:"Categories of the directory that fit what the page says"`
}

// Suggest extracts a suggestion from a tool's website; names are the directory's categories. For any unreadable website
// it returns the same Invalid fault.
func (a *Assistant) Suggest(ctx context.Context, by, website string, names []string) (Suggestion, error) {
	leave, err := a.fills.enter(ctx, by)
	if err != nil {
		return Suggestion{}, err
	}
	defer leave()
	page, err := a.options.Pages.Page(ctx, website)
	if ctx.Err() != nil {
		return Suggestion{}, ctx.Err()
	}
	if err != nil {
		const message = "Couldn't read this website. Please check its URL"
		return Suggestion{}, &fault.Fault{Kind: fault.Invalid, Message: message, Fields: []fault.Field{{Field: "url", Message: message}}, Cause: err}
	}
	return Suggestion{
		Name: suggest.Name(page), Description: suggest.Description(page), Image: page.Image, Icon: page.Icon, Categories: suggest.Categories(page, names),
	}, nil
}
