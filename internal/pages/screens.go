package pages

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// screen is a kind of page and the index into the table of screens.
type screen int

const (
	home               screen = iota // the directory
	generator                        // the VEO 3 prompt generator
	saved                            // the tools that a visitor has saved
	signUp                           // the form for a new account
	signIn                           // the form to sign in
	verify                           // the code that confirms the email of a new account
	forgot                           // a new password by email
	userAccount                      // the visitor's account
	newsletterForm                   // the form for the newsletter
	newsletterConfirm                // the button that confirms a subscription
	newsletterSettings               // what a subscriber gets
	archive                          // past issues of the newsletter
	issue                            // a past issue
	submit                           // the form for a new tool
	submission                       // the status of a submission, for its sender
	legal                            // the legal pages
	category                         // the directory, filtered by a category
	tag                              // the directory, filtered by a tag
	allCategories                    // all categories
	allTools                         // all tools from A to Z
	product                          // one product
	alternatives                     // the alternatives to a product
	comparison                       // two to four products next to each other
	collections                      // all collections
	collection                       // a collection of tools
	unknown                          // no screen
	admin                            // the admin screens (admin.go)
)

// screenInfo is all that Go knows about a screen. A screen with the same text for every visitor needs no functions.
type screenInfo struct {
	paths       []string // as in pages.ts of the folders in web/src/public; a final ":id" matches one path segment
	module      string   // of the front end, for a screen with its own script
	title       string
	description string              // in this and in notice, {site} is the site's name
	notice      string              // text of its plain page
	numbered    bool                // a list with pages below it, "/page/2"
	longest     int                 // bytes of the name in its path; 0: longestName
	unlisted    bool                // not indexed, not in the sitemap
	private     bool                // not cached either, nor named in the log
	exists      func(*Options) bool // reports whether the site has the screen; nil: always

	// find returns the address of an item and its canonical path; nil: the path is already canonical.
	find func(folder, escaped string, snapshot *browse.Snapshot) (address, string)
	// describe fills the head of a page whose text depends on the catalogue or the settings.
	describe func(p *Pages, h *head, a address, snapshot *browse.Snapshot)
	// data returns the structured data of a page without describe; nil: none.
	data func(h *head) any
	// plain returns the template and data of the plain page; nil: the notice.
	plain func(p *Pages, a address, snapshot *browse.Snapshot) (template string, content any)
	// urls returns the pages for the sitemap; nil: the paths.
	urls func(snapshot *browse.Snapshot, settings *site.Settings) []sitemapURL
}

