import type { Administrator } from "../../api/schema.gen";

export type Role = Administrator["role"];

/** The roles, the one that may do most first, with what each may do. */
export const roles: Record<Role, { label: string; may: string }> = {
  owner: { label: "Owner", may: "Owners can do everything, also invite and remove people." },
  editor: {
    label: "Editor",
    may: "Editors manage tools, categories, collections and submissions. They see no settings, money, accounts or people.",
  },
  viewer: { label: "Viewer", may: "Viewers see what editors see, and change nothing." },
};

export const roleOptions = Object.entries(roles).map(([value, { label }]) => [value, label] as const);
