import { Bytes } from "./bytes.js";
import { plain, type Code, type ValueType } from "./code.js";

/** A module under construction: functions in order, some of them exported, one imported memory. */
export class ModuleBuilder {
  readonly #types: string[] = [];
  readonly #typeBytes: Uint8Array[] = [];
  readonly #functions: { type: number; code: Code | null }[] = [];
  readonly #exports: { name: string; index: number }[] = [];
  /** Functions callable by number (table 0). */
  readonly #table: number[] = [];
  /** Imported functions come before all others. */
  readonly #imported: { readonly name: string; readonly type: number }[] = [];

  type(parameters: readonly ValueType[], results: readonly ValueType[]): number {
    const key = `${parameters.join()}>${results.join()}`;
    const known = this.#types.indexOf(key);
    if (known >= 0) return known;
    this.#typeBytes.push(
      new Bytes()
        .u8(0x60)
        .u32(parameters.length)
        .u8(...parameters)
        .u32(results.length)
        .u8(...results)
        .view(),
    );
    return this.#types.push(key) - 1;
  }

  /** Imports a function of the host and gives its index; before any function is added. */
  import(name: string, parameters: readonly ValueType[]): number {
    return this.#imported.push({ name, type: this.type(parameters, []) }) - 1;
  }

  /** Adds a function and gives its index. */
  add(code: Code, exportName?: string): number {
    const own = this.#functions.push({ type: this.type(code.parameters, code.results), code }) - 1;
    const index = this.#imported.length + own;
    if (exportName !== undefined) this.#exports.push({ name: exportName, index });
    return index;
  }

  /** Exports a function that has been added before. */
  export(index: number, name: string): void {
    this.#exports.push({ name, index });
  }

  /** Puts a function into the table and gives its number there. */
  addToTable(index: number): number {
    return this.#table.push(index) - 1;
  }

  encode(): Uint8Array {
    const out = new Bytes().u8(0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    const section = (id: number, content: Bytes): void => {
      out.u8(id).u32(content.length).bytes(content.view());
    };
    const types = new Bytes().u32(this.#typeBytes.length);
    for (const type of this.#typeBytes) types.bytes(type);
    section(1, types);
    const imports = new Bytes().u32(1 + this.#imported.length);
    imports.text("kinetree").text("memory").u8(0x02, 0x00).u32(1);
    for (const { name, type } of this.#imported) imports.text("kinetree").text(name).u8(0x00).u32(type);
    section(2, imports);
    const functions = new Bytes().u32(this.#functions.length);
    for (const { type } of this.#functions) functions.u32(type);
    section(3, functions);
    if (this.#table.length > 0) section(4, new Bytes().u32(1).u8(0x70, 0x00).u32(this.#table.length));
    const exports = new Bytes().u32(this.#exports.length);
    for (const { name, index } of this.#exports) exports.text(name).u8(0x00).u32(index);
    section(7, exports);
    if (this.#table.length > 0) {
      const elements = new Bytes().u32(1).u32(0).u8(0x41).s32(0).u8(plain.end).u32(this.#table.length);
      for (const index of this.#table) elements.u32(index);
      section(9, elements);
    }
    const codes = new Bytes().u32(this.#functions.length);
    for (const { code } of this.#functions) if (code) codes.bytes(code.encode());
    section(10, codes);
    return out.view();
  }
}
