import type { MediaType } from '../media-type.ts'
import { checkJpeg } from './check-jpeg.ts'
import { checkPdf } from './check-pdf.ts'
import { checkPng } from './check-png.ts'
import type { ContentFault } from './content-fault.ts'
import { endsWithZip } from './ends-with-zip.ts'

const CHECKS: Record<MediaType, { magic: Buffer; check: (bytes: Buffer) => ContentFault | undefined }> = {
  'application/pdf': { magic: Buffer.from('%PDF-'), check: checkPdf },
  'image/png': { magic: Buffer.from('89504e470d0a1a0a', 'hex'), check: checkPng },
  'image/jpeg': { magic: Buffer.from('ffd8ff', 'hex'), check: checkJpeg },
}

/**
 * Returns why a file with this content is refused; undefined if the content is a complete file of this type, without
 * other content. Checks only the structure: does not decompress images or pages, and does not look for viruses.
 */
export function findContentFault(bytes: Buffer, mediaType: MediaType): ContentFault | undefined {
  const { magic, check } = CHECKS[mediaType]
  if (!bytes.subarray(0, magic.length).equals(magic)) return 'file_type_mismatch'
  return check(bytes) ?? (endsWithZip(bytes) ? 'file_has_other_content' : undefined)
}
