// The board as a picture file: what is on the screen, with every style written out, and under it who played and when.

import type { Box } from "../board/view";
import { write, type Caption } from "./caption";

const KEPT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"];
const OF_TEXT = ["fill", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
const MARGIN = 24;
/** A picture with words is at least so wide. */
const LEAST = 480;

function svgOf(shown: SVGSVGElement, box: Box, caption: Caption | null): string {
  const copy = shown.cloneNode(true) as SVGSVGElement;
  const from = shown.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, i) => {
    const style = getComputedStyle(from[i]!);
    const kept = node instanceof SVGGeometryElement ? KEPT : node instanceof SVGTextElement ? OF_TEXT : [];
    for (const name of kept) node.setAttribute(name, style.getPropertyValue(name));
    node.removeAttribute("class");
  });
  // The first group carries the pan and zoom of the moment.
  copy.querySelector("g")?.removeAttribute("transform");
  const wide = Math.max(box.w, caption ? LEAST : 0);
  const area = { x: box.x - MARGIN - (wide - box.w) / 2, y: box.y - MARGIN, w: wide + 2 * MARGIN, h: box.h + 2 * MARGIN };
  if (caption) {
    const words = write(caption, { x: area.x + MARGIN, y: area.y + area.h, w: wide }, { ink: colourOf("--ink"), soft: colourOf("--soft") });
    copy.append(words.drawn);
    area.h += words.height + MARGIN;
  }
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x: area.x, y: area.y, width: area.w, height: area.h })) {
    ground.setAttribute(name, String(value));
  }
  ground.setAttribute("fill", colourOf("--linen"));
  copy.prepend(ground);
  for (const name of [...copy.getAttributeNames()]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `${area.x} ${area.y} ${area.w} ${area.h}`);
  copy.setAttribute("width", String(area.w));
  copy.setAttribute("height", String(area.h));
  return new XMLSerializer().serializeToString(copy);
}

function colourOf(variable: string): string {
  const probe = document.createElement("i");
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

async function pngOf(svg: string): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = Math.min(3, 3000 / Math.max(image.width, image.height));
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Saves or shares the picture of a board that is on the screen. */
export async function keep(
  shown: SVGSVGElement | undefined,
  box: Box,
  name: string,
  kind: "svg" | "png",
  caption: Caption | null = null,
): Promise<void> {
  if (!shown) return;
  const svg = svgOf(shown, box, caption);
  const data = kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg);
  if (data) await give(data, `${name}.${kind}`);
}

/** Whether files go to the share sheet of the device. */
function shareable(files: File[]): boolean {
  return matchMedia("(pointer: coarse)").matches && (navigator.canShare?.({ files }) ?? false);
}

/** Whether a picture would be shared rather than saved. */
export function sharesPictures(): boolean {
  return shareable([new File([], "board.png", { type: "image/png" })]);
}

/** Share a picture where the device does that, else save it. */
async function give(data: Blob, name: string): Promise<void> {
  const files = [new File([data], name, { type: data.type })];
  if (shareable(files)) {
    await navigator.share({ files, title: "Tessella" }).catch((error: unknown) => {
      // Cancelling is not an error; a device that cannot share may still save.
      if (!(error instanceof DOMException && error.name === "AbortError")) save(data, name);
    });
  } else save(data, name);
}

/** Saves a file. */
export function save(data: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
