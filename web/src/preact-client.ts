import { options } from "preact";

/**
 * Effects run before the next key or click, as React's do after one: left to itself Preact waits for the next frame, and
 * what is typed until then goes to the field that an effect was about to leave.
 */
options.requestAnimationFrame = queueMicrotask;

export * from "preact/compat/client";
