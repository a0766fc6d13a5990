import { expect, test, vi } from "vitest";
import { readAnswers } from "./plain-page";
import { slots } from "./slots";
import { queryClientWith } from "./state";

/** Stubs an API that answers each path with a status. Returns the paths that were requested. */
function stubApi(status: (path: string) => number): string[] {
  const requested: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL((input as Request).url);
    requested.push(pathname);
    return Response.json({}, { status: status(pathname) });
  });
  return requested;
}

test("reads only what the document does not include", async () => {
  const requested = stubApi(() => 200);
  const queries = queryClientWith({ "/api/site": { status: 200, body: {} } });
  expect(await readAnswers(queries, "/products/a", "")).toBe(true);
  expect(requested.sort()).toEqual([
    "/api/products/a",
    ...slots.productReads.map((query) => query("a").queryKey[0]),
    "/api/products/a/similar",
    "/api/products/a/tags",
  ]);
  expect(await readAnswers(queries, "/products/a", "")).toBe(true);
  expect(requested).toHaveLength(3 + slots.productReads.length);
});

test("treats a missing page as an answer", async () => {
  stubApi((path) => (path === "/api/site" ? 200 : 404));
  expect(await readAnswers(queryClientWith(), "/products/a", "")).toBe(true);
});

test.each([429, 500, 503])("leaves the page as it is when a read fails with %i", async (status) => {
  stubApi((path) => (path === "/api/site" ? 200 : status));
  expect(await readAnswers(queryClientWith(), "/products/a", "")).toBe(false);
});
