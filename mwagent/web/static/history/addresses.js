// A browser keeps the games of each address apart: those of localhost, of 127.0.0.1 and of every port.

const NAMES = ["localhost", "127.0.0.1", "[::1]"];

// Whether an origin is one of this machine's own.
export function isHere(origin) {
  try {
    const { protocol, hostname, origin: whole } = new URL(origin);
    return protocol === "http:" && NAMES.includes(hostname) && whole === origin;
  } catch {
    return false;
  }
}

// The origin of an address as people write it, "localhost:8642"; null where it is none of this machine's.
export function originOf(text) {
  const origin = `http://${text
    .trim()
    .replace(/^http:\/\//, "")
    .replace(/\/.*$/, "")}`;
  return isHere(origin) ? origin : null;
}

// Where games may lie besides: at the other name of this machine.
export function otherAddress({ hostname, port }) {
  return `${hostname === "localhost" ? "127.0.0.1" : "localhost"}${port ? `:${port}` : ""}`;
}
