import { verdictsPath } from "../../kit/admin/session";

/** The URL of the editor of the verdict on products, by their ids with commas between them; without, of a new one. */
export const editAddress = (products = "new") => `${verdictsPath}?edit=${products}`;

/** Returns what a URL's query edits: the products of a verdict, "new", or null for the list. */
export const editedAt = (search: string) => new URLSearchParams(search).get("edit");
