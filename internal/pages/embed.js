"use strict";
(() => {
  const tell = (state) => parent.postMessage({ submitForm: state }, "*");
  const form = document.getElementById("form");
  let shown = false;
  let failed = false;
  const fail = () => {
    failed = true;
    tell("failed");
  };
  form.addEventListener("load", () => {
    shown = true;
    if (!failed) tell("ready");
  });
  // A frame also loads the browser's own page of a host that is out of reach: a question beside it tells the two apart.
  fetch(form.src, { method: "HEAD", mode: "no-cors", credentials: "omit" }).catch(fail);
  // Neither bubbles, but both are seen on their way down.
  document.addEventListener("error", (event) => {
    if (event.target.id === "vendor") fail();
  }, true);
  addEventListener("message", (event) => {
    if (event.source === parent && event.data === "submitForm?") tell(failed ? "failed" : shown ? "ready" : "loading");
  });
})();