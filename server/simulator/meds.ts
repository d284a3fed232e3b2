import { fromReais } from '../src/kernel/values/money.ts'
import type { CallbackMode } from './callbacks.ts'
import { randomText, unused } from './identifiers.ts'
import { nowMs, type Parts } from './parts.ts'
import { Refusal, refuse } from './problems.ts'
import type { Med, MedNatureza, MedOutcome, Pix } from './records.ts'
import { addDevolucao, endReturn, getPix, remainingCents } from './returns.ts'

const DAY_MS = 86_400_000
/** The default time in milliseconds in which the receiver must answer a notice. */
export const ANSWER_WINDOW_MS = 7 * DAY_MS
export const PARTS_MAX = 10

export interface MedInput {
  endToEndId: string
  /** The disputed amount; by default, the remaining amount of the payment. */
  amountCents?: bigint | undefined
  natureza?: MedNatureza | undefined
  /**
   * The way in which the MED ends after `delayMs`. By default, it is `returned`. With `open`, the MED stays open until
   * `endMed` is called.
   */
  outcome?: MedOutcome | 'open' | undefined
  /** By default the MED ends at the deadline of the notice, or without a notice after `medDelayMs`. */
  delayMs?: number | undefined
  /**
   * If this is set, the receiver is notified of the opening and of the decision. By default, the receiver learns only
   * of returns.
   */
  notice?: NoticeInput | undefined
  /** Amounts of the returns. By default, the MED has one return of the whole amount. */
  parts?: readonly bigint[] | undefined
  /** The time between two returns, in milliseconds. By default, it is `medDelayMs` of the simulated network. */
  partsIntervalMs?: number | undefined
}

export interface NoticeInput {
  /** The time until the receiver's deadline, in milliseconds. By default, it is `ANSWER_WINDOW_MS`. */
  deadlineMs?: number | undefined
  description?: string | undefined
  /** How the notice of the opening is sent. */
  callback?: CallbackMode | undefined
}

interface MedEnd {
  outcome: MedOutcome
  /** The amounts of the returns, instead of the `parts` that were given when the MED was opened. */
  parts?: readonly bigint[] | undefined
}

/**
 * Opens a MED (a dispute) at the payer's bank. API Pix does not report an open MED. So a receiver without a notice sees
 * only a return with `natureza` MED_* that the receiver did not request. If the MED ends without a return, such a
 * receiver sees nothing.
 * @throws Refusal PixNaoEncontrado for an unknown payment.
 * @throws Refusal RequisicaoInvalida for more than the remaining amount of the payment.
 * @throws Refusal Conflito for a second notice of a payment whose first MED is open.
 */
export function openMed(parts: Parts, input: MedInput): Med {
  const pix = getPix(parts, input.endToEndId)
  const left = remainingCents(pix)
  const cents = input.amountCents ?? left
  if (cents < 1n || cents > left) {
    throw refuse('RequisicaoInvalida', 'amount_cents', `Restam ${left} centavos deste Pix.`)
  }
  if (input.notice && hasOpenNotice(parts, pix))
    throw refuse('Conflito', 'end_to_end_id', 'Este Pix já tem um MED aberto.')
  const openedMs = nowMs(parts)
  const { outcome = 'returned', notice } = input
  const deadlineMs = notice?.deadlineMs ?? ANSWER_WINDOW_MS
  const delayMs = input.delayMs ?? (notice ? deadlineMs : parts.settings.medDelayMs)
  const { description } = notice ?? {}
  const med: Med = {
    id: unused(() => `med${randomText(parts.random, 20)}`, parts.state.meds),
    endToEndId: pix.endToEndId,
    amountCents: String(cents),
    natureza: input.natureza ?? 'MED_FRAUDE',
    status: 'open',
    openedMs,
    ...(outcome === 'open' ? {} : { ends: outcome, endsMs: openedMs + delayMs }),
    ...(notice && {
      notice: {
        answerUntilMs: openedMs + deadlineMs,
        ...(description === undefined ? {} : { descricao: description }),
      },
    }),
    ...(input.parts && { parts: checkParts(input.parts, cents) }),
    partsIntervalMs: input.partsIntervalMs ?? parts.settings.medDelayMs,
  }
  parts.state.record({ kind: 'med', med })
  if (med.notice) parts.callbacks.sendMed(pix.chave, med, notice?.callback)
  void endLater(parts, med)
  return med
}

const hasOpenNotice = (parts: Parts, pix: Pix): boolean =>
  Array.from(parts.state.meds.values()).some(
    (med) => med.endToEndId === pix.endToEndId && med.status === 'open' && med.notice !== undefined,
  )

function checkParts(amounts: readonly bigint[], cents: bigint): string[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0n)
  if (amounts.length > PARTS_MAX || amounts.some((amount) => amount < 1n) || sum > cents)
    throw refuse('RequisicaoInvalida', 'returns', `Até ${PARTS_MAX} devoluções, que somam até ${cents}.`)
  return amounts.map(String)
}

/**
 * Ends an open MED, and notifies the receiver if it received a notice of this MED. For the outcome `returned`, makes
 * the first return immediately and the other returns later, each of at most the remaining amount of the payment. If the
 * receiver was notified, its own returns since the opening count towards the amount. If the payer gets no return at
 * all, the MED ends as `closed`.
 * @throws Refusal NaoEncontrado for an unknown id.
 * @throws Refusal Conflito: the MED has ended already, or a return that a notified receiver requested is pending.
 * @throws Refusal RequisicaoInvalida: there are too many parts, a part is below one centavo, or the sum of the parts is
 * above the amount.
 */
