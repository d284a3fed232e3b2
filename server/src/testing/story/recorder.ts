import { ROUTES } from '../../routes.ts'
import type { OperationExample } from '../../http/openapi/recorded.ts'
import type { RestClient } from '../clients/rest-client.ts'

interface RecordedCall {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** The bytes of an uploaded file. The recorder sends the bytes instead of `body`, and does not record them. */
  bytes?: Buffer
}

/** Calls operations of /v1 over HTTP and records them. */
export class StoryRecorder {
  readonly operations: Record<string, OperationExample> = {}

  constructor(
    private readonly rest: RestClient,
    private readonly beforeCall: () => void,
  ) {}

  /**
   * Calls an operation by its operationId and records the call. A second call of the same operation adds a response,
   * but does not change the recorded request. @throws Error when the response is not a success, or when its status is
   * already recorded.
   */
  async call<Body>(operationId: string, given: RecordedCall = {}): Promise<Body> {
    const route = ROUTES.find((one) => one.operationId === operationId)
    if (!route) throw new Error(`StoryRecorder: no route has the operationId ${operationId}`)
    const { params = {}, query = {}, headers = {}, body, bytes } = given
    const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const search = new URLSearchParams(query).toString()
    const url = search === '' ? path : `${path}?${search}`
    const sent = { ...headers, ...(bytes ? { 'content-type': 'application/pdf' } : {}) }
    this.beforeCall()
    const answer = await this.rest.send<Body>(route.method.toUpperCase(), url, bytes ?? body, sent)
    if (answer.status >= 300)
      throw new Error(`${operationId} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    const recorded = (this.operations[operationId] ??= {
      parameters: { ...params, ...query, ...headers },
      ...(body === undefined ? {} : { request: body }),
      responses: {},
    })
    if (recorded.responses[answer.status] !== undefined)
      throw new Error(`${operationId}: the status ${answer.status} is recorded twice`)
    recorded.responses[answer.status] = route.isJsonLines ? firstOf(answer.body) : answer.body
    return answer.body
  }
}

const firstOf = (lines: unknown): unknown => (Array.isArray(lines) ? lines[0] : lines)
