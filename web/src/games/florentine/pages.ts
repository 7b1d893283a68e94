// The rules as data: which paragraphs make the page, in which order, and which pictures go with them.
// The words are in i18n/rules; a test finds clauses that are missing on the page.

import type { Section } from "../ui";

export const PAGES: Readonly<Record<string, readonly Section[]>> = {
  classic: [
    { title: "aim", text: ["aim.florentine"] },
    { title: "box", text: ["F1", "F2", "F3"] },
    { title: "setup", text: ["F4", "F5"] },
    { title: "turn", text: ["F6", "F7", "F8"] },
    { title: "cross", text: ["F9"] },
    { title: "square", text: ["F10"], figures: ["corners"] },
    { title: "fresh", text: ["F11"] },
    { title: "pool", text: ["F12", "F13"] },
    { title: "black", text: ["F14"], figures: ["rim"] },
    { title: "spaces", text: ["F15"], figures: ["closed"] },
    { title: "counting", text: ["F16"] },
  ],
};
