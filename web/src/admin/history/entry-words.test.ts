import { expect, it } from "vitest";
import { kinds } from "../../api/kinds.gen";
import type { AuditEntry } from "../../api/schema.gen";
import { actorOf, currentName, wordsOf } from "./entry-words";

const product = { id: 7, name: "Runway", website: "https://a.example/", description: "d", hasDeal: false, version: 1 };

const entry = (action: string, object: string, overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: "2026-11-21T12:00:00Z",
  actor: "ann@example.com",
  action,
  object,
  objectId: "7",
  version: 1,
  before: null,
  after: null,
  address: "",
  requestId: "",
  canUndo: true,
  undone: { version: 0, at: "", actor: "", left: 0 },
  ...overrides,
});

const changed = (fields: object) => entry("update", "products", { before: product, after: { ...product, ...fields } });

const names = ["Runway", "Krea", "Pika"];

/** Changes of several tools. */
const groups: [action: string, after: object, words: string][] = [
  [
    "update",
    { count: 548, names, fields: ["section"], to: "Our Products" },
    "changed the section of 548 tools to Our Products (Runway, Krea, Pika and 545 more)",
  ],
  ["update", { count: 3, names, fields: ["hasDeal"], to: true }, "turned on deal for 3 tools (Runway, Krea and Pika)"],
  ["update", { count: 3, names: [], fields: ["isFeatured"], to: false }, "turned off featured for 3 tools"],
  ["update", { count: 9, names: [], fields: ["categories"] }, "changed the categories of 9 tools"],
  [
    "update",
    { count: 9, names: [], fields: ["type", "section", "hasDeal", "tags"] },
    "changed the type, section and 2 more of 9 tools",
  ],
  ["update", { count: 9, names: [], fields: ["logo", "logoColor"] }, "changed the logo of 9 tools"],
  ["update", { count: 9, names: [] }, "changed 9 tools"],
  ["delete", { count: 326, names: ["Runway"] }, "deleted 326 tools (Runway and 325 more)"],
  ["restore", { count: 1326, names: [] }, "restored 1,326 tools"],
  ["purge", { count: 2, names: [] }, "permanently deleted 2 tools"],
  [
    "import",
    { count: 60, names, created: 60, updated: 0, file: "tools.csv" },
    "imported 60 tools from tools.csv (Runway, Krea, Pika and 57 more)",
  ],
  ["import", { created: 1, updated: 0, file: "tools.csv", names: ["Krea"] }, "imported 1 tool from tools.csv (Krea)"],
  [
    "import",
    { count: 60, names: [], created: 57, updated: 3, file: "tools.csv" },
    "imported 60 tools from tools.csv: 57 new, 3 changed",
  ],
  ["undo", { restored: 326, of: { action: "delete", count: 326 } }, "undid the deletion of 326 tools"],
  [
    "undo",
    { restored: 59, left: 1, of: { action: "import", count: 60, file: "tools.csv" } },
    "undid the import of 59 of 60 tools from tools.csv",
  ],
  [
    "undo",
    { restored: 2, of: { action: "update", count: 2, fields: ["section"] } },
    "undid a change of the section of 2 tools",
  ],
  ["undo", { restored: 2, of: { action: "undo", count: 2 } }, "undid an undo for 2 tools"],
  ["undo", { restored: 2, of: { action: "toString", count: 2 } }, "undid a change to 2 tools"],
  ["undo", { moved: 4, left: 1 }, "moved 4 tools back, except 1 tool"],
];

