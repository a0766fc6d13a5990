import type { Directory } from "./directory";
import { openStill } from "./stillness";
import { expect, test } from "./test";

/** A page of each kind. How they look is seen with the other screens. */
const kinds: Record<string, { path: (directory: Directory) => Promise<string>; status?: number }> = {
  home: { path: async () => "/" },
  "a category": { path: async (directory) => `/category/${(await directory.site()).categories[0]?.slug}` },
  "a tool with a video": {
    path: async (directory) =>
      `/products/${(await directory.productWith("with a video", ({ videoUrl }) => videoUrl !== "")).slug}`,
  },
  "the generator": { path: async () => "/veo3-generator" },
  "an unknown tool": { path: async () => "/products/no-such-tool", status: 404 },
};

for (const [name, { path, status = 200 }] of Object.entries(kinds)) {
  test(`${name}: nothing moves by itself`, { tag: "@layout" }, async ({ page, directory, allow }) => {
    if (status !== 200) allow.status(status);
    expect((await openStill(page, await path(directory)))?.status()).toBe(status);
  });
}
