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
  /** The path parameters, percent-decoded but not validated. A malformed id gets the same response as an unknown id. */
  params: Record<string, string>
  query: Query
  body: Body
  /**
   * The idempotency key: 8 to 200 visible ASCII characters. The key is empty for routes without `needsIdempotencyKey`.
   */
  idempotencyKey: string
  accepts: 'json' | 'csv'
  /** Returns a signal that is aborted when the client disconnects. */
  closed(): AbortSignal
}

export interface RouteResponse {
  status: number
  body: object
  headers?: Record<string, string>
}

/** A successful response whose body is sent while the service produces it. */
export interface StreamedResponse {
  status: number
  contentType: string
  chunks: AsyncIterable<string>
  headers?: Record<string, string>
}

/** The content type of JSON lines: one JSON object per line. */
export const JSON_LINES = 'application/x-ndjson'

/** The handler of a route after its query and body were parsed. */
export type Prepared<C extends Context> = (
  call: Omit<Call<C, unknown, unknown>, 'query' | 'body'>,
) => Promise<RouteResponse | StreamedResponse>

/**
 * One route of the merchant API: its scope, inputs and responses. The same declaration is used to check scopes, to
 * handle requests and to generate the OpenAPI description, so these three always agree.
 */
export interface Route<C extends Context> {
  method: Method
  /** The full path, with `:name` for parameters: `/v1/pix/charges/:id`. */
  path: string
  /**
   * The name of the operation in the OpenAPI document and in generated clients: a verb and a noun, such as
   * `createCharge`.
   */
  operationId: string
  summary: string
  /** The scope that the key must have; `any` accepts every valid key. */
  scope: Scope | 'any'
  /** Returns the kind of call for the rate limit, given the unparsed query. */
  cost(query: Record<string, unknown>): Cost
  needsIdempotencyKey: boolean
  /** If true, only a test key may call the route. */
  isTestOnly: boolean
  /**
   * Whether a call may have to wait for rows of its merchant that other transactions have locked. `Turns` limits how
   * many such calls of a merchant run concurrently.
   */
  waitsForLocks: boolean
  /** The rules for the file, if the body of the route is a file; `body` is then `uploadBody`. */
  upload: UploadRules | undefined
  /** The schemas that validate the query and the body. The OpenAPI description contains these schemas. */
  query: z.ZodType
  body: z.ZodType
  /** The schemas of successful responses by status, for the OpenAPI description. */
  responses: Record<number, z.ZodType>
  /**
   * The reasons with which the route can refuse a call, in addition to those of every route. The OpenAPI document lists
   * these reasons.
   */
  refusals: readonly Reason[]
  /** How long a call may wait for new data, in addition to the time limit of every call. */
  waitMs: number
  /** Whether the route answers with CSV if the caller prefers CSV to JSON. */
  offersCsv: boolean
  /** Whether the route answers with JSON lines; `responses` then contains the schema of one line. */
  isJsonLines: boolean
  /**
   * Parses query and body. If the query or the body is invalid, records the faults in `faults` and returns undefined.
   */
  prepare(faults: Faults, raw: { query: unknown; body: unknown }): Prepared<C> | undefined
  /**
   * Returns faults in a body that only the use case can find, such as a URL with a private address. Called only after
   * another fault was found, so that one response names every fault.
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
  isTestOnly?: boolean
  /** Whether a call may wait for locked rows. By default true for every method except GET. */
  waitsForLocks?: boolean
  upload?: UploadRules
  query: Query
  body: Body
  responses: Record<number, z.ZodType>
  refusals?: readonly Reason[]
  waitMs?: number
  offersCsv?: boolean
  isJsonLines?: boolean
  extraFaults?: (ctx: C, body: unknown) => Promise<ProblemDetails>
  handle(call: Call<C, z.infer<Query>, z.infer<Body>>): Promise<RouteResponse | StreamedResponse>
}

/**
 * The schema for a route that takes no query parameters or no body. Any field in the request gets the fault `unknown`.
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
    isTestOnly: options.isTestOnly ?? false,
    waitsForLocks: options.waitsForLocks ?? method !== 'get',
    upload: options.upload,
    query: options.query,
    body: options.body,
    responses: options.responses,
    refusals: options.refusals ?? [],
    waitMs: options.waitMs ?? 0,
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
