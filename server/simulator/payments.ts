import { fromReais, toReais } from '../src/kernel/values/money.ts'
import { locationOf } from './br-code.ts'
import type { CallbackMode } from './callbacks.ts'
import { conclude, getCob } from './cobs.ts'
import { endToEndId, unused } from './identifiers.ts'
import { nowMs, type Parts } from './parts.ts'
import { Refusal, refuse } from './problems.ts'
import type { Cob, Pix } from './records.ts'
import { openMedOfPayer } from './special-payers.ts'

export const TIMES_MAX = 100
export const AMOUNT_CENTS_MAX = 999_999_999_999n

/**
 * A payment. One of `txid`, `qrCode` and `chave` names the target of the payment. A payment with only a `chave` has no
 * txid.
 */
export interface PayInput {
  txid?: string | undefined
  qrCode?: string | undefined
  chave?: string | undefined
  /**
   * The paid amount; by default, the amount of the charge. The amount is required for a payment with only a `chave`.
   */
  amountCents?: bigint | undefined
  endToEndId?: string | undefined
  /** The number of payments, each with its own end-to-end id. The default is 1. */
  times?: number | undefined
  callback?: CallbackMode | undefined
  /** The delay of a `late` callback, in milliseconds. The default is `lateMs` of the simulated network. */
  callbackDelayMs?: number | undefined
  /** The time of the payment. The default is the current time. */
  paidAt?: Date | undefined
  infoPagador?: string | undefined
}

/**
 * Pays a charge in any state, as a payer's bank does, and sends the callback. A payment of the charge's amount changes
 * an ATIVA charge to CONCLUIDA; a payment of another amount does not change the charge. If `endToEndId` already exists,
 * creates no payment but sends the callback again.
 * @throws Refusal CobNaoEncontrado for an unknown charge.
 * @throws Refusal RequisicaoInvalida for an invalid QR code, amount or number of payments.
 * @throws Refusal Conflito for the end-to-end id of another payment.
 */
export function pay(parts: Parts, input: PayInput): Pix[] {
  const cob = findCob(parts, input)
  const times = input.times ?? 1
  if (!Number.isInteger(times) || times < 1 || times > TIMES_MAX) {
    throw refuse('RequisicaoInvalida', 'times', `times vai de 1 a ${TIMES_MAX}.`)
  }
  if (times > 1 && input.endToEndId !== undefined) {
    throw refuse('RequisicaoInvalida', 'end_to_end_id', 'Um end_to_end_id nomeia um só Pix.')
  }
  const paid = Array.from({ length: times }, () => recordPix(parts, input, cob))
  for (const pix of paid) parts.callbacks.send(pix.chave, [pix], input.callback, input.callbackDelayMs)
  return paid
}

/**
 * Pays many charges, each with the amount of the charge. Sends one callback for each Pix key, as PSPs do under load.
 */
export function payMany(parts: Parts, txids: readonly string[], callback: CallbackMode = 'normal'): Pix[] {
  const cobs = txids.map((txid) => getCob(parts, txid))
  const paid = cobs.map((cob) => recordPix(parts, {}, cob))
  for (const [chave, pix] of Map.groupBy(paid, (one) => one.chave)) parts.callbacks.send(chave, pix, callback)
  return paid
}

function findCob(parts: Parts, input: PayInput): Cob | undefined {
  if (input.txid !== undefined) return getCob(parts, input.txid)
  if (input.qrCode !== undefined) {
    const location = locationOf(input.qrCode.trim())
    if (location === undefined) throw refuse('RequisicaoInvalida', 'qr_code', 'O BR Code é ilegível.')
    return getCob(parts, location.slice(location.lastIndexOf('/') + 1))
  }
  if (input.chave === undefined) throw refuse('RequisicaoInvalida', 'txid', 'Informe txid, qr_code ou chave.')
  return undefined
}

function recordPix(parts: Parts, input: PayInput, cob: Cob | undefined): Pix {
  const cents = input.amountCents ?? (cob === undefined ? undefined : fromReais(cob.terms.original))
  const chave = cob?.terms.chave ?? input.chave
  if (cents === undefined || chave === undefined || cents < 1n || cents > AMOUNT_CENTS_MAX) {
    throw refuse('RequisicaoInvalida', 'amount_cents', `amount_cents vai de 1 a ${AMOUNT_CENTS_MAX}.`)
  }
  const horarioMs = input.paidAt?.getTime() ?? nowMs(parts)
  const pix: Pix = {
    endToEndId: input.endToEndId ?? unused(() => endToEndId(parts.random, horarioMs), parts.state.pix),
    ...(cob === undefined ? {} : { txid: cob.txid }),
    chave,
    valor: toReais(cents),
    horarioMs,
    ...(input.infoPagador === undefined ? {} : { infoPagador: input.infoPagador }),
    devolucoes: [],
  }
  const known = parts.state.pix.get(pix.endToEndId)
  if (known !== undefined) {
    if (known.txid === pix.txid && known.valor === pix.valor) return known
    throw new Refusal('Conflito', [
      { razao: 'O end_to_end_id nomeia outro Pix.', propriedade: 'end_to_end_id' },
    ])
  }
  parts.state.record({ kind: 'pix', pix })
  if (cob !== undefined) credit(parts, cob, pix)
  return pix
}

function credit(parts: Parts, cob: Cob, pix: Pix): void {
  cob.paidBy = [...(cob.paidBy ?? []), pix.endToEndId]
  const { original, modalidadeAlteracao } = cob.terms
  if (modalidadeAlteracao === 1 || fromReais(original) === fromReais(pix.valor)) conclude(parts, cob)
  else parts.state.record({ kind: 'cob', cob })
  openMedOfPayer(parts, cob, pix)
}
