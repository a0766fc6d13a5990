"use strict";
(() => {
  const tell = (state) => parent.postMessage({ submitForm: state }, "*");
  const form = document.getElementById("form");
  let shown = false;
  let failed = false;
  form.addEventListener("load", () => {
    shown = true;
    if (!failed) tell("ready");
  });
  // Neither bubbles, but both are seen on their way down.
  document.addEventListener("error", (event) => {
    if (event.target.id === "vendor") {
      failed = true;
      tell("failed");
    }
  }, true);
  addEventListener("message", (event) => {
    if (event.source === parent && event.data === "submitForm?") tell(failed ? "failed" : shown ? "ready" : "loading");
  });
})();