// This module reads and writes the BR Code of a dynamic Pix (EMV QR, the text of «Pix copia e cola»).

/** The identifier of Pix in the merchant account template of a BR Code. */
const GUI = 'br.gov.bcb.pix'
const CODE_CHARS_MAX = 512
const LOCATION_CHARS_MAX = 77
const NAME_CHARS_MAX = 25
const CITY_CHARS_MAX = 15
/** The text to write if the receiver's name or city has no ASCII letter or digit. */
const NAME_FALLBACK = 'PIX'

/** The content of a dynamic BR Code. */
export interface BrCode {
  /** The URL from which the payer's bank gets the charge: host and path, without scheme. */
  location: string
  /**
   * The amount as the code contains it (`19.90`); undefined if the code contains no amount, because the charge at the
   * location defines the amount.
   */
  amount: string | undefined
  merchantName: string
  merchantCity: string
}

/** The value of field 62-05 in a dynamic code. The txid is at the location and would be too long for the field. */
const TXID_AT_LOCATION = '***'

/**
 * Writes the one-use BR Code of a charge, given its location (with or without `https://`). Reduces name and city to
 * ASCII letters and digits, and shortens them to 25 and 15 characters. Writes no amount, because the charge at the
 * location defines the amount. Returns undefined for a location that does not fit into a BR Code.
 */
export function writeBrCode(code: {
  location: string
  merchantName: string
  merchantCity: string
}): string | undefined {
  const location = withoutScheme(code.location)
  if (!isLocation(location)) return undefined
  const text = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', GUI) + field('25', location)),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plainLetters(code.merchantName, NAME_CHARS_MAX)),
    field('60', plainLetters(code.merchantCity, CITY_CHARS_MAX)),
    field('62', field('05', TXID_AT_LOCATION)),
    '6304',
  ].join('')
  return text + crc16(text)
}

/**
 * Reads a dynamic BR Code. Returns undefined for a malformed code, a wrong CRC, a static code, and a code with
 * characters outside ASCII, which some banks refuse.
 */
export function readBrCode(text: string): BrCode | undefined {
  if (text.length > CODE_CHARS_MAX || !/^[ -~]*6304[0-9A-F]{4}$/.test(text)) return undefined
  if (crc16(text.slice(0, -4)) !== text.slice(-4)) return undefined
  const fields = readFields(text)
  const first = fields?.keys().next().value
  if (!fields || first !== '00' || !hasFixedFields(fields)) return undefined

  const location = readLocation(fields)
  const merchantName = fields.get('59')
  const merchantCity = fields.get('60')
  const amount = fields.get('54')
  if (location === undefined || !merchantName || !merchantCity) return undefined
  if (amount !== undefined && !/^\d{1,10}\.\d{2}$/.test(amount)) return undefined
  return { location, amount, merchantName, merchantCity }
}

/** Removes the scheme of a location. API Pix defines locations without a scheme, but some PSPs add a scheme. */
export const withoutScheme = (location: string): string => location.replace(/^https?:\/\//i, '')

/**
 * Returns the CRC16-CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF, not reflected) of an ASCII text as 4
 * uppercase hex digits.
 */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

const field = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value

/** Returns the fields in order; undefined if a length is wrong, an id occurs twice or a value is empty. */
function readFields(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const head = /^(\d{2})(\d{2})$/.exec(text.slice(at, at + 4))
    const id = head?.[1]
    const length = Number(head?.[2])
    if (id === undefined || length === 0 || at + 4 + length > text.length || fields.has(id)) return undefined
    fields.set(id, text.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}

function hasFixedFields(fields: Map<string, string>): boolean {
  const initiation = fields.get('01')
  return (
    fields.get('00') === '01' &&
    (initiation === undefined || initiation === '11' || initiation === '12') &&
    /^\d{4}$/.test(fields.get('52') ?? '') &&
    fields.get('53') === '986' &&
    fields.get('58') === 'BR' &&
    fields.get('63')?.length === 4
  )
}

/**
 * Returns the location in the merchant account templates (26 to 51); undefined unless exactly one template is a Pix
 * account.
 */
function readLocation(fields: Map<string, string>): string | undefined {
  const accounts = [...fields]
    .filter(([id]) => id >= '26' && id <= '51')
    .map(([, value]) => readFields(value))
    .filter((account) => account?.get('00')?.toLowerCase() === GUI)
  const location = accounts[0]?.get('25')
  return accounts.length === 1 && location !== undefined && isLocation(location) ? location : undefined
}

/**
 * Returns whether a location consists of a host with an optional port and a path, and contains only URL characters.
 */
function isLocation(location: string): boolean {
  const form = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?\/[\w.~!$&'()*+,;=:@%/?-]+$/i
  return location.length <= LOCATION_CHARS_MAX && form.test(location)
}

/**
 * Removes accents and symbols, which strict readers refuse, and shortens the text to `charsMax`. Never returns an empty
 * text.
 */
function plainLetters(text: string, charsMax: number): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, charsMax)
    .trim()
  return plain === '' ? NAME_FALLBACK : plain
}
