import { sentenceOf } from "../../api/fault";
import { toast } from "../toast";

/** Returns what says that a call has failed, and why. */
export const failed = (title: string) => (error: Error) =>
  toast({ title, description: sentenceOf(error, "Failed to connect to server"), tone: "destructive" });
