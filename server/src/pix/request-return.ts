import type { Log } from '../kernel/log.ts'
import { toReais } from '../kernel/values/money.ts'
import { truncate, parseJson } from './json.ts'
import { type CallNetwork, isAbsent, isOk } from './network-call.ts'
import type {
  FindReturnOutcome,
  NetworkReturn,
  RequestReturnOutcome,
  ReturnName,
  ReturnRequest,
} from './provider.ts'
import { readReturn } from './read-pix.ts'

const DESCRIPTION_CHARS_MAX = 140

/**
 * Requests a return (`PUT /pix/{e2eid}/devolucao/{id}`). API Pix answers 400 both when the id already exists and when
 * the PSP refuses the return. So a 400 counts as a refusal only when the PSP has no record with the id.
 */
export async function requestReturn(
  callNetwork: CallNetwork,
  request: ReturnRequest,
  log: Log,
): Promise<RequestReturnOutcome> {
  const { amountCents, description } = request
  const answer = await callNetwork({
    method: 'PUT',
    ...returnOf(request),
    body: {
      valor: toReais(amountCents),
      ...(description ? { descricao: truncate(description, DESCRIPTION_CHARS_MAX) } : {}),
    },
  })
  if (answer.kind === 'unavailable') return answer
  if (answer.kind === 'lost') return { kind: 'unknown' }
  if (isOk(answer.status)) {
    const made = readNamed(answer.text, request, log)
    return made ? { kind: 'accepted', return: made } : { kind: 'unknown' }
  }
  const isRefused = (answer.status === 400 && answer.isFromApi) || isAbsent(answer)
  if (!isRefused) return { kind: 'unknown' }
  log.warn({ return: request.id, status: answer.status }, 'pix: the network refused a return')
  const existing = await findReturn(callNetwork, request, log)
  if (existing.kind === 'found') return { kind: 'accepted', return: existing.return }
  return { kind: existing.kind === 'absent' ? 'refused' : 'unknown' }
}

/** Gets a return (`GET /pix/{e2eid}/devolucao/{id}`). An unreadable record counts as `unavailable`. */
export async function findReturn(
  callNetwork: CallNetwork,
  name: ReturnName,
  log: Log,
): Promise<FindReturnOutcome> {
  const answer = await callNetwork({ ...returnOf(name), method: 'GET' })
  if (isAbsent(answer)) return { kind: 'absent' }
  if (answer.kind !== 'answered' || !isOk(answer.status)) return { kind: 'unavailable' }
  const found = readNamed(answer.text, name, log)
  return found ? { kind: 'found', return: found } : { kind: 'unavailable' }
}

/** Parses a return. Returns undefined for an unreadable return, and for a return with another id. */
function readNamed(text: string | undefined, { id }: ReturnName, log: Log): NetworkReturn | undefined {
  const read = readReturn(parseJson(text), { log, source: 'return' })
  return read?.id === id ? read : undefined
}

const returnOf = ({ endToEndId, id }: ReturnName) =>
  ({ resource: 'devolucao', params: { e2eid: endToEndId, id } }) as const
