import { crc32 } from 'node:zlib'
import { PIXELS_MAX, type ContentFault } from './content-fault.ts'

const SIGNATURE_BYTES = 8
/** The bytes of a chunk besides its data: length, type and checksum. */
const FRAME_BYTES = 12

/**
 * Checks every chunk and its checksum, from IHDR to IEND, which must be at the end of the file (ISO/IEC 15948). Returns
 * the first fault; undefined if there is none.
 */
export function checkPng(bytes: Buffer): ContentFault | undefined {
  let at = SIGNATURE_BYTES
  let hasPixels = false
  while (at + FRAME_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const end = at + FRAME_BYTES + length
    if (end > bytes.length) return 'file_damaged'
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return 'file_damaged'
    if ((at === SIGNATURE_BYTES) !== (type === 'IHDR')) return 'file_damaged'
    if (type === 'IHDR') {
      const fault = checkSize(bytes.subarray(at + 8, end - 4))
      if (fault) return fault
    }
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND') {
      if (!hasPixels) return 'file_damaged'
      return end === bytes.length ? undefined : 'file_has_other_content'
    }
    at = end
  }
  return 'file_damaged'
}

function checkSize(header: Buffer): ContentFault | undefined {
  if (header.length !== 13) return 'file_damaged'
  const pixels = header.readUInt32BE(0) * header.readUInt32BE(4)
  if (pixels === 0) return 'file_damaged'
  return pixels > PIXELS_MAX ? 'image_too_large' : undefined
}
