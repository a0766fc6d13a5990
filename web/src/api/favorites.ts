import { answered, client } from "./openapi-client";

/** The account's saved tools, oldest first. */
export const favorites = () => answered(client.GET("/api/favorites"));

/** Saves a tool in the account. The browser completes the call even if the page is left. */
export const saveFavorite = (id: number) =>
  client.PUT("/api/favorites/{id}", { params: { path: { id } }, keepalive: true });

/** Removes a tool from the account's saved ones, also if the page is left. */
export const removeFavorite = (id: number) =>
  client.DELETE("/api/favorites/{id}", { params: { path: { id } }, keepalive: true });

/** Saves those of these tools that the account doesn't have, in this order. Returns all that it has then. */
export const mergeFavorites = (productIds: number[]) =>
  answered(client.POST("/api/favorites/merge", { body: { productIds } }));
