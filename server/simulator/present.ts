import { toReais } from '../src/kernel/values/money.ts'
import { encodeBrCode } from './br-code.ts'
import type { Cob, CobVersion, Devolucao, Med, MedStatus, Pix, Webhook } from './records.ts'

/** The receiver's data that the charges of the simulated Pix network contain. */
export interface ReceiverProfile {
  /** The host, port and path with which the location of every charge begins, without the scheme. */
  locationBase: string
  merchantName: string
  merchantCity: string
  /** Whether charges have `pixCopiaECola`, which is optional in API Pix. */
  copyAndPaste: boolean
}

export const locationOfCob = (profile: ReceiverProfile, cob: Cob): string =>
  `${profile.locationBase}/qr/v2/${cob.txid}`

/** Returns the `CobGerada` of API Pix for the charge or for an earlier version of it. */
export function presentCob(profile: ReceiverProfile, cob: Cob, version: CobVersion = cob) {
  const { terms } = version
  const criacao = iso(cob.criacaoMs)
  const location = locationOfCob(profile, cob)
  const valor =
    terms.modalidadeAlteracao === undefined
      ? { original: terms.original }
      : { original: terms.original, modalidadeAlteracao: terms.modalidadeAlteracao }
  return {
    calendario: { criacao, expiracao: terms.expiracao },
    txid: cob.txid,
    revisao: version.revisao,
    loc: { id: cob.locId, location, tipoCob: 'cob', criacao },
    location,
    status: version.status,
    ...(terms.devedor === undefined ? {} : { devedor: terms.devedor }),
    valor,
    chave: terms.chave,
    ...(terms.solicitacaoPagador === undefined ? {} : { solicitacaoPagador: terms.solicitacaoPagador }),
    ...(terms.infoAdicionais === undefined ? {} : { infoAdicionais: terms.infoAdicionais }),
    ...(profile.copyAndPaste ? { pixCopiaECola: copyAndPaste(profile, location, terms.original) } : {}),
  }
}

export const presentPix = (pix: Pix) => ({
  endToEndId: pix.endToEndId,
  ...(pix.txid === undefined ? {} : { txid: pix.txid }),
  valor: pix.valor,
  chave: pix.chave,
  horario: iso(pix.horarioMs),
  ...(pix.infoPagador === undefined ? {} : { infoPagador: pix.infoPagador }),
  ...(pix.devolucoes.length === 0 ? {} : { devolucoes: pix.devolucoes.map(presentDevolucao) }),
})

export const presentDevolucao = (devolucao: Devolucao) => ({
  id: devolucao.id,
  rtrId: devolucao.rtrId,
  valor: devolucao.valor,
  natureza: devolucao.natureza,
  ...(devolucao.descricao === undefined ? {} : { descricao: devolucao.descricao }),
  horario: {
    solicitacao: iso(devolucao.solicitacaoMs),
    ...(devolucao.liquidacaoMs === undefined ? {} : { liquidacao: iso(devolucao.liquidacaoMs) }),
  },
  status: devolucao.status,
  ...(devolucao.motivo === undefined ? {} : { motivo: devolucao.motivo }),
})

const NOTICE_STATUS: Record<MedStatus, string> = {
  open: 'ABERTA',
  returned: 'ACEITA',
  closed: 'REJEITADA',
  cancelled: 'CANCELADA',
}

/** Returns the notice of a MED. API Pix defines no such notice: PSPs define their own. */
export const presentMed = (med: Med) => ({
  id: med.id,
  endToEndId: med.endToEndId,
  valor: toReais(BigInt(med.amountCents)),
  natureza: med.natureza,
  ...(med.notice?.descricao === undefined ? {} : { descricao: med.notice.descricao }),
  status: NOTICE_STATUS[med.status],
  ...(med.notice === undefined ? {} : { prazo: iso(med.notice.answerUntilMs) }),
  ...(med.grantedCents === undefined ? {} : { valorAceito: toReais(BigInt(med.grantedCents)) }),
  horario: {
    abertura: iso(med.openedMs),
    ...(med.decidedMs === undefined ? {} : { decisao: iso(med.decidedMs) }),
  },
})

export const presentWebhook = (webhook: Webhook) => ({
  webhookUrl: webhook.webhookUrl,
  chave: webhook.chave,
  criacao: iso(webhook.criacaoMs),
})

/** Formats Unix milliseconds as RFC 3339 in UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString()

const copyAndPaste = (profile: ReceiverProfile, location: string, valor: string): string =>
  encodeBrCode({ location, valor, merchantName: profile.merchantName, merchantCity: profile.merchantCity })
