import { readDocument } from '../kernel/values/document.ts'
import { isUuid } from '../kernel/ids.ts'
import { normalizeForSearch } from '../kernel/values/words.ts'
import { isEventId } from '../webhooks/events/event-id.ts'
import { chargeIdOf } from '../charges/charge.entity.ts'

/** What a text may be, read from its shape alone; a text may have several. Absent where it has not. */
export interface SearchTerms {
  /**
   * Of a charge, refund, payout, case, entry, endpoint, delivery, key, merchant, or of a request; also without dashes,
   * as the network writes those of charges (txid) and refunds.
   */
  uuid?: string
  eventId?: string
  /** Of a payment at the network: as typed, and in either case, for people read ids out. */
  endToEndIds?: string[]
  /** Of a return at the network, alike. */
  returnIds?: string[]
  /** The public beginning of an API key: what follows it is dropped before anyone sees it. */
  keyPrefix?: string
  /** CPF or CNPJ, without punctuation. */
  document?: string
  amountCents?: bigint
  /** The beginning of an order reference. */
  reference?: string
  /** The beginning of a name, as names are searched. */
  name?: string
}

/** More than anything that is found by. */
const TEXT_MAX = 200
const REFERENCE_MAX = 120
/** Shorter beginnings would find half of everything. */
const REFERENCE_MIN = 2
const NAME_MIN = 3

const NETWORK_ID = /^[DE]\d{20}[0-9A-Z]{11}$/i
const KEY = /^(svc_live_[0-9A-Za-z]{12})(_[0-9A-Za-z]*)?$/
const MINUS = '[-\u2212\u2013]?'
const MONEY = new RegExp(`^${MINUS}\\s*(R\\$|BRL)?\\s*${MINUS}\\s*(\\d[\\d.,]*)\\s*(reais|real|BRL)?$`, 'i')
/** `1.234,5`, `1234,56`, `50`. */
const BRAZILIAN = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/
/** `1,234.56`, `1234.56`: with two digits after it the point can be nothing but the decimal one. */
const ENGLISH = /^(\d{1,3}(?:,\d{3})+|\d+)\.(\d{2})$/
const REAIS_DIGITS_MAX = 15

/** What surrounds a copied id: quotes, brackets, the end of a sentence, marks that cannot be seen. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const AROUND = /^[\s"'`´“”‘’«»‹›<>()[\]{}#*.,;:!?=]+|[\s"'`´“”‘’«»‹›<>()[\]{}#*.,;:!?=]+$/g
const IDS =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|evt_[0-9a-z]{26}|svc_live_[0-9a-z]{12}|\b(?:[DE]\d{20}[0-9a-z]{11}|[0-9a-f]{32})\b/i

/**
 * How a pasted text may be read, the likeliest first: as it is; without what surrounds it; as the id in it (of an
 * address or a sentence); and, where it was torn or spaced, without its blanks.
 */
export function interpretationsOf(pasted: string): SearchTerms[] {
  if (pasted.length > TEXT_MAX) return []
  const text = pasted.trim()
  const bare = text.replaceAll(INVISIBLE, '').replaceAll(AROUND, '')
  const [id] = IDS.exec(bare) ?? []
  const whole = bare.replaceAll(/\s/g, '')
  const texts = new Set([text, bare])
  const exact = new Set([...(id === undefined ? [] : [id]), whole].filter((one) => !texts.has(one)))
  return [...Array.from(texts, searchTermsOf), ...Array.from(exact, exactTermsOf)].filter(
    (shapes) => Object.keys(shapes).length > 0,
  )
}

/** What can be nothing else. */
function exactTermsOf(text: string): SearchTerms {
  const { reference: _, name: __, ...exact } = searchTermsOf(text)
  return exact
}

/** Everything that a text may be. Exact forms of the network and of ours are nothing else besides. */
export function searchTermsOf(given: string): SearchTerms {
  const text = given.trim()
  if (text === '' || text.length > TEXT_MAX || text.includes('\0') || !text.isWellFormed()) return {}
  const [, keyPrefix] = KEY.exec(text) ?? []
  if (keyPrefix !== undefined) return { keyPrefix }
  // Whatever else begins like a key is a part of one.
  if (text.startsWith('svc_live_')) return {}
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
  const ids = [rest, rest.toUpperCase(), rest.toLowerCase()].map((one) => letter + one)
  return letter === 'E' ? { endToEndIds: ids } : { returnIds: ids }
}

function documentIn(text: string): SearchTerms {
  const document = readDocument(text)
  return document === undefined ? {} : { document }
}

/** `R$ 1.234,56`, `1234,56`, `50 reais`: an amount says that it is one, by its currency or by its centavos. */
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
