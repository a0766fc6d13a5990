import { readFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { expect, it } from "vitest";

it("the types match the API's description; npm run generate updates them", async () => {
  const description = readFileSync(join(import.meta.dirname, "../../../api/openapi.yaml"), "utf8");
  const types = COMMENT_HEADER + astToString(await openapiTS(description));
  expect(readFileSync(join(import.meta.dirname, "schema.gen.ts"), "utf8")).toBe(types);
});
