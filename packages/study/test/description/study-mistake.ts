/** A change of a sound study, and where and how it is refused. */
export interface StudyMistake {
  readonly name: string;
  readonly changes: Json;
  readonly path: string;
  readonly code: string;
  /** The exact text. */
  readonly message: string;
}

export type Json = Record<string, unknown>;

/** The sound one. */
export const base = {
  name: "swing",
  scenario: {
    model: "pendulum",
    inputs: { angle: "30 deg" },
    start: { q: { hinge: "= angle" } },
    tEnd: "2 s",
    events: { low: { when: "q.hinge", direction: "falling" } },
  },
  parameters: { length: { normal: { mean: "1 m", std: "1 cm" } } },
  samples: 4,
  outputs: { last: { final: "q.hinge" } },
};

export const parameter = (distribution: unknown): Json => ({ parameters: { length: distribution } });
