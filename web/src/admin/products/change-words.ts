import { sentenceOf } from "../../api/fault";
import { countOf } from "../../kit/count";
import type { ToastContent } from "../../kit/toast";
import type { Change } from "./changes";

/** The server's answer to a change: the version with which it can be undone, and the number of changed products. */
export interface Done {
  version?: number;
  count?: number;
}

/** Returns the toast for a successful change, with an undo action if possible. */
export function successOf(change: Change, { version, count = 0 }: Done, go: (change: Change) => void): ToastContent {
  const undo = version === undefined ? undefined : { label: "Undo", press: () => go({ kind: "undo", version }) };
  switch (change.kind) {
    case "move":
      return { title: "Order Updated", description: "Product order has been saved successfully.", action: undo };
    case "bulk": {
      if (count === 0) return { title: "Success", description: "Nothing to change" };
      const done = change.change.delete ? "deleted" : "updated";
      return { title: "Success", description: `${countOf(count, "product")} ${done} successfully`, action: undo };
    }
    case "delete": {
      const { id, name } = change;
      const restore = { label: "Undo", press: () => go({ kind: "restore", id, name }) };
      return { title: "Success", description: "Product deleted successfully", action: restore };
    }
    case "restore":
      return { title: "Success", description: `${change.name} restored` };
    case "undo":
      return { title: "Success", description: `${countOf(count, "product")} restored` };
  }
}

/** Returns the toast for a change that was refused or lost. */
export function failureOf(change: Change, error: Error): ToastContent {
  const reason = sentenceOf(error, error.message);
  switch (change.kind) {
    case "move":
      return { tone: "destructive", title: "Update Failed", description: reason };
    case "bulk": {
      const title = change.change.delete ? "Error" : "Update Failed";
      const products = countOf(change.ids.length, "product");
      const description = change.change.delete ? `Failed to delete ${products}. ${reason}` : reason;
      return { tone: "destructive", title, description };
    }
    case "delete":
      return { tone: "destructive", title: "Error", description: "Failed to delete product" };
    case "restore":
      return { tone: "destructive", title: "Restore Failed", description: reason };
    case "undo":
      return { tone: "destructive", title: "Undo Failed", description: reason };
  }
}
