/** Parses CSV (RFC 4180) into rows of cells. The separator of Excel in Portuguese is `;`. */
export function readCsv(text: string, separator: ',' | ';' = ','): string[][] {
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n"]*)(${separator}|\\r\\n)`, 'gy')
  const rows: string[][] = [[]]
  for (const [, raw = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
