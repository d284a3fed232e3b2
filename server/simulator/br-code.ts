/** The BR Code of a charge, which the payer scans or pastes. Fields are in the order of the EMV manual. */

const GUI = 'br.gov.bcb.pix'
const NAME_MAX = 25
const CITY_MAX = 15
const AMOUNT_MAX = 13
const LOCATION_MAX = 77

export interface BrCode {
  /** Host, port and path of the charge's location, without scheme, at most 77 characters. */
  location: string
  /** Amount in the format of API Pix. The code has no amount if the amount is longer than 13 characters. */
  valor: string
  merchantName: string
  merchantCity: string
}

/** Returns the copy-and-paste text of a charge. @throws RangeError when the location is too long. */
export function encodeBrCode(code: BrCode): string {
  if (code.location.length > LOCATION_MAX)
    throw new RangeError(`BR Code: the location is longer than ${LOCATION_MAX} characters`)
  const text = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', GUI) + field('25', code.location)),
    field('52', '0000'),
    field('53', '986'),
    code.valor.length > AMOUNT_MAX ? '' : field('54', code.valor),
    field('58', 'BR'),
    field('59', plainText(code.merchantName, NAME_MAX)),
    field('60', plainText(code.merchantCity, CITY_MAX)),
    field('62', field('05', '***')),
    '6304',
  ].join('')
  return text + crc16(text)
}

/** Returns the location in a dynamic BR Code; undefined for an invalid checksum or any other text. */
export function locationOf(brCode: string): string | undefined {
  const body = brCode.slice(0, -4)
  if (!body.endsWith('6304') || crc16(body) !== brCode.slice(-4).toUpperCase()) return undefined
  const account = readFields(brCode).get('26')
  const inner = account === undefined ? undefined : readFields(account)
  if (inner?.get('00')?.toLowerCase() !== GUI) return undefined
  return inner.get('25')
}

/** Returns CRC16-CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF) as four uppercase hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

const field = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value

/**
 * Removes accents and symbols, which some readers reject, and shortens the text to `max` characters. Returns `PIX` if
 * nothing remains.
 */
function plainText(text: string, max: number): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 .-]/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, max)
    .trim()
  return plain === '' ? 'PIX' : plain
}

function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at + 4 <= text.length;) {
    const length = Number(text.slice(at + 2, at + 4))
    if (!Number.isInteger(length)) break
    fields.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}
