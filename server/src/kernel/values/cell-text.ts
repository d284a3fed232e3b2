/** What a spreadsheet may take for the beginning of a formula, also in the full-width forms that some fold to it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A text that no spreadsheet runs: what looks like a formula is led by an apostrophe, which makes it a text. */
export const neutralizeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A text as a cell of a CSV file (RFC 4180), quoted where a separator or a line's end stands in it, and harmless. */
export function csvCell(text: string): string {
  const safe = neutralizeFormula(text)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Centavos (or hundredths of a percent) as an exact decimal with two places: -5n is "-0.05". */
export function decimal(hundredths: bigint, point: '.' | ',' = '.'): string {
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`
}
