import type { QueryClient } from "@tanstack/react-query";
import { read } from "../../api/client";
import { answered, client } from "../../api/openapi-client";
import type { Acceptance, InvitationInput, PersonChangeInput } from "../../api/schema.gen";

/** The administrators, and who is invited. */
export const peopleQuery = () => ({ ...read("/api/admin/people", {}), gcTime: 0 });

const one = (id: number) => ({ params: { path: { id } } });

/** Gives an administrator another role, or disables or enables them. That signs them out. */
export const changePerson = (id: number, body: PersonChangeInput) =>
  client.PATCH("/api/admin/people/{id}", { ...one(id), body });

/** Invites somebody, in place of an earlier invitation of theirs. */
export const invite = (body: InvitationInput) => answered(client.POST("/api/admin/invitations", { body }));

export const revokeInvitation = (id: number) => client.DELETE("/api/admin/invitations/{id}", one(id));

/** Reads the invitation of a link. */
export const openInvitation = (token: string) => answered(client.POST("/api/invitations/open", { body: { token } }));

/** Accepts the invitation of a link, and signs in. */
export const acceptInvitation = (body: Acceptance) => answered(client.POST("/api/invitations/accept", { body }));

/** Reads the administrators again after a change. */
export const peopleChanged = (queries: QueryClient) => queries.invalidateQueries(peopleQuery());
