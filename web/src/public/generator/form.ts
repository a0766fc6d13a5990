import { useCallback, useEffect, useRef, useState } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { go } from "../../history";
import { choiceAt, custom, customChoiceOf, type FieldPath, fieldPaths, type SetField } from "./fields";
import { formOfHash, hashOf } from "./prompt";

/** The value of each field; an empty field is an empty string. */
export type Form = Readonly<Record<FieldPath, string>>;

export const emptyForm: Form = formWith({});

/** Returns a form with these fields filled in. */
export function formWith(filled: Partial<Form>): Form {
  return Object.fromEntries(fieldPaths.map((path) => [path, filled[path] ?? ""])) as Form;
}

/** Returns the form with one field changed. Choosing anything but Custom clears its custom text. */
export function withField(form: Form, path: FieldPath, value: string): Form {
  const customPath = choiceAt(path)?.customPath;
  const next = { ...form, [path]: value };
  if (customPath && value !== custom) next[customPath] = "";
  return next;
}

/** Reports whether a field can be filled in: a custom text field only while Custom is chosen. */
export function isOpen(form: Form, path: FieldPath): boolean {
  const behind = customChoiceOf(path);
  return behind === undefined || form[behind.path] === custom;
}

/** Reports whether a field has text; whitespace does not count. */
const isFilled = (form: Form, path: FieldPath) => isOpen(form, path) && form[path].trim() !== "";

/** Returns the filled fields, in the JSON's order. */
export const filledPaths = (form: Form): FieldPath[] => fieldPaths.filter((path) => isFilled(form, path));

export const areEqual = (a: Form, b: Form) => fieldPaths.every((path) => a[path] === b[path]);

/** The typing pause before the URL is updated, in milliseconds: browsers limit the number of updates. */
const pause = 250;

interface State {
  form: Form;
  /** The URL contained a form that could not be read. */
  isBroken: boolean;
}

/** The form's state, stored in the URL's hash: read from there initially and written there on changes. */
export function usePromptForm() {
  const [{ form, isBroken }, setState] = useState<State>({ form: emptyForm, isBroken: false });
  const latest = useRef(form);
  latest.current = form;
  const set: SetField = useCallback((path, value) => {
    setState(({ form }) => ({ form: withField(form, path, value), isBroken: false }));
  }, []);
  const replace = useCallback((form: Form) => setState({ form, isBroken: false }), []);

  const read = useRef("");
  const written = useRef("");
  const path = useRef<string>(undefined);
  /** Updates the URL immediately and reports whether the form fits into it. */
  const saveToUrl = useCallback(() => {
    const hash = hashOf(latest.current);
    const isUnread = ![read.current, written.current].includes(location.hash) && !isElsewhere(location.hash);
    if (isUnread) return hash !== null; // it was changed from outside, and its hashchange event has not fired yet
    written.current = hash ?? "";
    if (location.pathname === path.current) show(written.current);
    return hash !== null;
  }, []);

  const hash = useLocationProperty(readHash, () => "");
  useEffect(() => {
    path.current = location.pathname;
  }, []);
  useEffect(() => {
    read.current = hash;
    if (hash === written.current || isElsewhere(hash)) return;
    const found = formOfHash(hash);
    setState((before) => {
      const isSame = found !== null && (areEqual(found, before.form) || hashOf(before.form) === hash);
      return isSame ? before : { form: found ?? emptyForm, isBroken: found === null };
    });
  }, [hash]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs when the hash was removed from outside
  useEffect(() => {
    if (isBroken) return;
    const waiting = setTimeout(saveToUrl, pause);
    return () => clearTimeout(waiting);
  }, [form, isBroken, hash]);
  useEffect(() => {
    addEventListener("pagehide", saveToUrl);
    return () => removeEventListener("pagehide", saveToUrl);
  }, [saveToUrl]);
  return { form, isBroken, set, replace, saveToUrl };
}

const readHash = () => location.hash;

/** Reports whether a hash is empty or an anchor on the page, and so contains no form. */
const isElsewhere = (hash: string) => hash === "" || document.getElementById(hash.slice(1)) !== null;

function show(hash: string) {
  if (hash !== location.hash) go(location.pathname + location.search + hash, { replace: true });
}
