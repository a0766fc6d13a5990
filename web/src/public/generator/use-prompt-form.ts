import { useCallback, useEffect, useRef, useState } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { go } from "../../history";
import type { SetField } from "./field-wiring";
import { areEqual, emptyForm, type Form, withField } from "./form";
import { formOfHash, hashOf } from "./hash";

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
  const settle = useCallback(() => {
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
    const waiting = setTimeout(settle, pause);
    return () => clearTimeout(waiting);
  }, [form, isBroken, hash]);
  useEffect(() => {
    addEventListener("pagehide", settle);
    return () => removeEventListener("pagehide", settle);
  }, [settle]);
  return { form, isBroken, set, replace, settle };
}

const readHash = () => location.hash;

/** Reports whether a hash is empty or an anchor on the page, and so contains no form. */
const isElsewhere = (hash: string) => hash === "" || document.getElementById(hash.slice(1)) !== null;

function show(hash: string) {
  if (hash !== location.hash) go(location.pathname + location.search + hash, { replace: true });
}