// screens is the table of pages. URLs, heads, modules, plain pages, the sitemap (in this order) and tests use it.
// testdata/pages.json is its export for the front end's tests.
var screens = [...]screenInfo{
	home: {
		paths:    []string{"/"},
		module:   "src/public/directory/home-rows.tsx",
		describe: (*Pages).describeHome,
		plain:    (*Pages).plainHome,
		urls:     homeURLs,
	},
	generator: {
		paths:  []string{"/veo3-generator"},
		module: "src/public/generator/generator.tsx",
		title:  "VEO 3 Script Generator",
		description: "Create professional JSON prompts for VEO 3, Google's video-generation AI: choose shot, camera, light and sound, " +
			"and take the JSON along. Free, and nothing you type leaves your browser.",
		notice: "Create professional JSON prompts for Google's VEO 3 video-generation AI. The generator needs JavaScript. " +
			"Reload the page if it doesn't appear.",
		data: generatorData,
	},
	saved: {
		paths:       []string{"/saved"},
		module:      "src/public/saved/saved.tsx",
		title:       "Saved tools",
		description: "The tools on {site} that you have saved in this browser.",
		notice:      "The tools that you save are kept in your browser. Reload the page if they don't appear.",
		unlisted:    true,
	},
	signUp: {
		paths:       []string{"/sign-up"},
		module:      "src/public/account/sign-up.tsx",
		title:       "Create account",
		description: "An account on {site} keeps your saved tools on all your devices.",
		notice:      "Creating an account needs JavaScript. Reload the page if the form doesn't appear.",
		unlisted:    true,
		exists:      withAccounts,
	},
	signIn: {
		paths:       []string{"/sign-in"},
		module:      "src/public/account/sign-in.tsx",
		title:       "Sign in",
		description: "Sign in to your account on {site}.",
		notice:      "Signing in needs JavaScript. Reload the page if the form doesn't appear.",
		unlisted:    true,
		exists:      withAccounts,
	},
	verify: {
		paths:       []string{"/verify"},
		module:      "src/public/account/verify.tsx",
		title:       "Confirm your email",
		description: "Confirm the email of your new account on {site}.",
		notice:      "Confirming your email needs JavaScript. Reload the page if the form doesn't appear.",
		unlisted:    true,
		exists:      withAccounts,
	},
	forgot: {
		paths:       []string{"/forgot"},
		module:      "src/public/account/forgot.tsx",
		title:       "Reset your password",
		description: "Set a new password for your account on {site}.",
		notice:      "Resetting your password needs JavaScript. Reload the page if the form doesn't appear.",
		unlisted:    true,
		exists:      withAccounts,
	},
	userAccount: {
		paths:       []string{"/account"},
		module:      "src/public/account/account.tsx",
		title:       "Your account",
		description: "Your account on {site}.",
		notice:      "Your account needs JavaScript. Reload the page if it doesn't appear.",
		unlisted:    true,
		exists:      withAccounts,
	},
	newsletterForm: {
		paths:       []string{newsletterPath},
		module:      "src/public/newsletter/newsletter.tsx",
		title:       "Newsletter",
		description: "New AI tools and deals from {site} by email, once a week or once a month, about the topics that you choose.",
		notice:      "New AI tools and deals by email, once a week or once a month. Reload the page if the form doesn't appear.",
		exists:      withNewsletter,
	},
	newsletterConfirm: {
		paths:       []string{newsletterPath + "/confirm"},
		module:      "src/public/newsletter/confirm.tsx",
		title:       "Confirm your subscription",
		description: "Confirm that you want the newsletter of {site}.",
		notice:      "Confirming your subscription needs JavaScript. Reload the page if the button doesn't appear.",
		unlisted:    true,
		exists:      withNewsletter,
	},
	newsletterSettings: {
		paths:       []string{newsletterPath + "/settings"},
		module:      "src/public/newsletter/settings.tsx",
		title:       "Newsletter settings",
		description: "Choose what you get from the newsletter of {site}, or unsubscribe.",
		notice:      "Changing your subscription needs JavaScript. Reload the page if the form doesn't appear.",
		unlisted:    true,
		exists:      withNewsletter,
	},
	archive: {
		paths:    []string{archivePath},
		module:   "src/public/newsletter/archive.tsx",
		describe: (*Pages).describeArchive,
		plain:    (*Pages).plainArchive,
		urls:     archiveURLs,
		exists:   withNewsletter,
	},
	issue: {
		paths:    []string{archivePath + "/:number"},
		module:   "src/public/newsletter/issue.tsx",
		find:     findIssue,
		describe: (*Pages).describeIssue,
		plain:    (*Pages).plainIssue,
		urls:     issueURLs,
		exists:   withNewsletter,
	},
	submit: {
		paths:       []string{submitPath},
		module:      "src/public/submit/submit.tsx",
		title:       "Submit Your AI Tool",
		description: "Have an AI tool you'd like to feature on {site}? Tell us what it does, where to find it and what it costs.",
		notice:      "Have an AI tool you'd like to feature on {site}? Reload the page if the form doesn't appear.",
	},
	submission: {
		paths:       []string{"/submit/status/:key"},
		module:      "src/public/submit/submission.tsx",
		title:       "Your submission",
		description: "The status of a tool submitted to {site}.",
		notice:      "Reload the page to see the status of your submission.",
		unlisted:    true,
		private:     true,
	},
	legal: {
		paths:    legalPaths(),
		module:   "src/public/legal/legal-screen.tsx",
		describe: (*Pages).describeLegal,
		plain:    (*Pages).plainLegal,
		urls:     legalURLs,
	},
	category: {
		paths:    []string{"/category/:category"},
		numbered: true,
		find:     categoryAt,
		describe: (*Pages).describeHome,
		plain:    (*Pages).plainHome,
		urls:     categoryURLs,
	},
	tag: {
		paths:    []string{tagFolder + ":tag"},
		numbered: true,
		find:     tagAt,
		describe: (*Pages).describeHome,
		plain:    (*Pages).plainHome,
		urls:     tagURLs,
	},
	allCategories: {
		paths:    []string{categoriesPath},
		module:   "src/public/directory/categories-screen.tsx",
		describe: (*Pages).describeCategories,
		plain:    (*Pages).plainCategories,
		urls:     categoriesURLs,
	},
	allTools: {
		paths:    []string{toolsPath},
		numbered: true,
		find:     findTools,
		describe: (*Pages).describeHome,
		plain:    (*Pages).plainHome,
		urls:     toolURLs,
	},
	product: {
		paths:    []string{"/product/:id", "/products/:id"},
		find:     productAt,
		describe: (*Pages).describeProduct,
		plain:    (*Pages).plainProduct,
		urls:     productURLs,
	},
	alternatives: {
		paths:    []string{alternativesFolder + ":id"},
		module:   "src/public/alternatives/alternatives.tsx",
		find:     findAlternatives,
		describe: (*Pages).describeAlternatives,
		plain:    (*Pages).plainAlternatives,
		urls:     alternativesURLs,
	},
	comparison: {
		paths:    []string{comparePath + "/:comparison"},
		module:   "src/public/compare/compare.tsx",
		longest:  longestComparison,
		find:     findComparison,
		describe: (*Pages).describeComparison,
		plain:    (*Pages).plainComparison,
		urls:     comparisonURLs,
	},
	collections: {
		paths:    []string{collectionsPath},
		module:   "src/public/collections/collections.tsx",
		describe: (*Pages).describeCollections,
		plain:    (*Pages).plainCollections,
		urls:     collectionsURLs,
	},
	collection: {
		paths:    []string{bestFolder + ":slug"},
		module:   "src/public/collections/collection.tsx",
		find:     findCollection,
		describe: (*Pages).describeCollection,
		plain:    (*Pages).plainCollection,
		urls:     collectionURLs,
	},
	unknown: {describe: (*Pages).describeUnknown},
	admin:   {describe: (*Pages).describeAdmin},
}

