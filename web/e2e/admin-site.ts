import { signedInTo } from "./admin";
import { rows } from "./dashboard";
import type { Row } from "./own-site";
import { tool } from "./product-form";

const named = (name: string, category: string): Row => ({ ...tool(name), categories: [category] });

/**
 * Tests of the administrator's screens on one site with default settings: all files that use it share its program and
 * the session, so each test uses tools of its own, and puts back what it changes for the whole site.
 */
export const test = signedInTo([
  ...rows(40),
  ...["Bellows", "Drill", "Gimlet"].map(tool), // admin-products.spec.ts
  ...[named("Viola", "Fiddles"), named("Tuba", "Horns"), named("Oboe", "Reeds")], // admin-session.spec.ts
]);
