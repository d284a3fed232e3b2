import { fromReais } from '../src/kernel/values/money.ts'
import { openMed, type MedInput } from './meds.ts'
import type { Parts } from './parts.ts'
import type { Cob, Pix } from './records.ts'

/** The time in milliseconds from the payment to the decision, for a MED that is not decided at its deadline. */
const DECISION_MS = 60_000

type Play = (cents: bigint) => Omit<MedInput, 'endToEndId' | 'notice'>

/** How the network decides the MEDs of payers who dispute every payment, by CPF. The README lists these payers. */
const CONTESTING_PAYERS = new Map<string, Play>([
  ['88888888888', () => ({ outcome: 'returned' })],
  ['77777777777', () => ({ outcome: 'closed', delayMs: DECISION_MS })],
  ['66666666666', () => ({ outcome: 'cancelled', delayMs: DECISION_MS })],
  [
    '55555555555',
    (cents) => ({
      outcome: 'returned',
      delayMs: DECISION_MS,
      ...(cents < 4n ? {} : { parts: [cents / 2n, cents / 4n] }),
    }),
  ],
])

/** Opens a MED with a notice if the payer of the charge disputes every payment. */
export function openMedOfPayer(parts: Parts, { terms: { devedor } }: Cob, pix: Pix): void {
  const play = devedor && 'cpf' in devedor ? CONTESTING_PAYERS.get(devedor.cpf) : undefined
  if (play) openMed(parts, { endToEndId: pix.endToEndId, notice: {}, ...play(fromReais(pix.valor) ?? 0n) })
}
