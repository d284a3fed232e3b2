/** The violated invariants, one sentence each. */
export type Faults = string[]
