import { mount } from "svelte";
import App from "./App.svelte";
import { words } from "./i18n/index.svelte";
import { keepOffline } from "./offline";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import "./app.css";

router.start();
// Before anything is shown there must be words for it.
await words.load(settings.language);
const target = document.getElementById("app")!;
if (words.there) {
  mount(App, { target });
  keepOffline();
} else {
  // Nothing can be said without words: a name that leads to another try, past the router.
  target.innerHTML = '<a class="again" href="" target="_self">Tessella</a>';
}
