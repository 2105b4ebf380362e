import { digest } from "./digest.mjs";

/** @type {Uint8Array[]} */
let emitted = [];

// Whatever the library compiles passes here, so that no part of it has to be named.
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(target, [bytes]) {
    emitted.push(new Uint8Array(bytes));
    return new target(bytes);
  },
});

/**
 * What a function gives, with a hash of all WebAssembly that was emitted on the way.
 * @template T
 * @param {() => T} make
 */
export function withEmitted(make) {
  emitted = [];
  const value = make();
  return { value, code: digest(emitted), modules: emitted.length };
}
