import * as React from "react";
import { Unsupported } from "./unsupported";

type Contextual<T> = React.Context<T> & { _currentValue2: T };

/** What React's hooks call while a component runs: the renderer's answers to them. */
interface Dispatcher {
  [hook: string]: (...said: never[]) => unknown;
}

const internals = (
  React as unknown as { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: { H: Dispatcher | null } }
).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;

const provided = new Map<React.Context<unknown>, unknown>();

function useContext<T>(context: React.Context<T>): T {
  const own = context as React.Context<unknown>;
  return (provided.has(own) ? provided.get(own) : (context as Contextual<T>)._currentValue2) as T;
}

/** Runs something in which a context has a value. */
export function provide(context: React.Context<unknown>, value: unknown, run: () => void): void {
  const had = provided.has(context);
  const before = provided.get(context);
  provided.set(context, value);
  run();
  if (had) provided.set(context, before);
  else provided.delete(context);
}

const first = <T>(initial: T | (() => T)): T => (typeof initial === "function" ? (initial as () => T)() : initial);
const noEffect = () => undefined;

function unsupported(): never {
  throw new Unsupported("a hook or an update while rendering");
}

/** A component is run once, for the markup it starts with: state is its initial state, and effects never happen. */
const dispatcher: Dispatcher = {
  readContext: useContext,
  useContext,
  useState: <T>(initial: T | (() => T)) => [first(initial), unsupported],
  useReducer: <S, I>(_: unknown, initial: I, init?: (from: I) => S) => [init ? init(initial) : initial, unsupported],
  useRef: <T>(current: T) => ({ current }),
  useMemo: <T>(make: () => T) => make(),
  useCallback: <T>(callback: T) => callback,
  useSyncExternalStore: <T>(_: unknown, __: unknown, onServer?: () => T) => (onServer ?? unsupported)(),
  useEffect: noEffect,
  useLayoutEffect: noEffect,
  useInsertionEffect: noEffect,
  useImperativeHandle: noEffect,
  useDebugValue: noEffect,
  useDeferredValue: <T>(value: T, initial?: T) => initial ?? value,
  useTransition: () => [false, unsupported],
  use: unsupported,
  useId: unsupported,
  useActionState: unsupported,
  useCacheRefresh: unsupported,
  useEffectEvent: unsupported,
  useFormState: unsupported,
  useHostTransitionStatus: unsupported,
  useMemoCache: unsupported,
  useOptimistic: unsupported,
};

/** Runs something whose components' hooks are answered here. */
export function withHooks<T>(run: () => T): T {
  const before = internals.H;
  internals.H = dispatcher;
  try {
    return run();
  } finally {
    internals.H = before;
    provided.clear();
  }
}
