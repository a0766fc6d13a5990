"use strict";
(() => {
  const tell = (state) => parent.postMessage({ submitForm: state }, "*");
  const form = document.getElementById("form");
  let shown = false;
  let trouble = "";
  const fail = (what) => {
    if (trouble !== "unreachable") trouble = what;
    tell(trouble);
  };
  form.addEventListener("load", () => {
    shown = true;
    if (!trouble) tell("ready");
  });
  // A frame also loads the browser's own page of a host that is out of reach: a question beside it tells the two apart.
  fetch(form.src, { method: "HEAD", mode: "no-cors", credentials: "omit" }).catch(() => fail("unreachable"));
  // Neither bubbles, but both are seen on their way down.
  document.addEventListener("error", (event) => {
    if (event.target.id === "vendor") fail("failed");
  }, true);
  addEventListener("message", (event) => {
    if (event.source === parent && event.data === "submitForm?") tell(trouble || (shown ? "ready" : "loading"));
  });
})();
