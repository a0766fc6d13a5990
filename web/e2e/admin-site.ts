import { signedInTo } from "./admin";
import { rows } from "./dashboard";
import { tool } from "./own-site";

/**
 * Tests of the administrator's screens on one site with default settings: all files that use it share its program and
 * the session, so each test uses tools of its own, and puts back what it changes for the whole site.
 */
export const test = signedInTo([
  ...rows(40),
  // Those of admin-products.spec.ts, and those of admin-session.spec.ts.
  ...["Bellows", "Drill", "Gimlet"].map((name) => tool(name, { categories: ["Writing", "Audio"], displayOrder: 5 })),
  ...["Fiddles", "Horns", "Reeds"].map((category) => tool(category, { categories: [category] })),
]);
