import type { QueryClient } from "@tanstack/react-query";
import { read } from "../../api/client";
import { answered, client } from "../../api/openapi-client";
import type {
  AffiliateLink,
  AffiliateLinkInput,
  AffiliateLinksInput,
  AffiliateMoves,
  Amount,
  Booking,
  BookingInput,
  EarningsColumns,
  EarningsRead,
} from "../../api/schema.gen";

export type By = "tool" | "network" | "programme" | "placement" | "month";

/** The affiliate links of all products, read again each time a screen shows them. */
export const linksQuery = () => ({ ...read("/api/affiliate-links", {}), gcTime: 0 });

/** The affiliate links of a product. */
export const productLinksQuery = (id: number) => ({
  ...read("/api/products/{x}/affiliate-links", { path: { x: String(id) } }),
  gcTime: 0,
});

/** The clicks on affiliate links and what they earned. */
export const reportQuery = (by: By, days: number) => ({
  ...read("/api/affiliate-report", { query: { by, days } }),
  gcTime: 0,
});

/** The reports of networks that count, the newest first. */
export const importsQuery = () => ({ ...read("/api/affiliate-earnings", {}), gcTime: 0 });

/** Adds a link to a product, or changes one. A call that is repeated with its key adds nothing again. */
export const saveLink = (
  link: Pick<AffiliateLink, "id" | "productId">,
  body: AffiliateLinkInput,
  key: string,
): Promise<AffiliateLink> =>
  answered(
    link.id > 0
      ? client.PATCH("/api/affiliate-links/{id}", { params: { path: { id: link.id } }, body })
      : client.POST("/api/products/{x}/affiliate-links", {
          params: { path: { x: String(link.productId) }, header: { "Idempotency-Key": key } },
          body,
        }),
  );

/** Changes or deletes links, as one change. */
export const changeLinks = (body: AffiliateLinksInput) => answered(client.POST("/api/affiliate-links/bulk", { body }));

export interface EarningsFile {
  network: string;
  currency: string;
  file: File;
  columns: Partial<EarningsColumns>;
}

/** Imports a network's report, or says what that would do. */
export const importEarnings = (
  { network, currency, file, columns }: EarningsFile,
  dryRun: boolean,
): Promise<EarningsRead> => {
  const named = Object.fromEntries(Object.entries(columns).map(([field, heading]) => [`${field}Column`, heading]));
  return answered(
    client.POST("/api/affiliate-earnings", {
      params: { query: { network, currency, file: file.name, dryRun, ...named } },
      headers: { "Content-Type": "text/csv" },
      body: file as unknown as string,
      bodySerializer: (body: unknown) => body as BodyInit,
    }),
  );
};

/** The websites that look like affiliate links, read again while they are followed. */
export const movesQuery = () => ({
  ...read("/api/affiliate-moves", {}),
  gcTime: 0,
  refetchInterval: ({ state }: { state: { data?: AffiliateMoves | undefined } }) =>
    state.data?.pending ? 2000 : (false as const),
});

/** Follows them to the tools' own addresses. */
export const startMoves = () => answered(client.POST("/api/affiliate-moves/start", {}));

/** Makes own addresses the websites of these tools, and their websites affiliate links, as one change. */
export const acceptMoves = (ids: number[]) => answered(client.POST("/api/affiliate-moves/accept", { body: { ids } }));

/** Drops proposals, or restores them. */
export const dismissMoves = (ids: number[], dismissed: boolean) =>
  client.POST("/api/affiliate-moves/dismiss", { body: { ids, dismissed } });

/** Reads what shows links or earnings again after a change. */
export const moneyChanged = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes("affiliate-") });

/** The bookings of places, read again each time a screen shows them. */
export const bookingsQuery = () => ({ ...read("/api/bookings", {}), gcTime: 0 });

/** Books a place, or changes a booking. A call that is repeated with its key books nothing again. */
export const saveBooking = (id: number | undefined, body: BookingInput, key: string): Promise<Booking> =>
  answered(
    id
      ? client.PATCH("/api/bookings/{id}", { params: { path: { id } }, body })
      : client.POST("/api/bookings", { params: { header: { "Idempotency-Key": key } }, body }),
  );

export const deleteBooking = (id: number) => client.DELETE("/api/bookings/{id}", { params: { path: { id } } });

/** Reads the bookings again after a change. */
export const bookingsChanged = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: bookingsQuery().queryKey });

/** An amount in its currency, as "$1,234.50". */
export function money({ currency, amount }: Amount): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}

/** Amounts in words, the largest first. */
export const sums = (amounts: Amount[]) => (amounts.length === 0 ? "–" : sorted(amounts).map(money).join(" + "));

/** Amounts, the largest first. */
export const sorted = (amounts: Amount[]) => [...amounts].sort((a, b) => b.amount - a.amount);
