import { isUuid } from '../kernel/ids.ts'
import { searchable } from '../kernel/words.ts'
import { isEventId } from '../webhooks/event-id.ts'
import { chargeIdOf } from '../charges/charge.entity.ts'

/** What a text may be, read from its shape alone; a text may have several. Absent where it has not. */
export interface SearchShapes {
  /** Of a charge, refund, payout, case, entry, endpoint, delivery, key, merchant, or of a request. */
  uuid?: string
  eventId?: string
  /** Of a payment at the network. */
  endToEndId?: string
  /** Of a return at the network. */
  returnId?: string
  /** The charge that a txid names. */
  chargeId?: string
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

const E2E_ID = /^E\d{20}[0-9A-Za-z]{11}$/
const RETURN_ID = /^D\d{20}[0-9A-Za-z]{11}$/
const KEY = /^(svc_live_[0-9A-Za-z]{12})(_[0-9A-Za-z]*)?$/
const DOCUMENT =
  /^(\d{3}\.?\d{3}\.?\d{3}-?\d{2}|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2})$/
const AMOUNT =
  /^(?:R\$\s*(\d{1,3}(?:\.\d{3})+|\d{1,15})(?:,(\d{2}))?|(\d{1,3}(?:\.\d{3})+|\d{1,15}),(\d{2}))$/

/** Everything that a pasted text may be. Exact forms of the network and of ours are nothing else besides. */
export function shapesOf(pasted: string): SearchShapes {
  const text = pasted.trim()
  if (text === '' || text.length > TEXT_MAX || text.includes('\0') || !text.isWellFormed()) return {}
  const [, keyPrefix] = KEY.exec(text) ?? []
  if (keyPrefix !== undefined) return { keyPrefix }
  // Whatever else begins like a key is a part of one.
  if (text.startsWith('svc_live_')) return {}
  if (isUuid(text)) return { uuid: text.toLowerCase() }
  if (isEventId(text)) return { eventId: text }
  const chargeId = chargeIdOf(text)
  return {
    ...(E2E_ID.test(text) ? { endToEndId: text } : {}),
    ...(RETURN_ID.test(text) ? { returnId: text } : {}),
    ...(chargeId === undefined ? {} : { chargeId }),
    ...documentIn(text),
    ...amountIn(text),
    ...wordsIn(text),
  }
}

function documentIn(text: string): SearchShapes {
  return DOCUMENT.test(text) ? { document: text.replaceAll(/[.\-/]/g, '') } : {}
}

/** `R$ 1.234,56`, `1234,56`, `R$ 50`: an amount says that it is one, by its sign or by its centavos. */
function amountIn(text: string): SearchShapes {
  const [, signed, signedCents, bare, bareCents] = AMOUNT.exec(text) ?? []
  const reais = signed ?? bare
  if (reais === undefined) return {}
  const cents = signedCents ?? bareCents ?? '00'
  return { amountCents: BigInt(reais.replaceAll('.', '') + cents) }
}

function wordsIn(text: string): SearchShapes {
  const length = Array.from(text).length
  const name = searchable(text)
  return {
    ...(length >= REFERENCE_MIN && length <= REFERENCE_MAX ? { reference: text } : {}),
    ...(name.length >= NAME_MIN && /\p{L}/u.test(name) ? { name } : {}),
  }
}
