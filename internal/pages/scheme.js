(() => {
  const light = document.getElementById("light");
  const [darkGround, lightGround] = document.querySelectorAll("meta[name=theme-color]");
  const show = (scheme) => {
    light.media = lightGround.media = scheme === "light" ? "all" : "not all";
    darkGround.media = scheme === "light" ? "not all" : "all";
  };
  try {
    const { scheme } = localStorage;
    if (scheme) show(scheme);
  } catch {}
  addEventListener("click", ({ target }) => {
    if (!target.closest?.("[data-scheme-switch]")) return;
    const scheme = matchMedia(light.media).matches ? "dark" : "light";
    show(scheme);
    try {
      localStorage.scheme = scheme;
    } catch {}
  });
})();
