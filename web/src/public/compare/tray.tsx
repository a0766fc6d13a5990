import { useEffect } from "react";
import { comparedLimit } from "../../api/comparisons";
import { toast } from "../../kit/toast";
import { useListButtons } from "../../kit/tools/list-buttons";
import { CompareBar } from "./compare-bar";
import { addCompared, comparedTools, isCompared, removeCompared, subscribeCompared } from "./compared-tools";

const buttons = {
  attribute: "data-compare",
  ids: () => comparedTools().map(({ id }) => id),
  subscribe: subscribeCompared,
  press: (_button: HTMLElement, id: number) => toggle(id),
};

/** Makes the compare buttons work and shows the bar. `pressed` is the tool whose button was pressed before, or 0. */
export function Tray({ pressed }: { pressed: number }) {
  useListButtons(buttons);
  useEffect(() => {
    if (pressed > 0) toggle(pressed);
  }, [pressed]);
  return <CompareBar />;
}

/** Adds the tool to the ones to compare, or removes it. */
function toggle(id: number) {
  if (isCompared(id)) return removeCompared(id);
  if (addCompared(id)) return;
  toast({
    title: `You can compare up to ${comparedLimit} tools`,
    description: "Remove one to add another.",
    tone: "destructive",
  });
}
