/** Thrown when an anchor file is missing or has no complete line. The message contains only the path and `advice`. */
export class NoAnchorsError extends Error {
  override readonly name = 'NoAnchorsError'

  constructor(file: string, advice: string) {
    super(`no anchors in ${file}: ${advice}`)
  }
}
