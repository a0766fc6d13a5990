import type { FieldPath } from "./fields";

/** Sets the value of a field. */
export type SetField = (path: FieldPath, value: string) => void;

/** Returns the id of a field's input. */
export const idOf = (path: FieldPath) => path.replaceAll(/[._]/g, "-");
