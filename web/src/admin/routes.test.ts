import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { screens } from "../admin-features";
import { homePath, loginPath } from "../kit/admin/session";
import { adminRouteOf } from "./routes";

const server = readFileSync(resolve(import.meta.dirname, "../../../internal/app/pages.go"), "utf8");
const titles = new Map(
  [...server.matchAll(/"(\/admin[^"]*)":\s+"([^"]+)"/g)].map(([, path = "", title]) => [path, title]),
);

it("the server knows each screen, by the same title", () => {
  expect(titles.has(loginPath)).toBe(true);
  for (const path of [homePath, ...screens.map(({ path }) => path)])
    expect(titles.get(path), path).toBe(adminRouteOf(path).title);
});
