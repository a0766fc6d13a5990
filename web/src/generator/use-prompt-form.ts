import { useCallback, useEffect, useRef, useState } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { go } from "../history";
import type { SetField } from "./field-wiring";
import { areEqual, emptyForm, type Form, withField } from "./form";
import { formOfHash, hashOf } from "./hash";

/** How long one may stop typing before the address is brought up to date, in milliseconds: browsers count its changes. */
const pause = 250;

interface State {
  form: Form;
  /** The address came with a form that could not be read. */
  isBroken: boolean;
}

/** The form, which lives in the address's hash: it is read from there, and written there as it changes. */
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
  /** Brings the address up to date at once, and reports whether the form fits in it. */
  const settle = useCallback(() => {
    const hash = hashOf(latest.current);
    const isUnread = ![read.current, written.current].includes(location.hash) && !isElsewhere(location.hash);
    if (isUnread) return hash !== null; // it was changed from outside, and the event that says so has not come yet
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a hash that was taken away from outside is put back
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

/** Whether a hash leads to a place on the page, or nowhere, and says nothing of the form. */
const isElsewhere = (hash: string) => hash === "" || document.getElementById(hash.slice(1)) !== null;

function show(hash: string) {
  if (hash !== location.hash) go(location.pathname + location.search + hash, { replace: true });
}
