// A figure's link: `#forward-pass=1.<state>`, the version and the whole state, base64url of JSON.

const LONGEST = 16384;

export function encode(slug, version, state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `#${slug}=${version}.${text}`;
}

/** The state that a fragment holds for a figure: null when it does not speak of it; throws the reason's key. */
export function decode(hash, slug, version) {
  const part = hash.slice(1).split("&").find((text) => text.startsWith(`${slug}=`));
  if (part === undefined) return null;
  const [, written, text] = /^(\d+)\.([\w-]+)$/.exec(part.slice(slug.length + 1)) ?? [];
  if (!text || text.length > LONGEST) throw new Error("link-damaged");
  if (Number(written) !== version) throw new Error("link-version");
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const json = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
    const state = JSON.parse(json);
    if (state && typeof state === "object" && !Array.isArray(state)) return state;
  } catch {
    // whatever went wrong, the reader can only be told that the link is damaged
  }
  throw new Error("link-damaged");
}
