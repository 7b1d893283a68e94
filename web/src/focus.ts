// The frame around what has the focus. A browser draws it at the first key, even round something that was clicked. Here
// a click leaves no frame; it comes as soon as a key moves the focus.

const CLICKED = "data-clicked";

export function watchFocus(): void {
  let pointer = false;
  addEventListener("pointerdown", () => (pointer = true), true);
  addEventListener(
    "keydown",
    ({ key }) => {
      pointer = false;
      // Even if there is nowhere else to go, who presses Tab wants to see where the focus is.
      if (key === "Tab") document.activeElement?.removeAttribute(CLICKED);
    },
    true,
  );
  addEventListener("focusin", ({ target }) => (target as Element).toggleAttribute(CLICKED, pointer));
}
