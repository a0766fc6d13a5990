// Made by `make generate` from the kinds in Go (internal/records).

/** What the history has entries about, by its name there: one of them and all of them in words. */
export const kinds = new Map([
  ["categories", { one: "category", many: "Categories" }],
  ["products", { one: "product", many: "Products" }],
  ["alternative_picks", { one: "alternatives", many: "Alternatives" }],
  ["collections", { one: "collection", many: "Collections" }],
  ["comparison_verdicts", { one: "verdict", many: "Verdicts" }],
  ["affiliate_links", { one: "affiliate link", many: "Affiliate links" }],
  ["bookings", { one: "booking", many: "Bookings" }],
  ["synonyms", { one: "synonym", many: "Synonyms" }],
  ["legal_pages", { one: "legal page", many: "Legal pages" }],
  ["social_media_links", { one: "social link", many: "Social links" }],
  ["logo_settings", { one: "site logo", many: "Site logos" }],
  ["site_settings", { one: "settings", many: "Settings" }],
  ["images", { one: "image", many: "Images" }],
  ["product_submissions", { one: "submission", many: "Submissions" }],
  ["users", { one: "account", many: "Accounts and sign-ins" }],
  ["tokens", { one: "token", many: "Tokens" }],
  ["affiliate_imports", { one: "import of earnings", many: "Imports of earnings" }],
  ["invitations", { one: "invitation", many: "Invitations" }],
  ["newsletters", { one: "subscriber", many: "Subscribers" }],
  ["newsletter_drafts", { one: "next issue", many: "Edits of the next issue" }],
  ["newsletter_issues", { one: "issue", many: "Newsletter issues" }],
  ["drafts", { one: "draft", many: "Drafted texts" }],
  ["sync_runs", { one: "sync", many: "Failed and announced syncs" }],
  ["content", { one: "content", many: "Syncs and imports of a site" }],
]);
