import { expect, it } from "vitest";
import type { ChrominoPlace } from "../src/wire";
import { accessible } from "./accessible";
import { at, snapshot } from "./fixtures";
import { suite } from "./suite";

suite("calls, spots and claims", (world) => {
  it("claims a last tile by showing where it could have gone", async () => {
    const claims: ChrominoPlace[] = [{ lay: "GYB@-1,1>", contacts: [[0, -1, 0], [1, 0, 0]], points: 0 }];
    const { page, sent } = await at(world, snapshot({ claim: { seat: 2, tile: "BYG" }, legal: ["draw", "claim GYB@-1,1>"], claims }));
    await page.locator(".bar").getByText("Ben missed a position").waitFor();
    await page.getByRole("button", { name: "Claim" }).click();
    expect(await page.locator(".light").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("r");
    await page.keyboard.press("r");
    await page.getByRole("button", { name: "Claim" }).click();
    await expect.poll(() => sent.map((message) => message.action)).toEqual(["claim GYB@-1,1>"]);
  });

  it("spots a forgotten call, and calls", async () => {
    const { page, sent } = await at(world, snapshot({ turn: 2, legal: ["call", "spot 2"] }));
    await accessible(page);
    await page.getByRole("button", { name: "Chromino!" }).click();
    await expect.poll(() => sent.at(-1)?.action).toBe("call");
    await page.reload();
    await page.getByRole("button", { name: /Forgot/ }).click();
    await expect.poll(() => sent.at(-1)?.action).toBe("spot 2");
  });

  it("offers the seat back to somebody for whom a bot plays", async () => {
    const { page } = await at(world, snapshot({}, { stood_in: true }));
    const request = page.waitForRequest(/\/return$/);
    await page.getByRole("button", { name: "Take my seat back" }).click();
    expect((await request).method()).toBe("POST");
  });
});
