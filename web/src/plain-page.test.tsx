import { expect, test, vi } from "vitest";
import { readAnswers } from "./plain-page";
import { queryClientWith } from "./state";

/** An API that answers each address with a status; it gives the addresses that were asked. */
function answering(status: (path: string) => number): string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL((input as Request).url);
    asked.push(pathname);
    return Response.json({}, { status: status(pathname) });
  });
  return asked;
}

test("reads only what the document did not bring", async () => {
  const asked = answering(() => 200);
  const queries = queryClientWith({ "/api/site": { status: 200, body: {} } });
  expect(await readAnswers(queries, "/products/a", "")).toBe(true);
  expect(asked.sort()).toEqual(["/api/products/a", "/api/products/a/similar"]);
  expect(await readAnswers(queries, "/products/a", "")).toBe(true);
  expect(asked).toHaveLength(2);
});

test("a page that does not exist is an answer", async () => {
  answering((path) => (path === "/api/site" ? 200 : 404));
  expect(await readAnswers(queryClientWith(), "/products/a", "")).toBe(true);
});

test.each([429, 500, 503])("an answer that did not come leaves the page as it is: %i", async (status) => {
  answering((path) => (path === "/api/site" ? 200 : status));
  expect(await readAnswers(queryClientWith(), "/products/a", "")).toBe(false);
});
