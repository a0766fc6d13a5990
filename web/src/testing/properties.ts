import fc from "fast-check";

// Properties are tried with the same values in each run, and with new ones for ten seconds each by `npm run fuzz`.
fc.configureGlobal(
  import.meta.env.MODE === "fuzz" ? { numRuns: 1_000_000, interruptAfterTimeLimit: 10_000 } : { seed: 1 },
);
