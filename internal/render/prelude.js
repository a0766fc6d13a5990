// What the engine lacks and a script written for browsers may touch while it renders. None of it does anything:
// rendering is one synchronous call, so nothing may happen later, and what goes wrong is thrown, not printed.
for (const [name, value] of Object.entries({
  console: new Proxy({}, { get: () => () => undefined }),
  setTimeout: () => 0,
  clearTimeout: () => undefined,
  setInterval: () => 0,
  clearInterval: () => undefined,
  queueMicrotask: (task) => void Promise.resolve().then(task),
})) {
  globalThis[name] ??= value;
}
