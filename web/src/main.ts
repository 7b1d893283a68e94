import { mount } from "svelte";
import App from "./App.svelte";
import { engineStatus } from "./engine/status.svelte";
import { watchFocus } from "./focus";
import { words } from "./i18n/index.svelte";
import { keepOffline } from "./offline";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import "./app.css";

router.start();
watchFocus();
// The words come before the first screen.
await words.load(settings.language);
const target = document.getElementById("app")!;
if (words.there) {
  mount(App, { target });
  keepOffline();
  engineStatus.whenIdle();
} else {
  // Without words there is only a link to try again, past the router.
  target.innerHTML = '<a class="again" href="" target="_self">Tessella</a>';
}
