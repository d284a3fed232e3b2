import { z } from 'zod'
import type { Caller, Cost } from '../kernel/caller.ts'
import type { Context } from '../kernel/context.ts'
import type { Faults } from '../kernel/input/faults.ts'
import type { ProblemDetails } from '../kernel/problem.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { Reason } from './errors.ts'
import type { UploadRules } from './upload.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete'

export interface Call<C extends Context, Query, Body> {
  ctx: C
  caller: Caller
  merchantId: string
  /** The path parameters as the caller sent them. A malformed id is handled like an unknown one. */
  params: Record<string, string>
  query: Query
  body: Body
  /** 8 to 200 visible ASCII characters. Empty on routes without `needsIdempotencyKey`. */
  idempotencyKey: string
  accepts: 'json' | 'csv'
}

export interface RouteResponse {
  status: number
  body: object
  headers?: Record<string, string>
}

/** A successful response that is streamed while it is produced. */
export interface StreamedResponse {
  status: number
  contentType: string
  chunks: AsyncIterable<string>
  headers?: Record<string, string>
}

/** The content type of JSON lines: one JSON object per line. */
export const JSON_LINES = 'application/x-ndjson'

/** The handler of a route with query and body already parsed. */
export type Prepared<C extends Context> = (
  call: Omit<Call<C, unknown, unknown>, 'query' | 'body'>,
) => Promise<RouteResponse | StreamedResponse>

/**
 * One route of the merchant API: scope, inputs and responses. The server uses one declaration to check scopes, to
 * handle requests and to generate the OpenAPI description, so that these three cannot differ.
 */
export interface Route<C extends Context> {
  method: Method
  /** The full path, with `:name` for parameters: `/v1/pix/charges/:id`. */
  path: string
  /** The name of the operation in the OpenAPI document and in generated clients: a verb and a noun, `createCharge`. */
  operationId: string
  summary: string
  /** The scope that the key must have; `any` accepts every valid key. */
  scope: Scope | 'any'
  /** Returns the rate limit that a call with this unparsed query counts against. */
  cost(query: Record<string, unknown>): Cost
  needsIdempotencyKey: boolean
  /**
   * Whether a call may wait for rows of its merchant that other transactions have locked. Such a call needs a turn
   * (`Turns`).
   */
  waitsForLocks: boolean
  /** Set for a route whose body is a file: `body` is then `uploadBody`. */
  upload: UploadRules | undefined
  /** The validating schemas, also used for the OpenAPI description. */
  query: z.ZodType
  body: z.ZodType
  /** The schemas of successful responses by status, for the OpenAPI description. */
  responses: Record<number, z.ZodType>
  /** The route's own error reasons, besides those common to all routes, for the OpenAPI description. */
  refusals: readonly Reason[]
  /** Whether the route responds with CSV to a caller that prefers it. */
  offersCsv: boolean
  /** Whether the route responds with JSON lines: `responses` then has the schema of one line. */
  isJsonLines: boolean
  /** Parses query and body. When they are invalid, records the faults in `faults` and returns undefined. */
  prepare(faults: Faults, raw: { query: unknown; body: unknown }): Prepared<C> | undefined
  /**
   * Returns faults of a body that only the use case can find, such as a URL with a private address. Called only for a
   * request that is already invalid, so that one response names every fault.
   */
  extraFaults(ctx: C, body: unknown): Promise<ProblemDetails>
}

/** The declaration that `route` turns into a `Route`. */
export interface RouteOptions<C extends Context, Query extends z.ZodType, Body extends z.ZodType> {
  scope: Scope | 'any'
  operationId: string
  summary: string
  cost?: (query: Record<string, unknown>) => Cost
  needsIdempotencyKey?: boolean
  /** Default: every call but GET. */
  waitsForLocks?: boolean
  upload?: UploadRules
  query: Query
  body: Body
  responses: Record<number, z.ZodType>
  refusals?: readonly Reason[]
  offersCsv?: boolean
  isJsonLines?: boolean
  extraFaults?: (ctx: C, body: unknown) => Promise<ProblemDetails>
  handle(call: Call<C, z.infer<Query>, z.infer<Body>>): Promise<RouteResponse | StreamedResponse>
}

/**
 * The schema of a route without query parameters or without a body. A request with any field gets the fault
 * `unknown`.
 */
export const none = z.strictObject({}).optional()

/** Declares a route: `route('post', '/v1/pix/charges', { scope: 'charges:write', query: none, body: Body, ... })`. */
export function route<C extends Context, Query extends z.ZodType, Body extends z.ZodType>(
  method: Method,
  path: string,
  options: RouteOptions<C, Query, Body>,
): Route<C> {
  return {
    method,
    path,
    operationId: options.operationId,
    summary: options.summary,
    scope: options.scope,
    cost: options.cost ?? (() => (method === 'get' ? 'read' : 'write')),
    needsIdempotencyKey: options.needsIdempotencyKey ?? false,
    waitsForLocks: options.waitsForLocks ?? method !== 'get',
    upload: options.upload,
    query: options.query,
    body: options.body,
    responses: options.responses,
    refusals: options.refusals ?? [],
    offersCsv: options.offersCsv ?? false,
    isJsonLines: options.isJsonLines ?? false,
    extraFaults: options.extraFaults ?? (async () => ({})),
    prepare(faults, raw) {
      const query = faults.read(options.query, raw.query)
      const body = faults.read(options.body, raw.body)
      if (!query || !body) return undefined
      return (call) => options.handle({ ...call, query: query.value, body: body.value })
    },
  }
}
