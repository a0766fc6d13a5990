import type { Administrator } from "../../api/schema.gen";

export type Role = Administrator["role"];

/** The roles, the one that may do most first, with what each may do. */
export const roles: Record<Role, { label: string; may: string }> = {
  owner: { label: "Owner", may: "Can do everything, also invite and remove people." },
  editor: {
    label: "Editor",
    may: "Manages tools, categories, collections and submissions. Sees no settings, money, accounts or people.",
  },
  viewer: { label: "Viewer", may: "Sees what an editor sees, and changes nothing." },
};

export const roleOptions = Object.entries(roles).map(([value, { label }]) => [value, label] as const);