/** Changes of every kind, also of those whose feature may be taken out. */
const described: [AuditEntry, string][] = [
  [entry("create", "products", { after: product }), "added Runway"],
  [entry("delete", "products", { before: product }), "deleted Runway"],
  [entry("restore", "products", { after: product }), "restored Runway"],
  [entry("purge", "products"), "permanently deleted product 7"],
  [changed({ name: "Runway 2", version: 2 }), "edited Runway: name"],
  [changed({ name: "B", website: "https://b.example/" }), "edited Runway: name and website"],
  [changed({ name: "B", website: "b", hasDeal: true }), "edited Runway: name, website and deal"],
  [changed({ name: "B", website: "b", hasDeal: true, description: "e" }), "edited Runway: name, website and 2 more"],
  [changed({ version: 2 }), "saved Runway"],
  [entry("undo", "products", { before: product, after: product }), "undid a change to Runway"],
  [
    entry("create", "comparison_verdicts", { objectId: "1,2", after: { name: "A vs B", text: "t" } }),
    "added the verdict on A vs B",
  ],
  [entry("undo", "legal_pages", { before: { title: "Terms" }, after: null }), "undid a change to Terms"],
  [entry("undo", "site_settings", { objectId: "" }), "undid a change to the settings"],
  [entry("undo", "comparison_verdicts", { objectId: "1,2" }), "undid a change to the verdict on 1,2"],
  [entry("reorder", "products", { objectId: "", after: { moved: 1, runs: [] } }), "moved 1 tool"],
  [entry("undo", "products", { objectId: "", after: { moved: 5_465, runs: [] } }), "moved 5,465 tools back"],
  [entry("undo", "products", { objectId: "", after: { restored: 5_465 } }), "undid the import of 5,465 tools"],
  [
    entry("import", "products", { objectId: "", after: { created: 79, updated: 3 } }),
    "imported 82 tools: 79 new, 3 changed",
  ],
  ...groups.map(([action, after, words]): [AuditEntry, string] => [
    entry(action, "products", { objectId: "", after }),
    words,
  ]),
  [entry("import", "products", { after: product }), "imported Runway"],
  [entry("import", "products", { before: product, after: { ...product, name: "B" } }), "edited Runway: name"],
  [entry("rename", "categories", { before: { name: "A" }, after: { name: "B" } }), "renamed A to B"],
  [entry("merge", "categories", { before: { name: "A" }, after: { into: { name: "B" } } }), "merged A into B"],
  [entry("undo", "categories", { before: { name: "B" }, after: { name: "A" } }), "undid the merge of A"],
  [entry("upload", "images"), "uploaded image 7"],
  [
    entry("sync", "content", { after: { products: { added: 2, changed: 1, removed: 0 }, images: { added: 1 } } }),
    "copied production: 4 rows differed",
  ],
  [
    entry("sync", "sync_runs", { after: { failure: "It took too long." } }),
    "failed to copy production: It took too long.",
  ],
  [
    entry("import", "content", {
      objectId: "",
      after: { products: { added: 2, changed: 1, removed: 0 }, file: "site.zip" },
    }),
    "imported a site's content from site.zip: 3 rows differed",
  ],
  [entry("webhook", "sync_runs", { objectId: "msg_1" }), "was notified that production has changed"],
  [entry("login", "users"), "signed in"],
  [entry("login_failed", "users", { objectId: "" }), "failed to sign in"],
  [entry("create", "users", { after: { name: "", email: "bob@example.com" } }), "added bob@example.com"],
  [
    entry("create", "users", { actor: "first start", after: { email: "bob@example.com" } }),
    "created the first administrator bob@example.com",
  ],
  [entry("update", "users", { after: { name: "Bob", isDisabled: true } }), "disabled Bob"],
  [entry("update", "users", { after: { name: "Bob", isDisabled: false } }), "enabled Bob"],
  [entry("delete", "tokens", { before: { name: "backup" } }), "revoked the API token backup"],
  [entry("update", "legal_pages", { before: { title: "Terms" }, after: { title: "Terms" } }), "changed Terms"],
  [
    entry("update", "site_settings", {
      objectId: "",
      before: { "index.toolFacts": "2" },
      after: { "index.toolFacts": "3" },
    }),
    "edited the settings: minimum details per tool",
  ],
  [entry("import", "newsletters", { objectId: "", after: { added: 1200 } }), "imported 1,200 subscribers"],
  [entry("delete", "newsletters"), "deleted subscriber 7"],
  [entry("update", "newsletter_drafts", { after: { subject: "Hello" } }), "edited the next issue Hello"],
  [entry("delete", "newsletter_drafts", { before: { subject: "Hello" } }), "started the next issue over, Hello"],
  [entry("send", "newsletter_issues", { after: { subject: "Hello" } }), "sent Hello"],
  [entry("unschedule", "newsletter_issues", { before: { subject: "Hello" } }), "unscheduled Hello"],
  [entry("stop", "newsletter_issues"), "stopped issue 7"],
];

it.each([
  ...described.filter(([made]) => kinds.has(made.object)),
  [
    entry("create", "affiliate_links", { after: { network: "Impact", programme: "Runway Partners" } }),
    "added the affiliate link Impact · Runway Partners",
  ],
  [entry("create", "redirects", { after: { from: "/tool/pen" } }), "added /tool/pen"],
  [entry("import", "redirects", { objectId: "", after: { added: 412, changed: 3 } }), "imported 415 old URLs"],
  [entry("undo", "redirects", { objectId: "", after: { restored: 415 } }), "undid a change of 415 old URLs"],
  [entry("create", "synonyms", { after: { says: "quill", means: "pen" } }), "added quill"],
  [entry("create", "affiliate_imports", { after: { network: "Impact" } }), "added earnings from Impact"],
  [entry("sync_back", "things", { after: "text" }), "sync_back things 7"],
  [entry("constructor", "toString", { objectId: "" }), "constructor toString"],
] as [AuditEntry, string][])("describes entry %# in words: %j", (made, want) => {
  const { verb, name, details } = wordsOf(made);
  expect(`${verb} ${name}`.trim() + details).toBe(want);
});

it("begins a sentence with a program as with a person", () => {
  const actors = ["command line", "first start", "", "ann@example.com"].map((actor) =>
    actorOf(entry("login", "users", { actor })),
  );
  expect(actors).toEqual(["The command line", "The first start", "Somebody", "ann@example.com"]);
});

it("finds an object's current name, or else its number", () => {
  const renamed = changed({ name: "Runway 2" });
  const moved = entry("reorder", "products", { after: { moved: 3 } });
  const other = entry("delete", "categories", { before: { name: "Video" } });
  const seven = { object: "products", objectId: "7" };
  expect(currentName([other, moved, renamed, changed({ description: "e" })], seven)).toBe("Runway 2");
  expect(currentName([entry("delete", "products", { before: product }), renamed], seven)).toBe("Runway");
  expect(currentName([moved, other], seven)).toBe("product 7");
  expect(currentName([renamed], { object: "products", objectId: "8" })).toBe("product 8");
  expect(currentName([], { object: "categories", objectId: "3" })).toBe("category 3");
});
