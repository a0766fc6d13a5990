import type { Directory } from "./directory";
import { publicPages } from "./public-pages";
import { openStill } from "./stillness";
import { expect, test } from "./test";

/**
 * Pages whose layout is another one on phones. `make test-all` opens every page on a phone. Their looks at that width are
 * checked in public-pages.spec.ts.
 */
const different = ["/", "/category/:category", "/products/:id", "/compare/:id-vs-:other", "/veo3-generator", "/submit"];
const shown = publicPages.filter(({ name }) => process.env.VITRINE_TEST_ALL || different.includes(name));

const kinds: Record<string, { path: (directory: Directory) => Promise<string>; status?: number }> = {
  ...Object.fromEntries(shown.map(({ name, path }) => [name, { path }])),
  "an unknown tool": { path: async () => "/products/no-such-tool", status: 404 },
};

test("the layout does not shift on phones", { tag: "@layout" }, async ({ page, directory, allow }) => {
  for (const [name, { path, status = 200 }] of Object.entries(kinds)) {
    await test.step(name, async () => {
      if (status !== 200) allow.status(status);
      expect((await openStill(page, await path(directory)))?.status()).toBe(status);
    });
  }
});
