/** Returns a number from 0 (included) to 1 (excluded). This is the simulator's only source of randomness. */
export type Random = () => number

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An ISPB code that no real participant has. */
const PAYER_ISPB = '99999004'
const RECEIVER_ISPB = '99999003'

/** Returns `length` random letters and digits. */
export function randomText(random: Random, length: number): string {
  let text = ''
  for (let n = 0; n < length; n += 1) text += LETTERS.charAt(Math.floor(random() * LETTERS.length))
  return text
}

/** Returns an end-to-end id: E, the payer's ISPB, the UTC minute, eleven letters or digits. */
export const endToEndId = (random: Random, timeMs: number): string =>
  `E${PAYER_ISPB}${utcMinute(timeMs)}${randomText(random, 11)}`

/** Returns the id of a return (`rtrId`): D, the receiver's ISPB, the UTC minute, eleven letters or digits. */
export const returnId = (random: Random, timeMs: number): string =>
  `D${RECEIVER_ISPB}${utcMinute(timeMs)}${randomText(random, 11)}`

/**
 * Returns the first id from `make` that is not taken. The check is needed, because a generator with a seed repeats its
 * ids after a restart.
 */
export function unused(make: () => string, existing: { has(id: string): boolean }): string {
  let id = make()
  while (existing.has(id)) id = make()
  return id
}

const utcMinute = (timeMs: number): string =>
  new Date(timeMs).toISOString().replaceAll(/\D/g, '').slice(0, 12)