export function endMed(parts: Parts, id: string, end: MedEnd): Med {
  const med = parts.state.meds.get(id)
  if (med === undefined) throw new Refusal('NaoEncontrado')
  if (med.status !== 'open') throw refuse('Conflito', 'id', 'O MED já terminou.')
  if (end.parts) med.parts = checkParts(end.parts, BigInt(med.amountCents))
  const pix = getPix(parts, med.endToEndId)
  if (isReturnPending(parts, med)) throw refuse('Conflito', 'id', 'Há uma devolução em processamento.')
  const ownCents = med.notice === undefined ? 0n : returnedByReceiver(pix, med.openedMs)
  const amounts = end.outcome === 'returned' ? owedParts(med, pix, ownCents) : []
  med.status = end.outcome === 'returned' && amounts.length === 0 && ownCents === 0n ? 'closed' : end.outcome
  med.decidedMs = nowMs(parts)
  if (med.status === 'returned') {
    med.grantedCents = String(amounts.reduce((sum, amount) => sum + amount, ownCents))
    med.parts = amounts.map(String)
  }
  parts.state.record({ kind: 'med', med })
  if (med.notice) parts.callbacks.sendMed(pix.chave, med)
  if (med.status === 'returned') {
    returnPart(parts, med)
    void returnLater(parts, med)
  }
  return med
}

/**
 * Returns the amounts to return: the planned amounts (`parts`) of the MED, minus the amount that the receiver has
 * already returned. The sum of these amounts is at most the remaining amount of the payment.
 */
function owedParts(med: Med, pix: Pix, ownCents: bigint): bigint[] {
  const disputedCents = BigInt(med.amountCents)
  const owedCents = disputedCents > ownCents ? disputedCents - ownCents : 0n
  let left = min(owedCents, remainingCents(pix))
  return (med.parts?.map(BigInt) ?? [left]).flatMap((wanted) => {
    const cents = min(wanted, left)
    left -= cents
    return cents === 0n ? [] : [cents]
  })
}

const isReturnPending = (parts: Parts, med: Med): boolean =>
  med.notice !== undefined &&
  getPix(parts, med.endToEndId).devolucoes.some(({ status }) => status === 'EM_PROCESSAMENTO')

/** Returns the sum of the completed returns that the receiver requested since `sinceMs`. */
const returnedByReceiver = (pix: Pix, sinceMs: number): bigint =>
  pix.devolucoes
    .filter(({ natureza, status, solicitacaoMs }) => {
      const isOwn = natureza === 'ORIGINAL' || natureza === 'RETIRADA'
      return isOwn && status === 'DEVOLVIDO' && solicitacaoMs >= sinceMs
    })
    .reduce((sum, { valor }) => sum + (fromReais(valor) ?? 0n), 0n)

/** Makes the next return of a decided MED, and reports it to the receiver. */
function returnPart(parts: Parts, med: Med): void {
  const done = med.devolucaoIds ?? []
  const wanted = med.parts?.[done.length]
  const pix = getPix(parts, med.endToEndId)
  const cents = min(BigInt(wanted ?? 0), remainingCents(pix))
  if (cents === 0n) return
  const id = done.length === 0 ? med.id : `${med.id}n${done.length + 1}`
  med.devolucaoIds = [...done, id]
  parts.state.record({ kind: 'med', med })
  endReturn(parts, pix, addDevolucao(parts, pix, { id, cents, natureza: med.natureza }), 'DEVOLVIDO')
}

async function returnLater(parts: Parts, med: Med): Promise<void> {
  const made = () => med.devolucaoIds?.length ?? 0
  while (made() < (med.parts?.length ?? 0)) {
    const before = made()
    await waitUntil(parts, nowMs(parts) + (med.partsIntervalMs ?? parts.settings.medDelayMs))
    if (parts.signal.aborted) return
    returnPart(parts, med)
    if (made() === before) return
  }
}

/** Schedules the ends and the returns of MEDs that an earlier process did not complete. */
export function resumeMeds(parts: Parts): void {
  for (const med of parts.state.meds.values()) {
    if (med.status === 'open') void endLater(parts, med)
    else if (med.status === 'returned') void returnLater(parts, med)
  }
}

async function endLater(parts: Parts, med: Med): Promise<void> {
  if (med.ends === undefined) return
  await waitUntil(parts, med.endsMs ?? nowMs(parts) + parts.settings.medDelayMs)
  while (!parts.signal.aborted && med.status === 'open' && isReturnPending(parts, med))
    await waitUntil(parts, nowMs(parts) + parts.settings.returnDelayMs)
  if (!parts.signal.aborted && med.status === 'open') endMed(parts, med.id, { outcome: med.ends })
}

async function waitUntil(parts: Parts, dueMs: number): Promise<void> {
  for (;;) {
    const leftMs = dueMs - nowMs(parts)
    if (leftMs <= 0 || parts.signal.aborted) return
    await parts.clock.sleep(Math.min(leftMs, parts.settings.medWaitMaxMs), parts.signal)
  }
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
