import { expect, it } from "vitest";
import { tabAddress, tabAt, tabs } from "./tabs";

it("each tab has its own URL, and the first one is the default", () => {
  for (const { id } of tabs) expect(tabAt(new URL(tabAddress(id), "http://x").search)).toBe(id);
  expect(tabAddress("legal")).toBe("/admin/site-management");
  expect(tabAt("")).toBe("legal");
  expect(tabAt("?tab=constructor")).toBe("legal");
});

it("a choice within a tab is in its URL too", () => {
  expect(tabAddress("legal", { page: "gdpr-cookies" })).toBe("/admin/site-management?page=gdpr-cookies");
  expect(tabAddress("sync", { a: "b" })).toBe("/admin/site-management?tab=sync&a=b");
});
