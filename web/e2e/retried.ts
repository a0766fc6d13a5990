import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";

/** How many tests of a run may fail once and pass when they are run again. */
const allowed = 1;

/**
 * Names the tests that passed only when they were run again, and fails the run if there is more than one: red by
 * chance is a defect of the test or of the program.
 */
export default class Retried implements Reporter {
  private all: Suite | undefined;

  onBegin(_config: unknown, suite: Suite) {
    this.all = suite;
  }

  async onEnd(): Promise<{ status: FullResult["status"] } | undefined> {
    const retried = this.all?.allTests().filter((test) => test.outcome() === "flaky") ?? [];
    console.log(`run again: ${retried.length} of at most ${allowed}`);
    for (const test of retried) console.log(`  ${test.titlePath().filter(Boolean).join(" › ")}`);
    return retried.length > allowed ? { status: "failed" } : undefined;
  }

  printsToStdio() {
    return false; // it adds to what the list prints
  }
}
