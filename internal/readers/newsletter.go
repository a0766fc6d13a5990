package readers

import (
	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
)

// NewsletterExport is what the newsletter stores about a user.
type NewsletterExport struct {
	Newsletter []newsletter.Subscriber `json:"newsletter" nullable:"false" doc:"The subscription of the account's address; empty without one"`
}

// newsletterOf returns it for the user who asks.
func newsletterOf(c *httpapi.Call, a API) (NewsletterExport, error) {
	if !a.HasNewsletter {
		return NewsletterExport{[]newsletter.Subscriber{}}, nil
	}
	list, err := newsletter.SubscriptionsOf(c.Ctx(), a.DB, account.IdentityOf(c).User)
	return NewsletterExport{list}, err
}
