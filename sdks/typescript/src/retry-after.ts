/** Returns the seconds in the header `Retry-After`; undefined if the header is absent or is no positive number. */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
