/** A number from 0 (included) to 1 (excluded): the only source of chance. */
export type Random = () => number

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Participants that exist in no real list. */
const PAYER_ISPB = '99999004'
const RECEIVER_ISPB = '99999003'

/** `length` letters and digits. */
export function randomText(random: Random, length: number): string {
  let text = ''
  for (let n = 0; n < length; n += 1) text += LETTERS.charAt(Math.floor(random() * LETTERS.length))
  return text
}

/** The id a payer's bank gives a Pix: E, its ISPB, the minute in UTC, eleven letters or digits. */
export const endToEndId = (random: Random, timeMs: number): string =>
  `E${PAYER_ISPB}${utcMinute(timeMs)}${randomText(random, 11)}`

/** The id a receiver's bank gives a return; the same shape with a D. */
export const returnId = (random: Random, timeMs: number): string =>
  `D${RECEIVER_ISPB}${utcMinute(timeMs)}${randomText(random, 11)}`

/** The first that `make` gives and nobody has: the same chance may begin again after a restart. */
export function unused(make: () => string, taken: { has(id: string): boolean }): string {
  let id = make()
  while (taken.has(id)) id = make()
  return id
}

const utcMinute = (timeMs: number): string =>
  new Date(timeMs).toISOString().replaceAll(/\D/g, '').slice(0, 12)
