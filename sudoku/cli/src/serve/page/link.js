// Links that hold a puzzle after "#", which browsers do not send to servers.

import { LONGEST, TOO_LONG } from "./server.js";

/** The sign before texts that `pack.js` has packed; others are deflated. */
const PACKED = "~";
/** The longest text that is packed: it takes some 30 ms for each 1,000 characters. */
const LONGEST_PACKED = 8000;

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LONGEST) throw new Error(TOO_LONG);
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const deflated = (text) => through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));

function written(bytes) {
  const base = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Packs a text for a link, in the shortest form. */
export async function pack(text) {
  const usual = written(await deflated(text));
  if (text.length > LONGEST_PACKED) return `#p=${usual}`;
  const { packed, unpacked } = await import("./pack.js");
  const bytes = packed(text);
  const short = PACKED + written(bytes);
  return `#p=${short.length < usual.length && unpacked(bytes, 4 * LONGEST_PACKED) === text ? short : usual}`;
}

/** Unpacks a text. Returns null if the link has none. */
export async function unpack(hash) {
  const [, sign, base] = /#p=(~?)([\w-]+)$/.exec(hash) ?? [];
  if (!base) return null;
  const binary = atob(base.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  if (sign !== PACKED) return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  return (await import("./pack.js")).unpacked(bytes, 4 * LONGEST_PACKED);
}

/** The address of a link: a public one, if the program knows one, or else that of this page. */
export function base() {
  const known = document.querySelector("meta[name=public-url]").content;
  return known || `${location.origin}${location.pathname}`;
}
