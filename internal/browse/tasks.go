package browse

import (
	"cmp"
	"slices"
)

// homeSearches is how many searches are proposed, leastSearches of how many there are no proposals.
const (
	homeSearches  = 6
	leastSearches = 3
)

// Search is a search that is proposed to visitors.
type Search struct {
	Name string `json:"name" doc:"What a visitor wants to do, or a tag"`
	Text string `json:"text" doc:"The words to search for"`
}

// task is a search in a visitor's words, and the slugs of the categories and tags that show that the site has tools for it.
type task struct {
	Search
	slugs []string
}

var tasks = []task{
	{Search{"Create an image", "image generation"}, []string{"image-generation", "images", "text-to-image"}},
	{Search{"Write code", "coding assistant"}, []string{"coding-assistants", "coding", "code-editor"}},
	{Search{"Write an article", "writing"}, []string{"writing-copywriting", "writing", "copywriting"}},
	{Search{"Make a video", "video"}, []string{"video", "video-generation", "text-to-video"}},
	{Search{"Edit a photo", "photo editing"}, []string{"photo-editing"}},
	{Search{"Run a model locally", "local llm"}, []string{"local-llms-serving", "local-models", "local-llm"}},
	{Search{"Read a text aloud", "text to speech"}, []string{"voice-speech", "audio", "text-to-speech"}},
	{Search{"Automate a workflow", "workflow automation"}, []string{"automation-workflows", "automation", "workflow-automation"}},
	{Search{"Build an app", "app builder"}, []string{"app-website-builders", "app-builders"}},
	{Search{"Make music", "music"}, []string{"music", "song-generator"}},
	{Search{"Design a logo", "logo"}, []string{"design-branding", "logo-maker", "logo-generator"}},
	{Search{"Read a paper", "research papers"}, []string{"research-science", "research", "academia"}},
	{Search{"Rank in search", "seo"}, []string{"seo"}},
	{Search{"Transcribe a meeting", "meeting transcription"}, []string{"transcription-subtitles", "meetings-notes", "meetings"}},
	{Search{"Make slides", "presentation"}, []string{"presentations", "slides", "ppt"}},
	{Search{"Answer customers", "customer support"}, []string{"customer-support"}},
	{Search{"Write an email", "email"}, []string{"email"}},
	{Search{"Translate a text", "translation"}, []string{"translation-languages", "translation"}},
	{Search{"Write SQL", "sql"}, []string{"databases-sql", "sql"}},
	{Search{"Clone a voice", "voice cloning"}, []string{"voice-cloning", "ai-voice-cloning"}},
	{Search{"Review code", "code review"}, []string{"code-review"}},
	{Search{"Remove a background", "background remover"}, []string{"background-removal", "background-remover"}},
}

// Searches returns at most homeSearches: the tasks that the most products are for, or the most used tags where the categories
// and tags name too few tasks. No fewer than leastSearches, or none.
func (s *Home) Searches() []Search {
	known := make([]Search, 0, homeSearches)
	for _, t := range s.tasks() {
		known = append(known, t.Search)
	}
	if len(known) < leastSearches {
		known = known[:0]
		for _, tag := range (*Snapshot)(s).Tags().All() {
			known = append(known, Search{tag.Name, tag.Name})
		}
	}
	if len(known) < leastSearches {
		return []Search{}
	}
	return known[:min(homeSearches, len(known))]
}

// tasks returns those with at least LeastRow products in one category or tag, the ones with the most first.
func (s *Home) tasks() []task {
	counts := map[string]int{} // by name
	for _, t := range tasks {
		for _, slug := range t.slugs {
			counts[t.Name] = max(counts[t.Name], s.countOf(slug))
		}
	}
	some := slices.DeleteFunc(slices.Clone(tasks), func(t task) bool { return counts[t.Name] < LeastRow })
	slices.SortStableFunc(some, func(a, b task) int { return cmp.Compare(counts[b.Name], counts[a.Name]) })
	return some
}

// countOf returns how many products are in the category or have the tag with a slug.
func (s *Home) countOf(slug string) (count int) {
	if index, ok := s.bySlug[slug]; ok {
		count = s.categories[index].members.count
	}
	if t, ok := (*Snapshot)(s).Tags().group(slug); ok {
		count = max(count, len(t.slots))
	}
	return count
}
