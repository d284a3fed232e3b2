import { describe, expect, test } from 'vitest'
import { aJpeg, anEmptyZip, aPdf, aPng } from '../../testing/fixtures/files.ts'
import { findContentFault } from './check-content.ts'
import type { MediaType } from '../media-type.ts'

const FILES: [MediaType, Buffer][] = [
  ['application/pdf', aPdf()],
  ['image/png', aPng()],
  ['image/jpeg', aJpeg()],
]

const join = (...parts: (Buffer | string)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)))

/** Returns a ZIP archive with one stored file. */
function aZip(): Buffer {
  const name = Buffer.from('a')
  const local = join(Buffer.from('504b0304', 'hex'), Buffer.alloc(22), Buffer.from([1, 0, 0, 0]), name)
  const central = join(
    Buffer.from('504b0102', 'hex'),
    Buffer.alloc(24),
    Buffer.from([1, 0]),
    Buffer.alloc(16),
    name,
  )
  const end = Buffer.alloc(22)
  Buffer.from('504b0506', 'hex').copy(end)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return join(local, central, end)
}

describe.each(FILES)('the check of a file with the type %s', (type, bytes) => {
  test('a complete file is accepted', () => {
    expect(findContentFault(bytes, type)).toBeUndefined()
  })

  test('a file truncated at any byte is refused', () => {
    const whitespace = type === 'application/pdf' ? 1 : 0
    for (let length = 1; length < bytes.length - whitespace; length++)
      expect([length, findContentFault(bytes.subarray(0, length), type)]).toEqual([
        length,
        expect.any(String),
      ])
  })

  test('a file of another type is refused with file_type_mismatch', () => {
    for (const [, other] of FILES.filter(([one]) => one !== type))
      expect(findContentFault(other, type)).toBe('file_type_mismatch')
    expect(findContentFault(Buffer.from('<html>'), type)).toBe('file_type_mismatch')
    expect(findContentFault(join(' ', bytes), type)).toBe('file_type_mismatch')
  })

  test.each<[string, Buffer]>([
    ['a ZIP archive', aZip()],
    ['an empty ZIP archive', anEmptyZip()],
    ['a script', Buffer.from('<script>alert(1)</script>')],
  ])('a file followed by %s is refused', (_, more) => {
    expect(findContentFault(join(bytes, more), type)).toBe('file_has_other_content')
  })
})

test('a PDF that contains a ZIP archive is refused, even if the file ends like a PDF', () => {
  const tail = aPdf().subarray(aPdf().indexOf('startxref'))
  const zip = aZip()
  zip.writeUInt16LE(tail.length, zip.length - 2)
  expect(findContentFault(join(aPdf(), zip, tail), 'application/pdf')).toBe('file_has_other_content')
})

test.each([
  ['without a version', (text: string) => text.replace('%PDF-1.7', '%PDF-x.y'), 'file_damaged'],
  ['without startxref', (text: string) => text.replace('startxref', 'starttref'), 'file_damaged'],
  [
    'whose startxref contains a wrong position',
    (text: string) => text.replace(/\d+\n%%EOF/, '3\n%%EOF'),
    'file_damaged',
  ],
  [
    'whose startxref contains a position beyond the end of the file',
    (text: string) => text.replace(/\d+\n%%EOF/, '9999999999\n%%EOF'),
    'file_damaged',
  ],
] as const)('a PDF %s is refused', (_, change, fault) => {
  expect(findContentFault(Buffer.from(change(aPdf().toString('latin1')), 'latin1'), 'application/pdf')).toBe(
    fault,
  )
})

test('a PDF with an appended incremental update is accepted', () => {
  const first = aPdf()
  const second = `5 0 obj\n<< >>\nendobj\n`
  const at = first.length + second.length
  const more = `${second}xref\n5 1\n${String(first.length).padStart(10, '0')} 00000 n \ntrailer\n<< >>\nstartxref\n${at}\n%%EOF\r\n`
  expect(findContentFault(join(first, more), 'application/pdf')).toBeUndefined()
})

test('a PNG with a wrong checksum, without pixels, or with too many pixels is refused', () => {
  const broken = aPng()
  broken.writeUInt8(broken.readUInt8(50) ^ 1, 50)
  expect(findContentFault(broken, 'image/png')).toBe('file_damaged')
  const png = aPng()
  const pixels = png.indexOf('IDAT') - 4
  const empty = join(png.subarray(0, pixels), png.subarray(-12))
  expect(findContentFault(empty, 'image/png')).toBe('file_damaged')
  expect(findContentFault(aPng({ width: 0 }), 'image/png')).toBe('file_damaged')
  expect(findContentFault(aPng({ width: 10_000, height: 10_000 }), 'image/png')).toBeUndefined()
  expect(findContentFault(aPng({ width: 10_000, height: 10_001 }), 'image/png')).toBe('image_too_large')
})

test('after a JPEG, a complete second image or zero bytes are accepted, and a truncated second image is refused', () => {
  expect(findContentFault(join(aJpeg(), aJpeg()), 'image/jpeg')).toBeUndefined()
  expect(findContentFault(join(aJpeg(), Buffer.alloc(7)), 'image/jpeg')).toBeUndefined()
  expect(findContentFault(join(aJpeg(), aJpeg().subarray(0, -1)), 'image/jpeg')).toBe('file_damaged')
})

test('a JPEG without a frame, or with too many pixels, is refused', () => {
  const jpeg = aJpeg()
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  const noFrame = Buffer.from(jpeg)
  noFrame.writeUInt8(0xfe, frame + 1)
  expect(findContentFault(noFrame, 'image/jpeg')).toBe('file_damaged')
  const large = Buffer.from(jpeg)
  large.writeUInt16BE(65_000, frame + 5)
  large.writeUInt16BE(65_000, frame + 7)
  expect(findContentFault(large, 'image/jpeg')).toBe('image_too_large')
})

test('changing any three bytes after the start of a file does not make the check throw', () => {
  for (const [type, bytes] of FILES)
    for (let at = 10; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed.fill((at * 37) & 0xff, at, Math.min(at + 3, bytes.length))
      expect(() => findContentFault(changed, type)).not.toThrow()
    }
})
