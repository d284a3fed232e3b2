import { routeFinder } from '../../http/match.ts'
import { ErrorShape } from '../../http/openapi/error-shape.ts'
import { failureStatuses } from '../../http/openapi/refusals.ts'
import { JSON_LINES } from '../../http/route.ts'
import { ROUTES } from '../../routes.ts'

/** The body of every error response. */
export interface ErrorBody {
  error: {
    code: string
    message: string
    details: { reason?: string; fields?: { path: string; code: string; message: string }[] }
    correlation_id: string
  }
}

const findRoute = routeFinder(ROUTES)

/**
 * Asserts that a response matches the published OpenAPI description. The client calls this for every response that a
 * test receives.
 */
function expectPublished(method: string, path: string, response: Response, body: unknown): void {
  if (!path.startsWith('/v1/') || response.headers.get('content-type')?.startsWith('text/csv')) return
  const match = findRoute(method, path.split('?', 1)[0] ?? '')
  const isRefusal = response.status >= 400
  if (isRefusal) ErrorShape.parse(body)
  if (match.kind !== 'found') return
  const shape = isRefusal ? undefined : match.route.responses[response.status]
  if (!shape && !(isRefusal && failureStatuses(match.route).includes(response.status)))
    throw new Error(
      `${method} ${match.route.path} answered ${response.status}: add this status to the route's OpenAPI description`,
    )
  for (const line of match.route.isJsonLines && Array.isArray(body) ? body : [body]) shape?.parse(line)
}

/** Parses the body of a response as JSON. For JSON lines, returns an array with one value for each line. */
function parse(text: string, response: Response) {
  if (!response.headers.get('content-type')?.startsWith(JSON_LINES))
    return text === '' ? undefined : JSON.parse(text)
  const lines = text.split('\n').filter((line) => line !== '')
  return JSON.parse(`[${lines.join(',')}]`)
}

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> => {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

/** A response to a merchant's client. */
export interface RestAnswer<Body> {
  status: number
  headers: Headers
  body: Body
}

/** A merchant's client: calls /v1 over HTTP with one API key. */
export class RestClient {
  constructor(
    readonly baseUrl: string,
    readonly key: string | undefined,
    private readonly fetchFrom: typeof globalThis.fetch = (...given) => globalThis.fetch(...given),
  ) {}

  get<Body = ErrorBody>(path: string, headers: Record<string, string> = {}): Promise<RestAnswer<Body>> {
    return this.send('GET', path, undefined, headers)
  }

  post<Body = ErrorBody>(
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer<Body>> {
    return this.send('POST', path, body, headers)
  }

  delete<Body = ErrorBody>(path: string, headers: Record<string, string> = {}): Promise<RestAnswer<Body>> {
    return this.send('DELETE', path, undefined, headers)
  }

  /** Sends a request. Sends text and bytes unchanged, and any other body as JSON. */
  async send<Body>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<RestAnswer<Body>> {
    const response = await this.fetchFrom(this.baseUrl + path, {
      method,
      headers: {
        ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    })
    const text = await response.text()
    const answered = parse(text, response)
    expectPublished(method, path, response, answered)
    return { status: response.status, headers: response.headers, body: answered }
  }
}
