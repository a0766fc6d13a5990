import { useMutation, useQueryClient } from "@tanstack/react-query";
import { undoChange } from "../../api/admin-products";
import { acceptLogos, dismissLogos } from "../../api/logo-settings";
import { failed } from "../../kit/admin/failure";
import { countOf } from "../../kit/count";
import { type ToastContent, toast } from "../../kit/toast";

/** A decision about proposed logos. */
export type Decision =
  | { kind: "accept"; ids?: number[] }
  | { kind: "dismiss" | "restore"; ids: number[] }
  | { kind: "undo"; version: number };

interface Done {
  /** The number of tools that the decision changed. */
  count: number;
  /** The version with which it is undone. */
  version?: number;
}

/** Decides about proposed logos, one decision after the other. What is accepted or dismissed can be undone. */
export function useProposals() {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation<Done, Error, Decision>({
    mutationFn: send,
    scope: { id: "products" },
    onSuccess: ({ count, version }, decision): void => {
      toast(wordsOf(decision, count, version, mutate));
    },
    onError: failed("Couldn't save your decision"),
    onSettled: () =>
      queries.invalidateQueries({ predicate: ({ queryKey: [at] }) => !/^\/api\/auth\/|\/visits/.test(String(at)) }),
  });
  return { decide: mutate, deciding: isPending ? variables : undefined };
}

async function send(decision: Decision): Promise<Done> {
  switch (decision.kind) {
    case "accept": {
      const { changed, version } = await acceptLogos(decision.ids ? { ids: decision.ids } : { all: true });
      return { count: changed, version };
    }
    case "undo":
      return { count: (await undoChange(decision.version)).restored };
    default:
      await dismissLogos(decision.ids, decision.kind === "dismiss");
      return { count: decision.ids.length };
  }
}

function wordsOf(
  decision: Decision,
  count: number,
  version: number | undefined,
  go: (decision: Decision) => void,
): ToastContent {
  switch (decision.kind) {
    case "accept":
      if (!version || count === 0)
        return { title: "Nothing to accept", description: "These tools have a logo by now." };
      return {
        title: count === 1 ? "Logo accepted" : `${countOf(count, "logo")} accepted`,
        action: { label: "Undo", press: () => go({ kind: "undo", version }) },
      };
    case "undo":
      return { title: "Undone", description: `${countOf(count, "tool")} restored` };
    case "dismiss":
      return {
        title: "Logo dismissed",
        action: { label: "Undo", press: () => go({ kind: "restore", ids: decision.ids }) },
      };
    case "restore":
      return { title: "Proposal restored" };
  }
}
