import type { Drafting } from "../../kit/admin/parts";
import { Website } from "./fill-dialog";
import { Introduction, ProductText, ToolNote } from "./form-texts";
import { LegalText } from "./legal-text";
import { Refusal } from "./use-drafting";

/** What drafts the texts of each form. */
export const drafting: Drafting = { Introduction, LegalText, ProductText, Refusal, ToolNote, Website };
