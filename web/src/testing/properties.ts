import fc from "fast-check";

// Property tests use the same values in each run; `npm run fuzz` uses new ones for ten seconds each.
fc.configureGlobal(
  import.meta.env.MODE === "fuzz" ? { numRuns: 1_000_000, interruptAfterTimeLimit: 10_000 } : { seed: 1 },
);
