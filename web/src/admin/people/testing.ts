import type { Administrator, Invitation, PeopleList } from "../../api/schema.gen";

export type List = PeopleList;

export const owner = { id: 1, email: "admin@example.com", name: "Ann", isAdmin: true };

const ann: Administrator = {
  ...{ id: 1, email: "admin@example.com", name: "Ann", role: "owner", isDisabled: false, hasTwoFactor: true },
  createdAt: "2026-01-01T00:00:00Z",
  lastSeenAt: "2026-11-29T12:00:00Z",
};

const ed: Administrator = {
  ...{ id: 2, email: "ed@example.com", name: "", role: "editor", isDisabled: true, hasTwoFactor: false },
  createdAt: "2026-01-01T00:00:00Z",
  lastSeenAt: "0001-01-01T00:00:00Z",
};

export const invitation: Invitation = {
  ...{ id: 7, email: "eve@example.com", role: "viewer", invitedBy: "admin@example.com" },
  createdAt: "2026-11-29T12:00:00Z",
  expiresAt: "2026-12-06T12:00:00Z",
};

export const people: PeopleList = { people: [ann, ed], invitations: [invitation], sendsEmail: true };
