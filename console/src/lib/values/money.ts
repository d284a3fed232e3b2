import type { Language } from '../text.ts'

/**
 * Whole centavos, as a bigint or as the decimal string that the server sends. A JavaScript number is never used,
 * because it loses centavos above 2^53.
 */
export type Cents = bigint | string

const LOCALE: Record<Language, string> = { 'pt-BR': 'pt-BR', en: 'en-US' }

const CURRENCY: Record<Language, Intl.NumberFormat> = {
  'pt-BR': new Intl.NumberFormat(LOCALE['pt-BR'], { style: 'currency', currency: 'BRL' }),
  en: new Intl.NumberFormat(LOCALE.en, { style: 'currency', currency: 'BRL' }),
}

/** `auto` writes only minus signs; `always` also writes plus signs, as in a list of movements. Zero has no sign. */
export type SignDisplay = 'auto' | 'always'

/** How a debit is written: `-R$ 5,00`, or as in accounting, `(R$ 5,00)`. */
export const NEGATIVES = ['minus', 'parentheses'] as const

export type Negatives = (typeof NEGATIVES)[number]

/**
 * Formats an amount as reais, exactly for any size: `R$ 1.234,50`.
 * @throws SyntaxError when `value` is not a whole number of centavos.
 */
export function formatCents(
  value: Cents,
  language: Language,
  sign: SignDisplay = 'auto',
  negatives: Negatives = 'minus',
): string {
  const cents = BigInt(value)
  const size = cents < 0n ? -cents : cents
  const fraction = (size % 100n).toString().padStart(2, '0')
  const text = CURRENCY[language]
    .formatToParts(size / 100n)
    .map((part) => (part.type === 'fraction' ? fraction : part.value))
    .join('')
  if (cents < 0n) return negatives === 'minus' ? `-${text}` : `(${text})`
  return sign === 'always' && cents > 0n ? `+${text}` : text
}

/** Formats basis points as a percentage: 200 is `2,00%`. */
export function formatBps(bps: number, language: Language): string {
  return new Intl.NumberFormat(LOCALE[language], { style: 'percent', minimumFractionDigits: 2 }).format(
    bps / 10_000,
  )
}

/**
 * Formats by how many percent an amount differs from an earlier amount: `+25,0%`. Returns null if the earlier amount is
 * zero.
 */
export function formatChange(now: Cents, before: Cents, language: Language): string | null {
  const [current, earlier] = [BigInt(now), BigInt(before)]
  if (earlier === 0n) return null
  const perMille = ((current - earlier) * 1_000n) / (earlier < 0n ? -earlier : earlier)
  return new Intl.NumberFormat(LOCALE[language], {
    style: 'percent',
    minimumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(Number(perMille) / 1_000)
}

/**
 * Returns the share of `part` in `whole` in percent; 0 when `whole` is not positive. The result is inexact, so use it
 * for drawings only.
 */
export function sharePercent(part: Cents, whole: Cents): number {
  const total = BigInt(whole)
  if (total <= 0n) return 0
  return Number((BigInt(part) * 10_000n) / total) / 100
}

export type ParsedAmount =
  | { kind: 'cents'; cents: bigint }
  | { kind: 'empty' }
  | { kind: 'ambiguous' }
  | { kind: 'invalid' }

const escaped = (mark: string) => `\\${mark}`

const SEPARATORS: Record<Language, { group: string; decimal: string }> = {
  'pt-BR': { group: '.', decimal: ',' },
  en: { group: ',', decimal: '.' },
}

/**
 * Parses `1.234,56`, `1234,56`, `R$ 1.234,56` and their English forms. Reports a text as ambiguous if its only
 * separator could mean thousands or decimals (`1.234`).
 */
export function parseAmount(typed: string, language: Language): ParsedAmount {
  const text = typed.replace(/R\$/i, '').replace(/[\s\u00a0]/g, '')
  if (text === '') return { kind: 'empty' }
  const { group, decimal } = SEPARATORS[language]
  const foreign = new RegExp(`^\\d+${escaped(group)}\\d+$`)
  if (foreign.test(text)) return { kind: 'ambiguous' }
  const shape = new RegExp(`^(\\d+|\\d{1,3}(?:${escaped(group)}\\d{3})+)(?:${escaped(decimal)}(\\d{1,2}))?$`)
  const match = shape.exec(text)
  if (!match?.[1]) return { kind: 'invalid' }
  const whole = match[1].replaceAll(group, '')
  const fraction = (match[2] ?? '').padEnd(2, '0')
  if (whole.length > 16) return { kind: 'invalid' }
  return { kind: 'cents', cents: BigInt(whole + fraction) }
}

/** Formats centavos as a person types them: `1234,56`. */
export function amountForInput(value: Cents, language: Language): string {
  const cents = BigInt(value)
  return `${cents / 100n}${SEPARATORS[language].decimal}${(cents % 100n).toString().padStart(2, '0')}`
}

const PERCENT_BPS_MAX = 10_000n

/**
 * Parses a percentage of 0 to 100 with at most two decimals, such as `2,5` or `2,50 %`. Returns basis points, or null.
 */
export function parsePercent(typed: string, language: Language): number | null {
  const read = parseAmount(typed.replace('%', ''), language)
  return read.kind === 'cents' && !/R\$/i.test(typed) && read.cents <= PERCENT_BPS_MAX
    ? Number(read.cents)
    : null
}

/** Formats basis points as a person types a percentage: `2,50`. */
export const percentForInput = (bps: number, language: Language): string =>
  amountForInput(BigInt(bps), language)
