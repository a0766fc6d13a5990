package api

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"vitrine/internal/assist"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/inbox"
	"vitrine/internal/media"
	"vitrine/internal/mirror"
	"vitrine/internal/site"
)

// route is one call of the API.
type route struct {
	method, pattern string
	access          access
	handler         handler
	about           about
}

const (
	productList = "/api/products"
	oneProduct  = "/api/products/{x}"
	submissions = "/api/submissions"
)

// routes are all calls of the API, and who may make them.
func routes() []route {
	list := append(filters(), paging("Products in a page; without it, every match")...)
	sections := append(filters(), paging("Products of each section; 12 without it")...)
	return []route{
		{"GET", productList, public, read(products), about{"listProducts", "Products in order", typeOf[[]catalog.Product](), list, listHeaders()}},
		{"GET", oneProduct, public, read(product), about{"product", "One product", typeOf[catalog.Product](), nil, nil}},
		{"GET", "/api/products/{x}/similar", public, read(similar), about{"similarProducts", "At most 8 products like this one", typeOf[[]catalog.Product](), nil, nil}},
		{"GET", "/api/catalog", public, read(screen), about{"catalog", "A screen of the directory: a page of each section, and the matches behind each filter", typeOf[Catalog](), sections, nil}},
		{"GET", "/api/categories", public, read(categories), about{"listCategories", "Categories by name", typeOf[[]catalog.Category](), nil, nil}},
		{"GET", "/api/site", public, read(frame), about{"site", "What the frame of every page needs", typeOf[Site](), nil, nil}},
		{"GET", "/api/social-media", public, readOr(socialLinks, allSocialLinks), about{"listSocialLinks", "Active social links in their order; to administrators all of them", typeOf[[]site.SocialLink](), nil, nil}},
		{"GET", "/api/logo-settings", public, settled(logoSettings), about{"listLogoSettings", "Site logos, with their files as data URLs", typeOf[[]site.Logo](), nil, nil}},
		{"GET", "/api/legal-pages", public, settled(legalPages), about{"listLegalPages", "Legal pages", typeOf[[]site.LegalPage](), nil, nil}},
		{"GET", "/api/legal-pages/{type}", public, settled(legalPage), about{"legalPage", "One legal page, with what visitors see", typeOf[site.ShownPage](), nil, nil}},
		{"GET", "/logos/{type}", public, settled(logo), about{}},

		{"POST", "/api/auth/login", public, write(maxLoginBody, login), about{"login", "Sign in; the answer sets the session's cookie", typeOf[SignedIn](), nil, nil}},
		{"POST", "/api/auth/logout", signedIn, bare(logout), about{"logout", "Sign out", typeOf[nothing](), nil, nil}},
		{"GET", "/api/auth/me", signedIn, fresh(me), about{"me", "Who is signed in, and for how long", typeOf[Session](), nil, nil}},
		{"POST", "/api/auth/password", signedIn, write(maxLoginBody, changePassword), about{"changePassword", "Change one's own password, which ends all other sessions and all tokens", typeOf[SignedIn](), nil, nil}},

		{"GET", "/api/admin/products", content, fresh(rows), about{"listProductRows", "All products in the administrator's order", typeOf[[]ProductRow](), nil, nil}},
		{"GET", "/api/admin/categories", content, fresh(categoryCounts), about{"listCategoryCounts", "All categories with the number of products in each", typeOf[[]CategoryFacet](), nil, nil}},
		{"POST", productList, admin, create(maxBody, createProduct), about{"createProduct", "Make a product", typeOf[catalog.Product](), nil, nil}},
		{"PUT", oneProduct, admin, write(maxBody, updateProduct), about{"updateProduct", "Change a product", typeOf[catalog.Product](), nil, nil}},
		{"DELETE", oneProduct, admin, bare(deleteProduct), about{"deleteProduct", "Delete a product; it stays in the trash for a while", typeOf[nothing](), nil, nil}},
		{"PATCH", "/api/products/reorder", admin, write(maxBody, reorderProducts), about{"reorderProducts", "Put products in another order: all that are named, or none", typeOf[Reordered](), nil, nil}},
		{"GET", "/api/products/reorder", public, read(product), about{}}, // of a product with this slug
		{"POST", "/api/products/bulk", admin, write(maxBody, changeProducts), about{"changeProducts", "Change or delete many products: all of them, or none", typeOf[BulkChanged](), nil, nil}},
		{"GET", "/api/products/bulk", public, read(product), about{}},
		{"POST", "/api/products/{x}/restore", admin, write(maxBody, restoreProduct), about{"restoreProduct", "Bring a product back, out of the trash or to an earlier state", typeOf[catalog.Product](), nil, nil}},
		{"POST", "/api/undo", admin, write(maxBody, undo), about{"undo", "Take a change of products back: all of it, or nothing", typeOf[Undone](), nil, nil}},
		{"GET", "/api/trash", records, fresh(trash), about{"listTrash", "Deleted products that can come back, the latest first", typeOf[[]catalog.Deleted](), nil, nil}},
		{"GET", "/api/audit", records, fresh(readAudit), about{"readAudit", "Who changed what, the newest first", typeOf[AuditPage](), auditKeys(), nil}},
		{"PUT", "/api/categories/{id}", admin, write(maxBody, renameCategory), about{"renameCategory", "Give a category another name; the old one goes on leading to it", typeOf[catalog.Category](), nil, nil}},
		{"POST", "/api/categories/{id}/merge", admin, write(maxBody, mergeCategory), about{"mergeCategory", "Put the products of a category into another one, and delete it", typeOf[catalog.Category](), nil, nil}},
		{"DELETE", "/api/categories/{id}", admin, bare(deleteCategory), about{"deleteCategory", "Delete a category without products", typeOf[nothing](), nil, nil}},
		{"POST", "/api/visits", public, write(maxVisitBody, countVisit), about{"countVisit", "Count that a product was opened or visited, once an hour for each address; only the number is stored", typeOf[nothing](), nil, nil}},
		{"GET", "/api/admin/visits", records, fresh(allVisits), about{"visits", "How often products were opened and visited, and which the most", typeOf[Visits](), timeSpan(), nil}},
		{"GET", "/api/admin/visits/products", records, fresh(visitCourses), about{"visitCourses", "How the visits of each product went; of those that were visited", typeOf[[]VisitCourse](), timeSpan(), nil}},
		{"GET", "/api/products/{x}/visits", records, fresh(productVisits), about{"productVisits", "How often a product was opened and visited", typeOf[ProductVisits](), timeSpan(), nil}},
		{"GET", "/api/submit-form", public, read(submitForm), about{"submitForm", "Where visitors send a tool in", typeOf[SubmitForm](), nil, nil}},
		{"GET", "/api/submissions/check", public, fresh(checkAddress), about{"checkAddress", "Whether a tool's address is known, however it is spelled", typeOf[AddressCheck](), addressKeys(), nil}},
		{"POST", submissions, public, create(maxSubmissionBody, submitProduct), about{"submitProduct", "Send a tool in; an administrator decides", typeOf[Submitted](), nil, nil}},
		{"GET", "/api/submission-status/{key}", public, fresh(submissionStatus), about{"submissionStatus", "Return the status of a submission, for its sender", typeOf[SubmissionStatus](), nil, nil}},
		{"GET", submissions, records, fresh(listSubmissions), about{"listSubmissions", "What visitors have sent in, the newest first", typeOf[Queue](), queueKeys(), nil}},
		{"POST", "/api/submissions/{id}/approve", admin, create(maxBody, approveSubmission), about{"approveSubmission", "Make the product of a submission, and approve it", typeOf[catalog.Product](), nil, nil}},
		{"POST", "/api/submissions/{id}/reject", admin, write(maxBody, rejectSubmission), about{"rejectSubmission", "Reject a submission, and say why", typeOf[inbox.Submission](), nil, nil}},
		{"DELETE", "/api/submissions/{id}", admin, bare(deleteSubmission), about{"deleteSubmission", "Remove a submission without a word to its sender", typeOf[nothing](), nil, nil}},
		{"POST", "/api/upload", admin, uploading(), about{"uploadImage", "Keep an image as a square picture", typeOf[media.Added](), nil, nil}},
		{"POST", "/api/legal-pages", admin, saving(maxBody, saveLegalPage), about{"saveLegalPage", "Keep the text of a legal page", typeOf[site.LegalPage](), nil, nil}},
		{"POST", "/api/legal-pages/preview", admin, write(maxBody, previewLegalPage), about{"previewLegalPage", "A text as a legal page would show it; nothing is kept", typeOf[site.Rendered](), nil, nil}},
		{"POST", "/api/social-media", admin, create(maxBody, addSocialLink), about{"addSocialLink", "Add a social link", typeOf[site.SocialLink](), nil, nil}},
		{"PUT", "/api/social-media/{id}", admin, write(maxBody, changeSocialLink), about{"changeSocialLink", "Change of a social link what is sent", typeOf[site.SocialLink](), nil, nil}},
		{"DELETE", "/api/social-media/{id}", admin, bare(deleteSocialLink), about{"deleteSocialLink", "Delete a social link", typeOf[nothing](), nil, nil}},
		{"PATCH", "/api/social-media/reorder", admin, write(maxBody, reorderSocialLinks), about{"reorderSocialLinks", "Put social links in another order: all that are named, or none", typeOf[[]site.SocialLink](), nil, nil}},
		{"POST", "/api/logo-settings", admin, savingLogo(), about{"saveLogo", "Keep a site logo in place of the one of its type", typeOf[site.Logo](), nil, nil}},
		{"DELETE", "/api/logo-settings/{id}", admin, bare(deleteLogo), about{"deleteLogo", "Delete a site logo", typeOf[nothing](), nil, nil}},
		{"GET", "/api/drafting", records, fresh(drafting), about{"drafting", "Whether texts can be drafted", typeOf[assist.Status](), nil, nil}},
		{"GET", "/api/verify-logos", content, fresh(verifyLogos), about{"verifyLogos", "Of each product, whether its logo is here, and in production where that is known", typeOf[[]mirror.LogoEntry](), nil, nil}},
		{"POST", "/api/sync-logos", admin, bare(syncLogos), about{"syncLogos", "Bring the images from production that are named here and missing", typeOf[mirror.LogosSynced](), nil, nil}},
		{"GET", "/api/sync", records, fresh(syncState), about{"syncState", "Return the status of the sync with production", typeOf[SyncState](), nil, nil}},
		{"POST", "/api/sync/preview", admin, bare(previewSync), about{"previewSync", "What a sync would change now; nothing is changed", typeOf[mirror.Difference](), nil, nil}},
		{"POST", "/api/sync/manual", admin, bare(startSync), about{"syncNow", "Copy production's content to this site: all of it, or nothing; answers when that is done", typeOf[mirror.Run](), nil, nil}},
		{"POST", "/api/sync/webhook", signed, syncWebhook(), about{"syncWebhook", "Ask for a sync, with a signature as Standard Webhooks has it", typeOf[Accepted](), nil, nil}},
		{"GET", mirror.ContentPath, content, fresh(syncContent), about{"syncContent", "All content as lines of JSON, for a site that copies this one", nil, nil, nil}},
		{"POST", "/api/fill-from-website", admin, write(maxBody, fillFromWebsite), about{"fillFromWebsite", "What a website says of a tool by itself", typeOf[assist.Suggestion](), nil, nil}},
		{"POST", "/api/generate-description", admin, write(maxDraftBody, generateDescription), about{"generateDescription", "A description, drafted", typeOf[DescriptionDraft](), nil, nil}},
		{"POST", "/api/enhance-description", admin, write(maxDraftBody, enhanceDescription), about{"enhanceDescription", "A better description, drafted", typeOf[DescriptionDraft](), nil, nil}},
		{"POST", "/api/ai/generate-usecases", admin, write(maxDraftBody, generateUseCases), about{"generateUseCases", "Use cases, drafted", typeOf[UseCasesDraft](), nil, nil}},
		{"POST", "/api/ai/generate-legal-content", admin, write(maxDraftBody, generateLegalContent), about{"generateLegalContent", "The text of a legal page, drafted", typeOf[LegalContentDraft](), nil, nil}},
	}
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// register puts the table behind the mux: one resource for each pattern, which knows its methods.
func (a *API) register(table []route) {
	resources := map[string]*resource{}
	for _, rt := range table {
		rt.check()
		found := resources[rt.pattern]
		if found == nil {
			found = &resource{api: a, routes: map[string]*route{}}
			resources[rt.pattern] = found
			a.mux.Handle(rt.pattern, found)
		}
		found.routes[rt.method] = &rt
	}
	a.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		a.fail(w, r, fault.New(fault.NotFound, "There is nothing at this address."))
	})
}

