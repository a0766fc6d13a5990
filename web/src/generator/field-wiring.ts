import type { FieldPath } from "./fields";

/** Changes what stands in a field. */
export type SetField = (path: FieldPath, value: string) => void;

/** The id of a field's input. */
export const idOf = (path: FieldPath) => path.replaceAll(/[._]/g, "-");
