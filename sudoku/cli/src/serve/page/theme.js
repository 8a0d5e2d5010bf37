// Light and dark: as the system says, unless the switch was used.

import { byId } from "./dom.js";

const STORE = "sudoku.theme";
const NEXT = { system: "light", light: "dark", dark: "system" };

export function themeSwitch() {
  let theme = "system";
  try {
    theme = localStorage.getItem(STORE) ?? "system";
  } catch {
    // Without a store the choice lasts as long as the page.
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
