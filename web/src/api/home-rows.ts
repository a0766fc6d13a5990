import { read } from "./client";
import type { components } from "./schema.gen";

export type HomeRows = components["schemas"]["HomeRows"];
export type HomeRow = HomeRows["rows"][number];
export type RowTool = HomeRow["tools"][number];

/** What the home page shows above its two sections. */
export const homeRowsQuery = () => read("/api/home-rows", {});
