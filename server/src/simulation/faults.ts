/** The violations of invariants that a check found, one sentence each. */
export type Faults = string[]
