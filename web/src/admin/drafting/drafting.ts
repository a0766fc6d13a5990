import type { Drafting } from "../../kit/admin/parts";
import { Introduction, ToolNote } from "./collection-texts";
import { Website } from "./fill-dialog";
import { LegalText } from "./legal-text";
import { ProductText } from "./product-text";
import { Refusal } from "./use-drafting";

/** What drafts the texts of each form. */
export const drafting: Drafting = { Introduction, LegalText, ProductText, Refusal, ToolNote, Website };
