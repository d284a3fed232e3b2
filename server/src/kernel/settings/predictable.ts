const TEXT_SYMBOLS_MIN = 5
/**
 * The minimum number of different bytes in a key. The number is below 16, so that 32 hexadecimal digits are accepted as
 * the bytes of a key.
 */
const KEY_SYMBOLS_MIN = 8
const TEXT_CHARACTERS_MIN = 24
const TEXT_BITS_MIN = 48

/**
 * Returns why a text can be guessed within a few attempts; undefined for all other texts. For a random text of 16
 * characters or more, practically always returns undefined.
 */
export const patternOfText = (text: string): string | undefined =>
  patternOf(Array.from(text, codeOf), TEXT_SYMBOLS_MIN)

/** Returns why the bytes of an encryption key follow a pattern; undefined if the bytes follow no pattern. */
export const patternOfKey = (key: Buffer): string | undefined => patternOf(Array.from(key), KEY_SYMBOLS_MIN)

/** Returns why a text is easier to guess than a random text; undefined for all other texts. */
export function weaknessOfText(text: string): string | undefined {
  if (text.length < TEXT_CHARACTERS_MIN)
    return `is short: generate one with at least ${TEXT_CHARACTERS_MIN} random characters`
  if (PLACEHOLDER.test(text)) return 'contains a word, as a placeholder does'
  return entropyBits(text) < TEXT_BITS_MIN ? 'uses few different characters (low entropy)' : undefined
}

/** Returns whether every byte is a printable ASCII character. Practically no random key of 32 bytes is printable. */
export const isPrintable = (key: Buffer): boolean => key.every((byte) => byte >= 0x20 && byte < 0x7f)

const PLACEHOLDER = /secret|password|passwd|change-?me|example|exemplo|default|callback|cursor|fingerprint/i

const codeOf = (character: string): number => character.codePointAt(0) ?? 0

function patternOf(symbols: readonly number[], distinctMin: number): string | undefined {
  if (new Set(symbols).size < distinctMin) return 'repeats a few characters'
  if (isPeriodic(symbols)) return 'repeats a pattern'
  return isSequence(symbols) ? 'is a sequence' : undefined
}

/** Returns whether the symbols repeat a unit of at most half their length. The last repetition may be incomplete. */
function isPeriodic(symbols: readonly number[]): boolean {
  for (let period = 1; period <= symbols.length / 2; period++)
    if (symbols.every((symbol, at) => at < period || symbol === symbols[at - period])) return true
  return false
}

/**
 * Returns whether most symbols differ from their neighbour by the same distance as the symbols before them: 0123…,
 * abcd…, 9876….
 */
function isSequence(symbols: readonly number[]): boolean {
  const steps = symbols.slice(1).map((symbol, at) => symbol - (symbols[at] ?? 0))
  const same = steps.filter((step, at) => at > 0 && step === steps[at - 1]).length
  return same >= (symbols.length * 2) / 3
}

/** Estimates the entropy of a text from the frequencies of its characters, in bits. */
function entropyBits(text: string): number {
  const equal = Array.from(Map.groupBy(text, (character) => character).values())
  return equal.reduce((bits, { length }) => bits - length * Math.log2(length / text.length), 0)
}
