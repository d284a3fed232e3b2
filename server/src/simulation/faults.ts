/** What does not hold, in a sentence each; empty when all is well. */
export type Faults = string[]
