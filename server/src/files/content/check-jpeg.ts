import { PIXELS_MAX, type ContentFault } from './content-fault.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda

/**
 * Checks the segments of an image from its start to its end (ISO/IEC 10918-1). Further images may follow: cameras
 * append a preview or a gain map (Multi-Picture Format). Zero bytes may also follow. Returns the first fault; undefined
 * if there is none.
 */
export function checkJpeg(bytes: Buffer): ContentFault | undefined {
  let at = 0
  do {
    const image = readImage(bytes, at)
    if (typeof image === 'string') return image
    at = skipZeros(bytes, image.end)
  } while (bytes[at] === 0xff && bytes[at + 1] === SOI)
  return at === bytes.length ? undefined : 'file_has_other_content'
}

/** Reads one image. Returns the position after the image, or the reason why the image is not valid. */
function readImage(bytes: Buffer, start: number): { end: number } | ContentFault {
  let at = start + 2
  let hasFrame = false
  let hasScan = false
  for (;;) {
    // Any number of fill bytes may precede a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff || marker === undefined) return 'file_damaged'
    if (marker === EOI) return hasFrame && hasScan ? { end: at + 2 } : 'file_damaged'
    if (at + 4 > bytes.length) return 'file_damaged'
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) return 'file_damaged'
    if (isFrame(marker)) {
      const fault = checkSize(bytes.subarray(at + 4, end))
      if (fault) return fault
      hasFrame = true
    }
    at = end
    if (marker === SOS) {
      hasScan = true
      at = skipScan(bytes, end)
    }
  }
}

/** Returns whether a marker starts a frame: C0 to CF, except the tables C4, C8 and CC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function checkSize(frame: Buffer): ContentFault | undefined {
  if (frame.length < 6) return 'file_damaged'
  const pixels = frame.readUInt16BE(1) * frame.readUInt16BE(3)
  if (pixels === 0) return 'file_damaged'
  return pixels > PIXELS_MAX ? 'image_too_large' : undefined
}

/**
 * Returns the position of the marker after the pixel data; the length of the file if there is no such marker. Inside
 * the data, each FF is followed by 00 or by a restart marker.
 */
function skipScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at >= 0) {
    const next = bytes[at + 1]
    if (next === undefined) return bytes.length
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  return bytes.length
}

function skipZeros(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] === 0) at += 1
  return at
}
