import { lazyScreen } from "../../lazy-screen";
import { RowsSkeleton } from "./listing-states";

/** The rows of the home page, whose script no other page needs. Where it cannot be loaded, the page does without. */
export const HomeRows = lazyScreen(async () => (await import("./home-rows")).HomeRows, {
  Loading: RowsSkeleton,
  Failed: () => null,
});
