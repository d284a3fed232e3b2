import { jsonAnswer, type Outcome, type RoutedCall } from './calls.ts'
import { badField, MedBody, MedEndBody, read, readLimit } from './control-bodies.ts'
import { getCob } from './cobs.ts'
import { endMed, openMed } from './meds.ts'
import type { Parts } from './parts.ts'
import { iso } from './present.ts'
import { Refusal } from './problems.ts'
import type { Med } from './records.ts'
import type { Route } from './router.ts'

/** The routes that open MEDs, end them and list them. */
export function medRoutes(parts: Parts): Route[] {
  const path = '/simulator/med'
  return [
    { method: 'POST', path, answer: (call) => answerOpen(parts, call) },
    { method: 'GET', path, answer: (call) => listLatest(parts, call) },
    {
      method: 'GET',
      path: `${path}/:id`,
      answer(call) {
        const med = parts.state.meds.get(call.param('id'))
        if (med === undefined) throw new Refusal('NaoEncontrado')
        return jsonAnswer(200, reportMed(med))
      },
    },
    {
      method: 'POST',
      path: `${path}/:id`,
      answer(call) {
        const { outcome, returns } = read(MedEndBody, call)
        return jsonAnswer(200, reportMed(endMed(parts, call.param('id'), { outcome, parts: returns })))
      },
    },
  ]
}

function answerOpen(parts: Parts, call: RoutedCall): Outcome {
  const body = read(MedBody, call)
  const { notice = false, deadline_ms: deadlineMs, description, callback } = body
  if (!notice && (deadlineMs ?? description ?? callback) !== undefined)
    throw badField('notice', 'deadline_ms, description e callback pedem notice: true.')
  const med = openMed(parts, {
    endToEndId: body.end_to_end_id ?? paymentOf(parts, body.txid),
    amountCents: body.amount_cents,
    natureza: body.natureza,
    outcome: body.outcome,
    delayMs: body.delay_ms,
    notice: notice ? { deadlineMs, description, callback } : undefined,
    parts: body.returns,
    partsIntervalMs: body.return_interval_ms,
  })
  return jsonAnswer(201, reportMed(med))
}

/** Returns the end-to-end id of the first payment of a charge. */
function paymentOf(parts: Parts, txid: string | undefined): string {
  if (txid === undefined) throw badField('end_to_end_id', 'Informe end_to_end_id ou txid.')
  const [first] = getCob(parts, txid).paidBy ?? []
  if (first === undefined) throw badField('txid', 'A cobrança não foi paga.')
  return first
}

function listLatest(parts: Parts, call: RoutedCall): Outcome {
  const all = Array.from(parts.state.meds.values())
  return jsonAnswer(200, {
    items: all.toReversed().slice(0, readLimit(call)).map(reportMed),
    total: all.length,
  })
}

const reportMed = (med: Med) => ({
  id: med.id,
  end_to_end_id: med.endToEndId,
  amount_cents: med.amountCents,
  natureza: med.natureza,
  status: med.status,
  notified: med.notice !== undefined,
  opened_at: iso(med.openedMs),
  answer_until: med.notice === undefined ? null : iso(med.notice.answerUntilMs),
  decides_at: med.status === 'open' && med.endsMs !== undefined ? iso(med.endsMs) : null,
  decided_at: med.decidedMs === undefined ? null : iso(med.decidedMs),
  granted_cents: med.grantedCents ?? null,
  devolucao_id: med.devolucaoIds?.[0] ?? null,
  devolucao_ids: med.devolucaoIds ?? [],
})
