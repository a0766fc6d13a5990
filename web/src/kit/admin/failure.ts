import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { fieldMessage, sentenceOf } from "../../api/fault";
import { toast } from "../toast";

/** Returns what says that a call has failed, and why. */
export const failed = (title: string) => (error: Error) =>
  toast({ title, description: sentenceOf(error, "Failed to connect to server"), tone: "destructive" });

/**
 * Returns what says that a form could not be saved, and why: also at the fields that the server's answer names.
 * Its names begin with `part`.
 */
export const refused =
  <Values extends FieldValues>(form: UseFormReturn<Values>, title: string, part = "") =>
  (error: Error) => {
    for (const name of Object.keys(form.getValues()) as Path<Values>[]) {
      const message = fieldMessage(error, part + name);
      if (message) form.setError(name, { type: "server", message }, { shouldFocus: true });
    }
    failed(title)(error);
  };
