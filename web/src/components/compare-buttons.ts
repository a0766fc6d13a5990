import {
  addCompared,
  comparedLimit,
  comparedTools,
  isCompared,
  removeCompared,
  subscribeCompared,
} from "./compared-tools";
import { useListButtons } from "./list-buttons";
import { toast } from "./toast";

/** Returns the attributes of a button that adds a product to the ones to compare, or removes it. */
export const compareButton = ({ id }: { id: number | string }) =>
  ({ type: "button", "aria-pressed": "false", "data-compare": id }) as const;

const buttons = {
  attribute: "data-compare",
  ids: () => comparedTools().map(({ id }) => id),
  subscribe: subscribeCompared,
  press: (_button: HTMLElement, id: number) => {
    if (isCompared(id)) removeCompared(id);
    else if (!addCompared(id)) {
      toast({
        title: `You can compare up to ${comparedLimit} tools`,
        description: "Remove one to add another.",
        tone: "destructive",
      });
    }
  },
};

/** Makes the compare buttons of the page work. */
export const useCompareButtons = () => useListButtons(buttons);
