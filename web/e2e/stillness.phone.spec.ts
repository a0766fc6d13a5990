import type { Directory } from "./directory";
import { publicPages } from "./public-pages";
import { openStill } from "./stillness";
import { expect, test } from "./test";

/** One page of each kind. Their looks are checked in screens.spec.ts. */
const kinds: Record<string, { path: (directory: Directory) => Promise<string>; status?: number }> = {
  ...Object.fromEntries(publicPages.map(({ name, path }) => [name, { path }])),
  "an unknown tool": { path: async () => "/products/no-such-tool", status: 404 },
};

for (const [name, { path, status = 200 }] of Object.entries(kinds)) {
  test(`${name}: the layout does not shift`, { tag: "@layout" }, async ({ page, directory, allow }) => {
    if (status !== 200) allow.status(status);
    expect((await openStill(page, await path(directory)))?.status()).toBe(status);
  });
}