// toolsPath is the list of all tools.
const toolsPath = "/tools"

// submitPath is the page with the form for a new tool, and the URL that browsers without scripts post it to.
const submitPath = "/submit"

func withAccounts(o *Options) bool   { return o.Accounts }
func withNewsletter(o *Options) bool { return o.Newsletter }

// exists reports whether the site has a screen.
func (p *Pages) exists(s screen) bool {
	exists := screens[s].exists
	return exists == nil || exists(&p.options)
}

// screenAt returns the address for an escaped path, and the canonical path; "" if no screen matches.
func screenAt(path string, snapshot *browse.Snapshot) (address, string) {
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	for s, info := range screens {
		for _, pattern := range info.paths {
			folder, name, ok := match(pattern, path)
			switch {
			case !ok || len(name) > cmp.Or(info.longest, longestName):
			case info.find != nil:
				return info.find(folder, name, snapshot)
			default:
				return address{screen: screen(s), path: folder + name}, folder + name
			}
		}
	}
	if lower := strings.ToLower(path); lower == "/admin" || strings.HasPrefix(lower, "/admin/") {
		return adminAt(lower)
	}
	return address{screen: unknown, path: unknownPath}, ""
}

// match splits a path that fits the pattern into the fixed part, spelled as in the pattern, and the name after it. A
// pattern without a name is all fixed part.
func match(pattern, path string) (folder, name string, ok bool) {
	folder, _, named := strings.Cut(pattern, ":")
	if len(path) < len(folder) || !strings.EqualFold(path[:len(folder)], folder) {
		return "", "", false
	}
	name = path[len(folder):]
	if !named {
		return folder, "", name == ""
	}
	return folder, name, name != "" && !strings.Contains(name, "/")
}

// headOf returns the head of the page at an address in the snapshot.
func (p *Pages) headOf(a address, snapshot *browse.Snapshot) head {
	h := head{
		Status:   http.StatusOK,
		SiteName: p.siteName(),
		Icon:     p.frame.icon(p.options.Site.Settings()),
		Look:     p.lookOf(a, p.options.Site.Settings()),
	}
	info := &screens[a.screen]
	if info.describe != nil {
		info.describe(p, &h, a, snapshot)
	} else {
		p.describeStatic(&h, a, info)
	}
	h.Description = shorten(h.Description, longestDescription)
	if h.Status == http.StatusOK && h.Canonical != "" {
		h.Preview = p.previewLinkOf(a, h, snapshot)
	}
	if a.screen != admin {
		h.Alternates = append(h.Alternates, p.feedsAt("", "New tools", browse.Query{})...)
	}
	return h
}

// describeStatic fills the head of a page with the same text for every visitor.
func (p *Pages) describeStatic(h *head, a address, info *screenInfo) {
	h.Title = info.title + " – " + h.SiteName
	h.Description = strings.ReplaceAll(info.description, "{site}", h.SiteName)
	h.NoIndex, h.Private = info.unlisted, info.private
	if !info.unlisted {
		h.Canonical = p.origin + a.path
	}
	if info.data != nil {
		h.Data = info.data(h)
	}
}

// generatorData describes the generator as an application.
func generatorData(h *head) any {
	return graph(object{
		"@type":               "WebApplication",
		"name":                screenTitle(h),
		"url":                 h.Canonical,
		"applicationCategory": "MultimediaApplication",
		"operatingSystem":     "Any",
		"browserRequirements": "Requires JavaScript",
		"offers":              object{"@type": "Offer", "price": "0", "priceCurrency": "USD"},
	})
}

// screenTitle returns the title of a page without the site's name.
func screenTitle(h *head) string { return strings.TrimSuffix(h.Title, " – "+h.SiteName) }
