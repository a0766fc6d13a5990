import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { loginPath } from "../kit/admin/session";
import { adminRouteOf } from "./routes";

const server = readFileSync(resolve(import.meta.dirname, "../../../internal/app/pages.go"), "utf8");
const titles = [...server.matchAll(/"(\/admin[^"]*)":\s+"([^"]+)"/g)].map(([, path = "", title = ""]) => ({
  path,
  title,
}));

it("the admin routes and titles are the same on the server", () => {
  expect(titles.map(({ path }) => path)).toContain(loginPath);
  const screens = titles.filter(({ path }) => path !== loginPath);
  expect(screens.length).toBeGreaterThan(1);
  for (const { path, title } of screens) expect(adminRouteOf(path).title, path).toBe(title);
});
