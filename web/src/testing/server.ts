import { vi } from "vitest";
import type { AdminProduct } from "../api/admin-products";
import type { Me } from "../api/auth";
import type { ListedProducts } from "../api/schema.gen";

/** A call to the stubbed server, with its body. */
export interface Call {
  call: string;
  body: unknown;
}

/** The stubbed answer to a call: a body, a response, or a function of the body and the query that returns one, now or later. */
export type Reply = unknown | ((body: unknown, query: URLSearchParams) => unknown);

export const administrator = { id: 1, email: "admin@example.com", name: "Ann", isAdmin: true };

/** An error response in the API's format. */
export const refusal = (
  status: number,
  message: string,
  more: { fields?: object[]; retryAfter?: number; code?: string } = {},
) =>
  Response.json(
    { error: message, message, code: more.code ?? "x", fields: more.fields },
    { status, headers: more.retryAfter ? { "Retry-After": String(more.retryAfter) } : {} },
  );

/** The answers to a call that has worked and says nothing, and of a server that has too much to do. */
export const done = () => new Response(null, { status: 204 });
export const busy = () => refusal(503, "The site is busy.");

/**
 * A stubbed server that knows the session until the test ends it, and answers other calls from the table: "GET
 * /api/trash" with its query, or without to match any query. It records the calls: all of them, the bodies of one, and
 * those that change something.
 */
export function stubServer(replies: Record<string, Reply> = {}) {
  const calls: Call[] = [];
  const server = {
    isSignedIn: true,
    calls,
    replies,
    sent: (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body),
    changes: () => calls.filter(({ call }) => !call.startsWith("GET")),
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const isFile = ["text/csv", "application/octet-stream"].includes(request.headers.get("Content-Type") ?? "");
    const body: unknown = text === "" ? undefined : isFile ? text : JSON.parse(text);
    const call = `${request.method} ${pathname}`;
    server.calls.push({ call: call + search, body });
    if (!server.isSignedIn && !/\/login(\/code)?$/.test(call))
      return refusal(401, "Please sign in as an administrator.");
    const reply = server.replies[call + search] ?? server.replies[call] ?? session[call];
    const answer: unknown = await (typeof reply === "function" ? reply(body, new URLSearchParams(search)) : reply);
    if (pathname === productRows && Array.isArray(answer))
      return Response.json(pageOf(answer, new URLSearchParams(search)));
    if (answer instanceof Response) return answer.clone();
    return answer === undefined ? refusal(404, "There is nothing at this address.") : Response.json(answer);
  });
  return server;
}

/** The session of an administrator with a role. */
export function meOf(role: Me["role"]): Me {
  const all: Me["reads"] = ["own", "catalog", "inbox", "audience", "money", "insights", "settings", "people"];
  const reads = role === "owner" ? all : all.filter((area) => ["own", "catalog", "inbox", "insights"].includes(area));
  const changes = role === "viewer" ? reads.slice(0, 1) : role === "editor" ? reads.slice(0, 3) : reads;
  return { user: administrator, expires: "2026-11-22T12:00:00Z", accounts: true, role, reads, changes };
}

const session: Record<string, Reply> = {
  "GET /api/auth/me": meOf("owner"),
  "POST /api/auth/login": { user: administrator },
  "POST /api/auth/logout": () => new Response(null, { status: 204 }),
  "GET /api/admin/product-rows": [],
};

const productRows = "/api/admin/product-rows";

/** The page of a list of products that a query wants, of those that have all its words. */
export function pageOf(products: AdminProduct[], query: URLSearchParams): ListedProducts {
  const ids = query.get("ids")?.split(",").map(Number);
  const is = (name: string, value: string) => [null, value].includes(query.get(name));
  const wanted = (query.get("search") ?? "").toLowerCase().split(" ");
  const listed = products.filter(
    ({ name, categories, website, section, type, status, logo }) =>
      wanted.every((word) => [name, ...categories, website].join("\n").toLowerCase().includes(word)) &&
      is("section", section) &&
      is("type", type) &&
      is("status", status) &&
      is("missingLogo", String(logo === "")),
  );
  const found = ids ? ids.flatMap((id) => products.find((product) => product.id === id) ?? []) : listed;
  const from = Number(query.get("skip") ?? 0);
  const to = from + Number(query.get("limit") ?? 50);
  const counted = (values: readonly string[], own: (product: AdminProduct) => string) =>
    values.map((value) => ({ value, count: products.filter((product) => own(product) === value).length }));
  return {
    rows: found.slice(from, to),
    total: found.length,
    next: to < found.length ? String(to) : "",
    isRanked: false,
    counts: {
      all: products.length,
      sections: counted(["Our Products", "Recommended AI Products"], ({ section }) => section),
      types: counted(["Free", "Freemium", "Premium", "Unknown"], ({ type }) => type),
      statuses: counted(["draft", "scheduled", "published", "hidden"], ({ status }) => status),
      needs: [],
      missingLogo: products.filter(({ logo }) => logo === "").length,
    },
  };
}
