import type { ContentFault } from './content-fault.ts'

const EOF_MARK = '%%EOF'
/** The number of bytes at the end of a file in which PDF readers look for the end marker. */
const TRAILER_BYTES = 1_024

/**
 * Checks the header, the end marker, and the last `startxref`, which must contain the position of a cross-reference
 * table or stream (ISO 32000-2, 7.5). Returns the first fault; undefined if there is none.
 */
export function checkPdf(bytes: Buffer): ContentFault | undefined {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return 'file_damaged'
  const trailer = bytes.toString('latin1', Math.max(0, bytes.length - TRAILER_BYTES))
  const end = trailer.lastIndexOf(EOF_MARK)
  if (end < 0) return 'file_damaged'
  if (!/^[\s\0]*$/.test(trailer.slice(end + EOF_MARK.length))) return 'file_has_other_content'
  const position = /startxref\s+(\d{1,10})\s+$/.exec(trailer.slice(0, end))?.[1]
  if (position === undefined) return 'file_damaged'
  const at = Number(position)
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(bytes.toString('latin1', at, at + 40))
    ? undefined
    : 'file_damaged'
}
