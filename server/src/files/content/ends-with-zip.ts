const END_RECORD = Buffer.from('504b0506', 'hex')
const CENTRAL_RECORD = Buffer.from('504b0102', 'hex')
const END_RECORD_BYTES = 22
const COMMENT_BYTES_MAX = 0xffff

/**
 * Returns whether unpackers would read the bytes as a ZIP archive. Unpackers look for the end record in the last 64
 * KiB, and then for the directory of the archive before the end record. An empty archive has no directory.
 */
export function endsWithZip(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - END_RECORD_BYTES - COMMENT_BYTES_MAX)
  for (let at = bytes.indexOf(END_RECORD, from); at >= 0; at = bytes.indexOf(END_RECORD, at + 1)) {
    if (at + END_RECORD_BYTES > bytes.length) return false
    const directoryBytes = bytes.readUInt32LE(at + 12)
    const directoryAt = at - directoryBytes
    if (directoryBytes === 0) return bytes.readUInt16LE(at + 10) === 0
    if (directoryAt >= 0 && bytes.subarray(directoryAt, directoryAt + 4).equals(CENTRAL_RECORD)) return true
  }
  return false
}
