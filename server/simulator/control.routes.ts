import { fromReais } from '../src/kernel/values/money.ts'
import { completeCob } from './api-pix.routes.ts'
import { jsonAnswer, type Outcome, type RoutedCall } from './calls.ts'
import { removeByBank } from './cobs.ts'
import { FAULT_GROUPS, type Fault } from './faults.ts'
import { badField, FaultBody, PayBody, read, readLimit } from './control-bodies.ts'
import { medRoutes } from './med.routes.ts'
import { nowMs, type Parts } from './parts.ts'
import { pay, payMany } from './payments.ts'
import { iso } from './present.ts'
import type { Cob, Pix } from './records.ts'
import type { Route } from './router.ts'
import type { Tokens } from './tokens.ts'

/** The routes by which tests, demos and the page control the simulated Pix network. */
export function controlRoutes(
  parts: Parts,
  tokens: Tokens,
  callTotals: () => Record<string, number>,
): Route[] {
  return [
    { method: 'POST', path: '/simulator/pay', answer: (call) => answerPay(parts, call) },
    ...faultRoutes(parts),
    ...cobRoutes(parts),
    ...medRoutes(parts),
    { method: 'GET', path: '/simulator/calls', answer: () => jsonAnswer(200, callTotals()) },
    {
      method: 'DELETE',
      path: '/simulator/tokens',
      answer() {
        tokens.revokeAll()
        return jsonAnswer(200, { revoked: true })
      },
    },
  ]
}

/** Returns a charge, and for each method the number of calls for it. */
export function reportCob(parts: Parts, txid: string) {
  const cob = parts.state.cobs.get(txid)
  return {
    txid,
    cob: cob === undefined ? null : completeCob(parts, cob),
    calls: { ...parts.state.callsFor(txid) },
    created: cob === undefined ? 0 : 1,
  }
}

function answerPay(parts: Parts, call: RoutedCall): Outcome {
  const { txids, ...body } = read(PayBody, call)
  const callback = body.callback ?? 'normal'
  const paid =
    txids === undefined
      ? pay(parts, {
          txid: body.txid,
          qrCode: body.qr_code,
          chave: body.chave,
          amountCents: body.amount_cents,
          endToEndId: body.end_to_end_id,
          times: body.times,
          callback,
          callbackDelayMs: body.delay_ms,
          paidAt: body.paid_at === undefined ? undefined : new Date(body.paid_at),
          infoPagador: body.info,
        })
      : payMany(parts, txids, callback)
  const payments = paid.map(reportPix)
  const endToEndIds = payments.map((pix) => pix.end_to_end_id)
  return jsonAnswer(200, { ...payments[0], end_to_end_ids: endToEndIds, callback, payments })
}

const reportPix = (pix: Pix) => ({
  end_to_end_id: pix.endToEndId,
  txid: pix.txid ?? null,
  valor: pix.valor,
  amount_cents: String(fromReais(pix.valor)),
  horario: iso(pix.horarioMs),
})

function faultRoutes(parts: Parts): Route[] {
  const path = '/simulator/faults'
  return [
    {
      method: 'POST',
      path,
      answer(call) {
        const { on, mode, probability, count, delay_ms: delayMs } = read(FaultBody, call)
        if (mode === 'nao_realizado' && on !== 'devolucao')
          throw badField('mode', 'nao_realizado é só de devolucao.')
        const fault: Fault = {
          on,
          mode,
          ...(probability === undefined ? {} : { probability }),
          ...(count === undefined ? {} : { count }),
          ...(delayMs === undefined ? {} : { delayMs }),
        }
        parts.faults.set(fault)
        return jsonAnswer(201, reportFault(fault))
      },
    },
    { method: 'GET', path, answer: () => jsonAnswer(200, { items: parts.faults.list().map(reportFault) }) },
    {
      method: 'DELETE',
      path,
      answer(call) {
        const on = FAULT_GROUPS.find((group) => group === call.query.get('on'))
        if (call.query.has('on') && on === undefined)
          throw badField('on', `Um de ${FAULT_GROUPS.join(', ')}.`)
        return jsonAnswer(200, { lifted: parts.faults.lift(on) })
      },
    },
  ]
}

const reportFault = ({ delayMs, ...fault }: Fault) => ({
  ...fault,
  ...(delayMs === undefined ? {} : { delay_ms: delayMs }),
})

function cobRoutes(parts: Parts): Route[] {
  return [
    { method: 'GET', path: '/simulator/cobs', answer: (call) => listLatest(parts, call) },
    {
      method: 'GET',
      path: '/simulator/cobs/:txid',
      answer(call) {
        const report = reportCob(parts, call.param('txid'))
        return jsonAnswer(report.cob === null ? 404 : 200, report)
      },
    },
    {
      method: 'POST',
      path: '/simulator/cobs/:txid/remove',
      answer: (call) => jsonAnswer(200, completeCob(parts, removeByBank(parts, call.param('txid')))),
    },
  ]
}

function listLatest(parts: Parts, call: RoutedCall): Outcome {
  const now = nowMs(parts)
  const items = parts.state.cobTimes.newest(readLimit(call)).map((cob) => reportLatest(cob, now))
  return jsonAnswer(200, { items, total: parts.state.cobTimes.size })
}

const reportLatest = (cob: Cob, now: number) => ({
  txid: cob.txid,
  amount_cents: String(fromReais(cob.terms.original)),
  payer_name: cob.terms.devedor?.nome ?? null,
  status: cob.status,
  expired: cob.status === 'ATIVA' && now > cob.criacaoMs + cob.terms.expiracao * 1000,
  created_at: iso(cob.criacaoMs),
  payments: cob.paidBy?.length ?? 0,
})
