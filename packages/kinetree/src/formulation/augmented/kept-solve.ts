/** The last solve of a lane: the second lane of a single run stands still, and solving it again would double the cost. */
export class KeptSolve {
  readonly #inputs: readonly Float64Array[];
  readonly #outputs: readonly Float64Array[];
  readonly #keptInputs: readonly Float64Array[];
  readonly #keptOutputs: readonly Float64Array[];
  #isThere = false;

  /** @param inputs that the outputs depend on, and on nothing else; all of them are kept from call to call */
  constructor(inputs: readonly Float64Array[], outputs: readonly Float64Array[]) {
    this.#inputs = inputs;
    this.#outputs = outputs;
    this.#keptInputs = inputs.map((each) => each.slice());
    this.#keptOutputs = outputs.map((each) => each.slice());
  }

  /** Fills the outputs if the inputs are those of last time; otherwise remembers the inputs, for `keep` to follow. */
  recall(): boolean {
    if (this.#isThere && this.#isKnown()) {
      for (let k = 0; k < this.#outputs.length; k++) this.#outputs[k].set(this.#keptOutputs[k]);
      return true;
    }
    for (let k = 0; k < this.#inputs.length; k++) this.#keptInputs[k].set(this.#inputs[k]);
    this.#isThere = false;
    return false;
  }

  /** Remembers the outputs that belong to the inputs of the last `recall`. */
  keep(): void {
    for (let k = 0; k < this.#outputs.length; k++) this.#keptOutputs[k].set(this.#outputs[k]);
    this.#isThere = true;
  }

  #isKnown(): boolean {
    for (let k = 0; k < this.#inputs.length; k++) if (!isEqual(this.#inputs[k], this.#keptInputs[k])) return false;
    return true;
  }
}

/** NaN is never equal, so that nothing is recalled in its place. */
function isEqual(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
