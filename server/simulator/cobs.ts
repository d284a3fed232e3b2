import { readChanges, readTerms, sameTerms } from './cob-shape.ts'
import { nowMs, type Parts } from './parts.ts'
import { Refusal, refuse } from './problems.ts'
import type { Cob, CobStatus, CobTerms, CobVersion } from './records.ts'

const TXID = /^[a-zA-Z0-9]{26,35}$/
const REVISIONS_MAX = 100

/** The CPF of a payer whom the risk analysis refuses. */
export const REFUSED_DOCUMENT = '00000000000'
/** The CPF of a payer whose charge is stored although its first PUT is never answered. */
export const SILENT_DOCUMENT = '99999999999'

/** Returns a charge. @throws Refusal CobNaoEncontrado */
export function getCob(parts: Parts, txid: string): Cob {
  const cob = parts.state.cobs.get(txid)
  if (cob === undefined) throw new Refusal('CobNaoEncontrado')
  return cob
}

/**
 * Creates a charge. If the charge exists and is ATIVA, revises the charge.
 * @throws Refusal CobOperacaoInvalida: a schema violation, a key of another receiver, a change of a charge that is no
 * longer ATIVA, or a payer whom risk analysis refuses (violation of `cob.devedor`).
 */
export function putCob(
  parts: Parts,
  txid: string,
  body: Record<string, unknown>,
): { cob: Cob; created: boolean } {
  if (!TXID.test(txid)) throw refuse('CobOperacaoInvalida', 'txid', 'O parâmetro txid não respeita o schema.')
  const terms = readTerms(body)
  checkTerms(parts, terms)
  const known = parts.state.cobs.get(txid)
  if (known !== undefined) {
    if (!sameTerms(known.terms, terms)) revise(parts, known, 'ATIVA', terms)
    return { cob: known, created: false }
  }
  const calls = parts.state.callsFor(txid)
  const locId = parts.state.cobs.size + 1
  const cob: Cob = { txid, criacaoMs: nowMs(parts), locId, revisao: 0, status: 'ATIVA', terms, calls }
  parts.state.record({ kind: 'cob', cob })
  return { cob, created: true }
}

/**
 * Changes the given terms, or removes the charge if `status` is the only member.
 * @throws Refusal CobOperacaoInvalida
 */
export function patchCob(parts: Parts, txid: string, body: Record<string, unknown>): Cob {
  const cob = getCob(parts, txid)
  const { status, ...others } = body
  const changes = readChanges(others)
  if (status === undefined) {
    const terms = { ...cob.terms, ...changes }
    checkTerms(parts, terms)
    revise(parts, cob, 'ATIVA', terms)
    return cob
  }
  if (status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR') {
    throw refuse('CobOperacaoInvalida', 'cob.status', 'O campo cob.status não respeita o schema.')
  }
  if (Object.keys(others).length > 0) {
    throw refuse('CobOperacaoInvalida', 'cob.status', 'A remoção da cobrança não aceita outras alterações.')
  }
  revise(parts, cob, status, cob.terms)
  return cob
}

/**
 * Removes a charge, as a PSP does when it suspects fraud or when the receiver has lost a Pix key.
 * @throws Refusal when the charge is not ATIVA.
 */
export function removeByBank(parts: Parts, txid: string): Cob {
  const cob = getCob(parts, txid)
  revise(parts, cob, 'REMOVIDA_PELO_PSP', cob.terms)
  return cob
}

/** Returns a revision of the charge. @throws Refusal CobConsultaInvalida when the revision does not exist. */
export function versionOf(cob: Cob, revisao: string | null): CobVersion {
  if (revisao === null || revisao === String(cob.revisao)) return cob
  const version = cob.earlier?.find((earlier) => String(earlier.revisao) === revisao)
  if (version === undefined) {
    throw refuse(
      'CobConsultaInvalida',
      'revisao',
      'O parâmetro revisao corresponde a uma revisão inexistente.',
    )
  }
  return version
}

/** Sets an ATIVA charge to CONCLUIDA. */
export function conclude(parts: Parts, cob: Cob): void {
  if (cob.status === 'ATIVA') cob.status = 'CONCLUIDA'
  parts.state.record({ kind: 'cob', cob })
}

function revise(parts: Parts, cob: Cob, status: CobStatus, terms: CobTerms): void {
  if (cob.status !== 'ATIVA') {
    throw refuse(
      'CobOperacaoInvalida',
      'cob.status',
      'A cobrança não está ATIVA, e a presente requisição busca alterá-la.',
    )
  }
  const earlier = [...(cob.earlier ?? []), { revisao: cob.revisao, status: cob.status, terms: cob.terms }]
  cob.earlier = earlier.slice(-REVISIONS_MAX)
  cob.revisao += 1
  cob.status = status
  cob.terms = terms
  parts.state.record({ kind: 'cob', cob })
}

function checkTerms(parts: Parts, terms: CobTerms): void {
  const { keys } = parts.settings
  if (keys !== undefined && !keys.includes(terms.chave)) {
    const razao = 'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.'
    throw refuse('CobOperacaoInvalida', 'cob.chave', razao)
  }
  if (terms.devedor !== undefined && 'cpf' in terms.devedor && terms.devedor.cpf === REFUSED_DOCUMENT) {
    throw refuse(
      'CobOperacaoInvalida',
      'cob.devedor',
      'O objeto cob.devedor foi recusado pela análise de risco.',
    )
  }
}
