import type { Log } from '../kernel/log.ts'
import { toReais } from '../kernel/values/money.ts'
import { truncate, parseJson } from './json.ts'
import type { CallNetwork } from './network-call.ts'
import type {
  FindReturnOutcome,
  NetworkReturn,
  RequestReturnOutcome,
  ReturnName,
  ReturnRequest,
} from './provider.ts'
import { readReturn } from './read-pix.ts'
import { isAbsent, isFromApi, isOk } from './refusal.ts'

const DESCRIPTION_CHARS_MAX = 140

/**
 * Asks for a return (`PUT /pix/{e2eid}/devolucao/{id}`). API Pix refuses an id that stands already with the same 400
 * as a return that it will not do, so a refusal counts only when the network has no record under the id.
 */
export async function requestReturn(
  callNetwork: CallNetwork,
  request: ReturnRequest,
  log: Log,
): Promise<RequestReturnOutcome> {
  const { amountCents, description } = request
  const answer = await callNetwork({
    method: 'PUT',
    path: returnPath(request),
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
  const isRefused = (answer.status === 400 && isFromApi(answer.text)) || isAbsent(answer)
  if (!isRefused) return { kind: 'unknown' }
  log.warn({ return: request.id, status: answer.status }, 'pix: the network refused a return')
  const standing = await findReturn(callNetwork, request, log)
  if (standing.kind === 'found') return { kind: 'accepted', return: standing.return }
  return { kind: standing.kind === 'absent' ? 'refused' : 'unknown' }
}

/** `GET /pix/{e2eid}/devolucao/{id}`. A record that cannot be read counts as not told. */
export async function findReturn(
  callNetwork: CallNetwork,
  name: ReturnName,
  log: Log,
): Promise<FindReturnOutcome> {
  const answer = await callNetwork({ method: 'GET', path: returnPath(name) })
  if (isAbsent(answer)) return { kind: 'absent' }
  if (answer.kind !== 'answered' || !isOk(answer.status)) return { kind: 'unavailable' }
  const found = readNamed(answer.text, name, log)
  return found ? { kind: 'found', return: found } : { kind: 'unavailable' }
}

/** The return that was asked about; any other one is as good as no answer. */
function readNamed(text: string | undefined, { id }: ReturnName, log: Log): NetworkReturn | undefined {
  const read = readReturn(parseJson(text), { log, source: 'return' })
  return read?.id === id ? read : undefined
}

const returnPath = ({ endToEndId, id }: ReturnName): string =>
  `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(id)}`
