import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "../count";
import { type Move, moved, moveTo } from "./order";

/** An item that can be reordered; its name is announced. */
export interface Reorderable {
  id: number;
  name: string;
}

/** A drag in progress: the item's start and current position in the shown list, from 0. */
export interface Drag {
  id: number;
  position: number;
  by: "pointer" | "keys";
}

/** Picks an item up, moves it, and drops it or cancels. */
export interface Reordering<T extends Reorderable = Reorderable> {
  drag: Drag | null;
  /** The list with the dragged item at its current position. */
  preview: readonly T[];
  /** The text for screen readers. */
  announcement: string;
  pickUp: (id: number, by: Drag["by"]) => void;
  /** undefined: it is over no position, and stays where it was. */
  dragTo: (position: number | undefined) => void;
  /** Drops it at its current position, or at the given one. */
  drop: (position?: number) => void;
  cancel: () => void;
}

/**
 * Lets one item at a time be dragged through the list, and announces each step: `place` says where the item with this id
 * is at a position.
 */
export function useReorder<T extends Reorderable>(
  shown: readonly T[],
  onMove: (move: Move) => void,
  place: (position: number, shown: readonly T[], id: number) => string = positionText,
): Reordering<T> {
  const [storedDrag, setDrag] = useState<Drag | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const isThere = storedDrag !== null && shown.some(({ id }) => id === storedDrag.id);
  const drag = isThere ? storedDrag : null;
  const latest = useRef({ shown, drag, onMove, place });
  useEffect(() => {
    latest.current = { shown, drag, onMove, place };
  });

  const pickUp = useCallback((id: number, by: Drag["by"]) => {
    const { shown, place } = latest.current;
    const position = shown.findIndex((one) => one.id === id);
    if (position < 0) return;
    setDrag({ id, position, by });
    setAnnouncement(
      `Picked up ${nameOf(shown, id)}. ${place(position, shown, id)}.${by === "keys" ? ` ${keysHelp}` : ""}`,
    );
  }, []);

  const dragTo = useCallback((wanted: number | undefined) => {
    const { shown, drag, place } = latest.current;
    if (wanted === undefined) return;
    const position = within(shown, wanted);
    if (!drag || drag.position === position) return;
    setDrag({ ...drag, position });
    setAnnouncement(`${nameOf(shown, drag.id)}: ${place(position, shown, drag.id)}.`);
  }, []);

  const drop = useCallback((wanted?: number) => {
    const { shown, drag, onMove, place } = latest.current;
    if (!drag) return;
    const position = within(shown, wanted ?? drag.position);
    const move = moveTo(shown, drag.id, position);
    setDrag(null);
    setAnnouncement(`Dropped ${nameOf(shown, drag.id)}. ${place(position, shown, drag.id)}.`);
    if (move) onMove(move);
  }, []);

  const cancel = useCallback(() => {
    const { shown, drag, place } = latest.current;
    if (!drag) return;
    const from = shown.findIndex(({ id }) => id === drag.id);
    setDrag(null);
    setAnnouncement(`Cancelled. ${nameOf(shown, drag.id)} is back in place. ${place(from, shown, drag.id)}.`);
  }, []);

  const preview = useMemo(() => {
    const move = drag && moveTo(shown, drag.id, drag.position);
    return move ? moved(shown, move) : shown;
  }, [shown, drag]);
  return { drag, preview, announcement, pickUp, dragTo, drop, cancel };
}

const within = (shown: readonly Reorderable[], position: number) => Math.max(0, Math.min(position, shown.length - 1));

const keysHelp = "Arrow keys move it, Enter drops it, Escape cancels.";

const nameOf = (shown: readonly Reorderable[], id: number) => shown.find((one) => one.id === id)?.name ?? "";

const positionText = (position: number, shown: readonly Reorderable[]) =>
  `Position ${formatCount(position + 1)} of ${formatCount(shown.length)}`;
