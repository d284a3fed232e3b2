/** Returns the seconds of the header `Retry-After`; undefined if the response does not name a positive number. */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
