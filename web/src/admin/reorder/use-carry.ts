import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "../../ui/count";
import { type Move, moved, moveTo } from "./order";

/** What can be carried: it is told by its name. */
export interface Carried {
  id: number;
  name: string;
}

/** Something on its way: picked up at one place of the shown list, now held at another. Places count from 0. */
export interface Carry {
  id: number;
  place: number;
  by: "pointer" | "keys";
}

/** What picks one of a list up, holds it somewhere, and drops it or puts it back. */
export interface Carrying<T extends Carried = Carried> {
  carry: Carry | null;
  /** The list with the carried one where it is held. */
  preview: readonly T[];
  /** What a screen reader says of it. */
  said: string;
  pickUp: (id: number, by: Carry["by"]) => void;
  /** undefined: it is over no place just now, and stays where it is held. */
  hold: (place: number | undefined) => void;
  /** At the place where it is held, or at another one. */
  drop: (place?: number) => void;
  cancel: () => void;
}

/** Lets one at a time be carried through the list, and tells of each step in words. */
export function useCarry<T extends Carried>(shown: readonly T[], onMove: (move: Move) => void): Carrying<T> {
  const [carried, setCarried] = useState<Carry | null>(null);
  const [said, setSaid] = useState("");
  const isThere = carried !== null && shown.some(({ id }) => id === carried.id);
  const carry = isThere ? carried : null;
  const latest = useRef({ shown, carry, onMove });
  useEffect(() => {
    latest.current = { shown, carry, onMove };
  });

  const pickUp = useCallback((id: number, by: Carry["by"]) => {
    const { shown } = latest.current;
    const place = shown.findIndex((one) => one.id === id);
    if (place < 0) return;
    setCarried({ id, place, by });
    setSaid(`Picked up ${nameOf(shown, id)}. ${position(place, shown)}.${by === "keys" ? ` ${keysHelp}` : ""}`);
  }, []);

  const hold = useCallback((wanted: number | undefined) => {
    const { shown, carry } = latest.current;
    if (wanted === undefined) return;
    const place = within(shown, wanted);
    if (!carry || carry.place === place) return;
    setCarried({ ...carry, place });
    setSaid(`${nameOf(shown, carry.id)}: ${position(place, shown)}.`);
  }, []);

  const drop = useCallback((wanted?: number) => {
    const { shown, carry, onMove } = latest.current;
    if (!carry) return;
    const place = within(shown, wanted ?? carry.place);
    const move = moveTo(shown, carry.id, place);
    setCarried(null);
    setSaid(`Dropped ${nameOf(shown, carry.id)}. ${position(place, shown)}.`);
    if (move) onMove(move);
  }, []);

  const cancel = useCallback(() => {
    const { shown, carry } = latest.current;
    if (!carry) return;
    const from = shown.findIndex(({ id }) => id === carry.id);
    setCarried(null);
    setSaid(`Cancelled. ${nameOf(shown, carry.id)} is back. ${position(from, shown)}.`);
  }, []);

  const preview = useMemo(() => {
    const move = carry && moveTo(shown, carry.id, carry.place);
    return move ? moved(shown, move) : shown;
  }, [shown, carry]);
  return { carry, preview, said, pickUp, hold, drop, cancel };
}

const within = (shown: readonly Carried[], place: number) => Math.max(0, Math.min(place, shown.length - 1));

const keysHelp = "Arrow keys move it, Enter drops it, Escape puts it back.";

const nameOf = (shown: readonly Carried[], id: number) => shown.find((one) => one.id === id)?.name ?? "";

const position = (place: number, shown: readonly Carried[]) =>
  `Position ${formatCount(place + 1)} of ${formatCount(shown.length)}`;
