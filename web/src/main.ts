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
mount(App, { target: document.getElementById("app")! });
keepOffline();
