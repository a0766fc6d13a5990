import type { Collection, CollectionInput } from "../../api/schema.gen";
import { collectionsScreen } from "./screen";

/** What an administrator changes of a collection. */
export interface Values {
  title: string;
  slug: string;
  introduction: string;
  author: string;
  status: Status;
  /** When a scheduled collection is published; empty: not chosen yet. */
  at: string;
  /** When it was published, as the API has it. */
  publishedAt: string;
  tools: Collection["tools"];
}

export type Status = "draft" | "published" | "scheduled";

/** The most tools that a collection may have, as on the server. */
export const maxTools = 200;

/** What the API has for a time that is not set. */
const unset = "0001-01-01T00:00:00Z";

const empty: Values = {
  title: "",
  slug: "",
  introduction: "",
  author: "",
  status: "draft",
  at: "",
  publishedAt: unset,
  tools: [],
};

/** The values of a collection; without one, of a new one. */
export function valuesOf(collection?: Collection): Values {
  if (!collection) return empty;
  const { title, slug, introduction, author, publishedAt, tools } = collection;
  const status = statusOf(collection);
  const at = status === "scheduled" ? publishedAt : "";
  return { title, slug, introduction, author, status, at, publishedAt, tools };
}

export function inputOf({ at, ...values }: Values, version = 0): CollectionInput {
  const { status } = values;
  const wanted = status === "published" && Date.parse(values.publishedAt) <= Date.now() ? values.publishedAt : unset;
  return {
    ...values,
    status: status === "draft" ? "draft" : "published",
    publishedAt: (status === "scheduled" && at) || wanted,
    version,
  };
}

/** The status as it is shown: one that is published at a time to come is scheduled. */
export function statusOf({ status, publishedAt }: { status: "draft" | "published"; publishedAt: string }): Status {
  return status === "published" && Date.parse(publishedAt) > Date.now() ? "scheduled" : status;
}

/** The URL of the editor of a collection; without an id, of a new one. */
export const editAddress = (id?: number) => `${collectionsScreen.path}?edit=${id ?? "new"}`;

/** Returns what a URL's query edits: the id of a collection, "new", or undefined for the list. */
export function editedAt(search: string): number | "new" | undefined {
  const word = new URLSearchParams(search).get("edit");
  if (word === "new") return word;
  const id = Number(word);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}
