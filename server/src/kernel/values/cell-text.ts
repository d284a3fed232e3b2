/**
 * The first characters that make a spreadsheet read a text as a formula. Some spreadsheets also convert the full-width
 * forms to ASCII.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Puts an apostrophe before a possible formula, so that a spreadsheet treats the formula as text. */
export const neutralizeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Returns a text as a CSV cell (RFC 4180). Quotes the text if needed, and neutralizes formulas. */
export function csvCell(text: string): string {
  const safe = neutralizeFormula(text)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats hundredths (centavos or basis points) as an exact decimal with two places: -5n is "-0.05". */
export function decimal(hundredths: bigint, point: '.' | ',' = '.'): string {
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`
}
