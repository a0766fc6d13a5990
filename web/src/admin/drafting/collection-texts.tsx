import type { Drafting } from "../../kit/admin/parts";
import { generateIntroduction, generateToolNote } from "./api";
import { DraftButton, useDrafting } from "./use-drafting";

/** The button that drafts the introduction of a collection. */
export const Introduction: Drafting["Introduction"] = ({ collection, change, refusal: note }) => {
  const { title, introduction, tools } = collection;
  const { draft, refusal, dialog } = useDrafting();
  const ask = () => {
    const missing =
      title.trim() === "" ? "Please enter a title first" : tools.length === 0 ? "Please add tools first" : "";
    const current = introduction.trim();
    const call = generateIntroduction({
      title: title.trim(),
      currentIntroduction: current,
      tools: tools.map(({ id }) => id),
    });
    const words = wordsOf("Introduction drafted", "Couldn't draft the introduction");
    draft({ title: "Draft of the introduction", call, current, words, onReplace: change }, missing);
  };
  return (
    <>
      <DraftButton label="Draft" press={ask} refusal={refusal && note} />
      {dialog}
    </>
  );
};

/** The button that drafts a note on a tool of a collection. */
export const ToolNote: Drafting["ToolNote"] = ({ collection, tool: { id, name }, note, change }) => {
  const title = collection.title.trim();
  const { draft, dialog } = useDrafting();
  const ask = () => {
    const call = generateToolNote({ title, tool: id });
    const words = wordsOf("Note drafted", "Couldn't draft the note");
    const missing = title === "" ? "Please enter a title first" : "";
    draft({ title: `Draft of the note on ${name}`, call, current: note.trim(), words, onReplace: change }, missing);
  };
  return (
    <>
      <DraftButton label="Draft" name={`Draft a note on ${name}`} press={ask} />
      {dialog}
    </>
  );
};

const wordsOf = (done: string, failed: string) => ({
  done,
  failed,
  otherwise: "Please try again.",
  quotesServer: true,
});
