import { readDocument } from '../kernel/values/document.ts'
import { isUuid } from '../kernel/ids.ts'
import { normalizeForSearch } from '../kernel/values/words.ts'
import { isEventId } from '../webhooks/events/event-id.ts'
import { readBrCode } from '../pix/br-code.ts'
import { chargeIdOf } from '../charges/charge.entity.ts'

/** The possible meanings of a search text, derived from its form. A text may have several meanings. */
export interface SearchTerms {
  /**
   * The id of a charge, refund, payout, case, entry, endpoint, delivery, API key, merchant or request. The dashes may
   * be missing, because the PSP uses the ids of charges (txid) and refunds without dashes.
   */
  uuid?: string
  eventId?: string
  /** The text of a QR code (BR Code, "copia e cola"). */
  qrCode?: string
  /** The end-to-end id of a payment, in any letter case, because ids are often dictated. */
  endToEndId?: string
  /** The id of a return at the PSP in three spellings: as typed, in upper case and in lower case. */
  returnIds?: string[]
  /** The public prefix of an API key. `searchTermsOf` discards the secret part of the key before any query. */
  keyPrefix?: string
  /** A CPF or CNPJ without punctuation. */
  document?: string
  amountCents?: bigint
  /** The start of an order reference, or the whole bank reference of a payout. */
  reference?: string
  /** The start of a name, normalized in the same way as the names that are searched. */
  name?: string
}

/** The maximum length of a search text. Only the text of a QR code may be longer. */
const TEXT_MAX = 200
const REFERENCE_MAX = 120
/** The minimum length of a reference. A shorter start of a reference would match too many rows. */
const REFERENCE_MIN = 2
const NAME_MIN = 3

const NETWORK_ID = /^[DE]\d{20}[0-9A-Z]{11}$/i
const KEY = /^(svc_(?:live|test)_[0-9A-Za-z]{12})(_[0-9A-Za-z]*)?$/
const MINUS = '[-\u2212\u2013]?'
const MONEY = new RegExp(`^${MINUS}\\s*(R\\$|BRL)?\\s*${MINUS}\\s*(\\d[\\d.,]*)\\s*(reais|real|BRL)?$`, 'i')
/** Amounts such as `1.234,5`, `1234,56` and `50`. */
const BRAZILIAN = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/
/** Amounts such as `1,234.56` and `1234.56`. A point followed by exactly two digits can only be a decimal point. */
const ENGLISH = /^(\d{1,3}(?:,\d{3})+|\d+)\.(\d{2})$/
const REAIS_DIGITS_MAX = 15

/** Characters that may surround a copied id: quotes, brackets, punctuation, invisible characters. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const SURROUNDING = /^[\s"'`´“”‘’«»‹›<>()[\]{}#*.,;:!?=]+|[\s"'`´“”‘’«»‹›<>()[\]{}#*.,;:!?=]+$/g
const IDS =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|evt_[0-9a-z]{26}|svc_(?:live|test)_[0-9a-z]{12}|\b(?:[DE]\d{20}[0-9a-z]{11}|[0-9a-f]{32})\b/i

/**
 * Returns the interpretations of a pasted text, most likely first: the text as it is, then without surrounding
 * punctuation. After these, the result contains an id within the text (from a URL or a sentence), and the text without
 * white space (for an id that is broken across lines).
 */
export function interpretationsOf(pasted: string): SearchTerms[] {
  const text = pasted.trim()
  if (readBrCode(text)) return [{ qrCode: text }]
  if (pasted.length > TEXT_MAX) return []
  const bare = text.replaceAll(INVISIBLE, '').replaceAll(SURROUNDING, '')
  const [id] = IDS.exec(bare) ?? []
  const whole = bare.replaceAll(/\s/g, '')
  const texts = new Set([text, bare])
  const exact = new Set([...(id === undefined ? [] : [id]), whole].filter((one) => !texts.has(one)))
  return [...Array.from(texts, searchTermsOf), ...Array.from(exact, exactTermsOf)].filter(
    (shapes) => Object.keys(shapes).length > 0,
  )
}

/**
 * Returns the meanings of a text without the inexact ones. Omits `reference` and `name`, because almost any text could
 * be a reference or a name.
 */
function exactTermsOf(text: string): SearchTerms {
  const { reference: _, name: __, ...exact } = searchTermsOf(text)
  return exact
}

/** Returns all possible meanings of a text. A UUID with dashes, an event id and an API key have no other meaning. */
export function searchTermsOf(given: string): SearchTerms {
  const text = given.trim()
  if (text === '' || text.length > TEXT_MAX || text.includes('\0') || !text.isWellFormed()) return {}
  const [, keyPrefix] = KEY.exec(text) ?? []
  if (keyPrefix !== undefined) return { keyPrefix }
  // Any other text with this prefix is part of an API key: it may contain the secret, so it is not searched.
  if (/^svc_(?:live|test)_/.test(text)) return {}
  if (isUuid(text)) return { uuid: text.toLowerCase() }
  const eventId = `evt_${text.slice('evt_'.length).toUpperCase()}`
  if (/^evt_/i.test(text) && isEventId(eventId)) return { eventId }
  const uuid = chargeIdOf(text)
  return {
    ...networkIdIn(text),
    ...(uuid === undefined ? {} : { uuid }),
    ...documentIn(text),
    ...amountIn(text),
    ...wordsIn(text),
  }
}

function networkIdIn(text: string): SearchTerms {
  if (!NETWORK_ID.test(text)) return {}
  const letter = text.slice(0, 1).toUpperCase()
  const rest = text.slice(1)
  if (letter === 'E') return { endToEndId: letter + rest }
  return { returnIds: [rest, rest.toUpperCase(), rest.toLowerCase()].map((one) => letter + one) }
}

function documentIn(text: string): SearchTerms {
  const document = readDocument(text)
  return document === undefined ? {} : { document }
}

/**
 * Reads amounts such as `R$ 1.234,56`, `1234,56` and `50 reais`. The text must contain a currency or two decimals:
 * `1234` alone is not an amount.
 */
function amountIn(text: string): SearchTerms {
  const [, before, number = '', after] = MONEY.exec(text) ?? []
  const [, reais, decimals = ''] = BRAZILIAN.exec(number) ?? ENGLISH.exec(number) ?? []
  if (reais === undefined || (before === undefined && after === undefined && decimals.length < 2)) return {}
  const digits = reais.replaceAll(/[.,]/g, '')
  return digits.length > REAIS_DIGITS_MAX ? {} : { amountCents: BigInt(digits + decimals.padEnd(2, '0')) }
}

function wordsIn(text: string): SearchTerms {
  const length = Array.from(text).length
  const name = normalizeForSearch(text)
  return {
    ...(length >= REFERENCE_MIN && length <= REFERENCE_MAX ? { reference: text } : {}),
    ...(name.length >= NAME_MIN && /\p{L}/u.test(name) ? { name } : {}),
  }
}
