import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { undoChange } from "../../api/admin-products";
import type { AffiliateMoves } from "../../api/schema.gen";
import { failed } from "../../kit/admin/question";
import { Check, SelectAll, useSelection } from "../../kit/admin/selection";
import { panelRows } from "../../kit/admin/styles";
import { useTools } from "../../kit/admin/use-tools";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { toast } from "../../kit/toast";
import { acceptMoves, dismissMoves } from "./api";
import { Mark } from "./links";

type Decision = { kind: "accept" | "dismiss" | "restore"; ids: number[] } | { kind: "undo"; version: number };

interface MovingProps {
  state: AffiliateMoves;
  /** Follows the links again that led nowhere. */
  again: () => void;
  isStarting: boolean;
  onClose: () => void;
}

/** The tools' own addresses behind websites that are affiliate links, to accept or dismiss. */
export default function Moving({ state: { moves, pending, total }, again, isStarting, onClose }: MovingProps) {
  const { tools } = useTools(moves.map(({ product }) => product));
  const box = useRef<HTMLInputElement>(null);
  const rows = moves.map((move) => ({ ...move, id: move.product }));
  const selection = useSelection(rows, rows);
  const { selected } = selection;
  const { decide, isDeciding } = useDecisions();
  const found = selected.filter(({ state }) => state === "found").map(({ id }) => id);
  return (
    <Modal
      open
      className="max-w-3xl"
      title="Websites that are affiliate links"
      description="Accept makes the tool's own address its website, and keeps the link beside it as an affiliate link."
      onClose={onClose}
    >
      <p role="status" className="mt-4 text-[0.875rem] text-muted tabular-nums">
        {statusOf({ pending, total, count: rows.length, isStarting })}
      </p>
      {rows.length > 0 ? (
        <div className={`${panelRows} mt-3`}>
          <div className="flex min-h-11 flex-wrap items-center gap-2 pr-2 text-[0.8125rem]">
            <SelectAll box={box} selection={selection} count={rows.length} noun="tool" />
            <span className="mr-auto text-muted">{formatCount(selected.length)} selected</span>
            <Button
              size="small"
              tone="brass"
              disabled={isDeciding || found.length === 0}
              onClick={() => decide({ kind: "accept", ids: found })}
            >
              Accept
            </Button>
            <Button
              size="small"
              disabled={isDeciding || selected.length === 0}
              onClick={() => decide({ kind: "dismiss", ids: selected.map(({ id }) => id) })}
            >
              Dismiss
            </Button>
          </div>
          <ul className="divide-y divide-hairline" aria-label="Websites that are affiliate links">
            {rows.map(({ id, website, network, own, reason }) => {
              const name = tools.get(id)?.name ?? "…";
              return (
                <li key={id} className="flex items-center gap-2 py-2 pr-3">
                  <Check
                    aria-label={`Select ${name}`}
                    checked={selection.isSelected(id)}
                    onChange={() => selection.select(id, "toggle")}
                  />
                  <Mark product={tools.get(id)} />
                  <div className="min-w-0 flex-1 text-[0.8125rem] text-muted wrap-anywhere">
                    <p className="font-medium text-[0.9375rem] text-text">{name}</p>
                    <p>
                      {network}: {website}
                    </p>
                    <p className={own ? "text-text" : ""}>{own ? `→ ${own}` : reason}</p>
                  </div>
                </li>
              );
            })}
          </ul>
        </div>
      ) : null}
      {pending === 0 && rows.some(({ own }) => own === "") ? (
        <Button size="small" className="mt-3" disabled={isStarting} onClick={again}>
          Try those without an address again
        </Button>
      ) : null}
    </Modal>
  );
}

/** What goes on, in words. */
function statusOf({ pending, total, count, isStarting }: Record<string, number | boolean>): string {
  if (Number(pending) > 0)
    return `Following links: ${formatCount(Number(total) - Number(pending))} of ${formatCount(Number(total))}`;
  if (isStarting) return "Starting...";
  return count === 0 ? "Nothing is left to decide." : countOf(Number(count), "tool");
}

/** Decides about proposals. Each decision can be undone. */
function useDecisions() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation<string, Error, Decision>({
    mutationFn: async (decision) => {
      switch (decision.kind) {
        case "accept": {
          const { count, skipped, version } = await acceptMoves(decision.ids);
          const description = skipped[0] ? `${countOf(skipped.length, "tool")} not: ${skipped[0].reason}` : "";
          const action = { label: "Undo", press: () => mutate({ kind: "undo", version }) };
          toast({ title: `${countOf(count, "website")} moved`, description, ...(count > 0 ? { action } : {}) });
          return "";
        }
        case "undo":
          await undoChange(decision.version);
          return "Undone";
        case "dismiss": {
          await dismissMoves(decision.ids, true);
          const press = () => mutate({ kind: "restore", ids: decision.ids });
          toast({ title: `${countOf(decision.ids.length, "proposal")} dismissed`, action: { label: "Undo", press } });
          return "";
        }
        default:
          await dismissMoves(decision.ids, false);
          return "Restored";
      }
    },
    onSuccess: (title) => {
      if (title) toast({ title });
    },
    onError: failed("Couldn't save your decision"),
    onSettled: () =>
      queries.invalidateQueries({ predicate: ({ queryKey: [at] }) => /affiliate-|products/.test(String(at)) }),
  });
  return { decide: mutate, isDeciding: isPending };
}
