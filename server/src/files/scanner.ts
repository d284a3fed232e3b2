/** The result of a virus scan. */
export type Verdict = { kind: 'clean' } | { kind: 'infected'; signature: string }

export interface Scanner {
  /** Scans a file. @throws Error when the scanner gave no verdict. */
  scan(bytes: Buffer): Promise<Verdict>
}
