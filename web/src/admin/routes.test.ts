import { expect, it } from "vitest";
import { screens } from "../admin-features";
import { homePath, loginPath } from "../kit/admin/session";
import { served } from "../testing/shared-cases";
import { adminRouteOf } from "./routes";

it("the server knows each screen, by the same title", () => {
  expect(served.screens).toHaveProperty([loginPath]);
  for (const path of [homePath, ...screens.map(({ path }) => path)])
    expect(served.screens[path], path).toBe(adminRouteOf(path).title);
});
