import { randomText, unused } from './identifiers.ts'
import { nowMs, type Parts } from './parts.ts'
import { Refusal, refuse } from './problems.ts'
import type { Med, MedNatureza } from './records.ts'
import { addDevolucao, getPix, remainingCents, endReturn } from './returns.ts'

export interface MedInput {
  endToEndId: string
  /** Default: the remaining amount of the payment. */
  amountCents?: bigint | undefined
  natureza?: MedNatureza | undefined
  /** How the MED ends after `delayMs`. Default: `returned`. With `open` it stays open until `endMed` is called. */
  outcome?: 'returned' | 'closed' | 'open' | undefined
  delayMs?: number | undefined
}

/**
 * Opens a MED (a dispute) at the payer's bank. API Pix does not report an open MED. If the MED ends with a return, the
 * receiver only sees a return with `natureza` MED_* that it did not request. If the MED is closed, it sees nothing.
 * @throws Refusal PixNaoEncontrado for an unknown payment; RequisicaoInvalida for more than the remaining amount.
 */
export function openMed(parts: Parts, input: MedInput): Med {
  const pix = getPix(parts, input.endToEndId)
  const left = remainingCents(pix)
  const cents = input.amountCents ?? left
  if (cents < 1n || cents > left) {
    throw refuse('RequisicaoInvalida', 'amount_cents', `Restam ${left} centavos deste Pix.`)
  }
  const { outcome = 'returned', delayMs = parts.settings.medDelayMs } = input
  const med: Med = {
    id: unused(() => `med${randomText(parts.random, 20)}`, parts.state.meds),
    endToEndId: pix.endToEndId,
    amountCents: String(cents),
    natureza: input.natureza ?? 'MED_FRAUDE',
    status: 'open',
    openedMs: nowMs(parts),
    ...(outcome === 'open' ? {} : { ends: outcome }),
  }
  parts.state.record({ kind: 'med', med })
  void endLater(parts, med, delayMs)
  return med
}

/**
 * Ends an open MED. For the outcome `returned`, immediately returns the amount, but at most the remaining amount of
 * the payment.
 * @throws Refusal when the MED has ended already.
 */
export function endMed(parts: Parts, id: string, outcome: 'returned' | 'closed'): Med {
  const med = parts.state.meds.get(id)
  if (med === undefined) throw new Refusal('NaoEncontrado')
  if (med.status !== 'open') throw refuse('Conflito', 'id', 'O MED já terminou.')
  const pix = getPix(parts, med.endToEndId)
  const left = remainingCents(pix)
  const cents = BigInt(med.amountCents) < left ? BigInt(med.amountCents) : left
  med.status = outcome === 'returned' && cents > 0n ? 'returned' : 'closed'
  if (med.status === 'returned') med.devolucaoId = med.id
  parts.state.record({ kind: 'med', med })
  if (med.status === 'returned') {
    const devolucao = addDevolucao(parts, pix, { id: med.id, cents, natureza: med.natureza })
    endReturn(parts, pix, devolucao, 'DEVOLVIDO')
  }
  return med
}

/** Schedules the end of the MEDs that an earlier process left open. */
export function resumeMeds(parts: Parts): void {
  for (const med of parts.state.meds.values()) void endLater(parts, med, parts.settings.medDelayMs)
}

async function endLater(parts: Parts, med: Med, delayMs: number): Promise<void> {
  if (med.ends === undefined || med.status !== 'open') return
  await parts.clock.sleep(delayMs, parts.signal)
  if (!parts.signal.aborted && med.status === 'open') endMed(parts, med.id, med.ends)
}
