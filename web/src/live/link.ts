// How a table is reached: by the server's WebSocket, or through the engine on this device.

import { isOnDevice } from "../engine/protocol";
import { BROWSER, type Environment } from "./socket";

interface Link {
  url: string;
  environment: Environment;
}

/** A bot on a slow device may take longer than a network ever does. */
const PATIENT = 30_000;

export async function linkTo(id: string): Promise<Link> {
  if (!isOnDevice(id)) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return { url: `${scheme}//${location.host}/api/tables/${id}/live`, environment: BROWSER };
  }
  const { device } = await import("../engine/device.svelte");
  const open = (url: string): ReturnType<Environment["open"]> => {
    const since = new URL(url).searchParams.get("since");
    return device.open(id, since === null ? null : Number(since));
  };
  return { url: `device:${id}`, environment: { ...BROWSER, open, silence: PATIENT } };
}
