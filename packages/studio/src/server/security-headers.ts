/* Headers that keep the page to itself. */

/** The page may load its own files and data that it creates. */
const contentPolicy = [
  "default-src 'self'",
  // Models are compiled to WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  // Components and plots put style sheets and style attributes of their own into the page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  // Readers of meshes fetch the textures that they have unpacked.
  "connect-src 'self' data: blob:",
  "object-src 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** On every answer. */
export const securityHeaders: Readonly<Record<string, string>> = Object.freeze({
  "content-security-policy": contentPolicy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
});

/** For files of the user, whatever they hold: shown by themselves they are in no origin, load nothing and run nothing. */
export const fileHeaders: Readonly<Record<string, string>> = Object.freeze({
  "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
});

/** For reports of studies: the same, but with their own style. */
export const reportHeaders: Readonly<Record<string, string>> = Object.freeze({
  "content-security-policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
});
