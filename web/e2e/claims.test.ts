import { expect, it } from "vitest";
import { accessible } from "./accessible";
import { at, snapshot } from "./made";
import { suite } from "./suite";

suite("calls, spots and claims", (world) => {
  it("claims a last tile by showing where it could have gone", async () => {
    const claims = [{ lay: "GYB@-1,1>", contacts: [[0, -1, 0], [1, 0, 0]], points: 0 }];
    const { page, said } = await at(world, snapshot({ missed: { seat: 2, tile: "BYG" }, moves: { lays: [], draw: true, pass: false, call: false, spot: [], claims } }));
    await page.getByRole("button", { name: "Ben missed a place" }).click();
    expect(await page.locator(".light").count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("r");
    await page.keyboard.press("r");
    await page.getByRole("button", { name: "Here" }).click();
    await expect.poll(() => said.map((message) => message.action)).toEqual(["claim GYB@-1,1>"]);
  });

  it("spots a forgotten call, and calls", async () => {
    const moves = { lays: [], draw: false, pass: false, call: true, spot: [2], claims: [] };
    const { page, said } = await at(world, snapshot({ turn: 2, moves }));
    await accessible(page);
    await page.getByRole("button", { name: "Chromino!" }).click();
    await expect.poll(() => said.at(-1)?.action).toBe("call");
    await page.reload();
    await page.getByRole("button", { name: /Forgot/ }).click();
    await expect.poll(() => said.at(-1)?.action).toBe("spot 2");
  });

  it("offers the seat back to somebody for whom a bot plays", async () => {
    const { page } = await at(world, snapshot({}, { stood_in: true }));
    const asked = page.waitForRequest(/\/return$/);
    await page.getByRole("button", { name: "Take my seat back" }).click();
    expect((await asked).method()).toBe("POST");
  });
});
