import { readFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { describe, expect, it } from "vitest";
import { LateError, RequestError } from "./client";
import { faultOf, fieldMessage, hasStatus, sentenceOf } from "./fault";

const refused = new RequestError(
  422,
  '{"error":"A.","message":"A name is needed.","code":"invalid","fields":[{"field":"name","message":"A name is needed."}]}',
);

describe("an error", () => {
  it("is shown in the API's own words, field by field", () => {
    expect(sentenceOf(refused, "no")).toBe("A name is needed.");
    expect(fieldMessage(refused, "name")).toBe("A name is needed.");
    expect(fieldMessage(refused, "website")).toBeUndefined();
    expect(hasStatus(refused, 422)).toBe(true);
  });

  it("is shown as a timeout when the answer is late, as the change may have been applied", () => {
    expect(sentenceOf(new LateError(), "no")).toMatch(/didn't answer in time/);
  });

  it.each([
    ["no connection", new TypeError("Failed to fetch")],
    ["a proxy's page", new RequestError(502, "<h1>Bad Gateway</h1>")],
    ["JSON that is no fault", new RequestError(500, "null")],
    ["a message that is no text", new RequestError(500, '{"message":{}}')],
  ])("is shown in our own words if the API gives none: %s", (_what, error) => {
    expect(faultOf(error)).toBeNull();
    expect(sentenceOf(error, "That did not work.")).toBe("That did not work.");
  });
});

it("the types match the API's description; npm run generate updates them", async () => {
  const description = readFileSync(join(import.meta.dirname, "../../../api/openapi.yaml"), "utf8");
  const named = { rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true };
  const types = COMMENT_HEADER + astToString(await openapiTS(description, named));
  expect(readFileSync(join(import.meta.dirname, "schema.gen.ts"), "utf8")).toBe(types);
});
