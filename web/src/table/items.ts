// What stands in the menu of every table.

import { editionOf } from "../games";
import { href } from "../home";
import { t } from "../i18n/index.svelte";
import { settings } from "../settings.svelte";
import { play } from "../sounds";
import type { TableInfo } from "../wire";
import type { MenuItem } from "./Menu.svelte";

interface Actions {
  onopen: (panel: "log" | "help" | "unseen") => void;
  /** For those who have a seat. */
  onleave: (() => void) | null;
}

/** `extra` are further items, before those that lead away. */
export function menuItems(info: TableInfo, { onopen, onleave }: Actions, extra: readonly MenuItem[] = []): MenuItem[] {
  const edition = editionOf(info.game, info.options);
  return [
    { icon: "log", label: t("log.title"), onpress: () => onopen("log") },
    { icon: "eye", label: t("unseen.title"), onpress: () => onopen("unseen") },
    { icon: "help", label: t("tool.help"), onpress: () => onopen("help") },
    { icon: "book", label: t("help.rules"), href: href(`/learn/${info.game}/rules${edition ? `/${edition}` : ""}`), beside: true },
    { icon: "sound", label: t("settings.sound"), on: settings.sound, onpress: sound },
    ...extra,
    { icon: "home", label: t("home.go"), href: href("/"), ...(onleave ? { about: t("menu.home.about") } : {}) },
    ...(onleave ? [{ icon: "leave", label: t("table.leave"), about: t("table.leave.about"), onpress: onleave } as const] : []),
  ];
}

function sound(): void {
  settings.sound = !settings.sound;
  play("laid");
}
