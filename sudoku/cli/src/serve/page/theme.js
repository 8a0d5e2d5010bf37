// The light and the dark theme: that of the system, unless the user has chosen one.

import { byId } from "./dom.js";

const STORE = "sudoku.theme";
const NEXT = { system: "light", light: "dark", dark: "system" };

export function themeSwitch() {
  let theme = "system";
  try {
    const stored = localStorage.getItem(STORE);
    if (Object.hasOwn(NEXT, stored)) theme = stored;
  } catch {
    // Without storage the choice is kept only as long as the page.
  }
  const show = () => {
    document.documentElement.dataset.theme = theme;
    byId("theme").textContent = { system: "◐", light: "☀", dark: "☾" }[theme];
    byId("theme").setAttribute("aria-label", `Colours: ${theme}`);
  };
  byId("theme").addEventListener("click", () => {
    theme = NEXT[theme] ?? "system";
    show();
    try {
      localStorage.setItem(STORE, theme);
    } catch {
      // As above.
    }
  });
  show();
}
