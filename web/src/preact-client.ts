import { options } from "preact";

/**
 * Runs effects before the next key or click, as React does. By default Preact waits for the next frame, and keys typed
 * until then would go to the field that an effect was about to leave.
 */
options.requestAnimationFrame = queueMicrotask;

export * from "preact/compat/client";