// check panics when the table says too little of a route, or says that what is for some is kept for all.
func (rt *route) check() {
	switch {
	case !slices.Contains([]access{public, signed, signedIn, admin, content, records}, rt.access):
		panic(fmt.Sprintf("api: %s %s does not say who may call it", rt.method, rt.pattern))
	case rt.access == admin && rt.method == http.MethodGet, (rt.access == content || rt.access == records) && rt.method != http.MethodGet:
		panic(fmt.Sprintf("api: %s %s: what administrators read is content or records, what they change is admin", rt.method, rt.pattern))
	case rt.access != public && rt.handler.answer != nil:
		panic(fmt.Sprintf("api: %s %s is not for everybody, and is kept for everybody", rt.method, rt.pattern))
	case rt.method != http.MethodGet && rt.handler.answer != nil:
		panic(fmt.Sprintf("api: %s %s changes nothing", rt.method, rt.pattern))
	case rt.handler.answer == nil && rt.handler.do == nil:
		panic(fmt.Sprintf("api: %s %s does nothing", rt.method, rt.pattern))
	}
}

// resource is one pattern with its methods.
type resource struct {
	api    *API
	routes map[string]*route
}

// ServeHTTP answers by method. HEAD goes where GET goes; OPTIONS names the methods and grants nothing to other origins.
func (s *resource) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	rt, found := s.routes[method]
	switch {
	case found:
		s.api.call(w, r, rt)
	case method == http.MethodOptions:
		w.Header().Set("Allow", s.allowed())
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Allow", s.allowed())
		s.api.fail(w, r, fault.New(fault.MethodNotAllowed, "This address does not take this method; it takes "+s.allowed()+"."))
	}
}

// allowed are the methods of the resource, as Allow lists them.
func (s *resource) allowed() string {
	methods := []string{http.MethodOptions}
	for method := range s.routes {
		methods = append(methods, method)
	}
	if s.routes[http.MethodGet] != nil {
		methods = append(methods, http.MethodHead)
	}
	slices.Sort(methods)
	return strings.Join(methods, ", ")
}

func (a *API) call(w http.ResponseWriter, r *http.Request, rt *route) {
	who, err := a.guard(w, r, rt)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if rt.handler.do != nil {
		a.perform(w, r, rt, who, rt.handler.do)
		return
	}
	if rt.handler.extra != nil {
		if who, is := a.administrator(w, r); is {
			a.perform(w, r, rt, who, rt.handler.extra)
			return
		}
	}
	q, err := rt.read(r)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	a.respond(w, r, q, rt.handler.extra != nil) // which is not remembered: who asks counts
}
