import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import type { ProblemDetails } from '../kernel/problem.ts'
import type { Reason } from './errors.ts'
import type { Faults } from './parse.ts'
import type { Scope } from './scopes.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** Which of the account's rate limits a call is counted against. */
export type Cost = 'read' | 'write' | 'search'

/** Calls a second that an account may make, for each kind of call. */
export type Rates = Record<Cost, number>

/** Who calls: one merchant, by one of its keys. */
export interface Caller {
  merchantId: string
  apiKeyId: string
  scopes: readonly Scope[]
  rates: Rates
}

export interface Call<C extends Context, Query, Body> {
  ctx: C
  caller: Caller
  merchantId: string
  /** The path's parameters, as written by the caller: a malformed id is simply unknown. */
  params: Record<string, string>
  query: Query
  body: Body
  /** Present on routes that ask for it; 8 to 200 visible ASCII characters. */
  idempotencyKey: string
  /** The media type that the caller prefers. */
  accepts: 'json' | 'csv'
}

export interface RouteResponse {
  status: number
  body: object
  headers?: Record<string, string>
}

/** A success that is written while it is read, however long it gets. */
export interface StreamedResponse {
  status: number
  contentType: string
  chunks: AsyncIterable<string>
  headers?: Record<string, string>
}

/** A parsed request, waiting for its caller. */
export type Prepared<C extends Context> = (
  call: Omit<Call<C, unknown, unknown>, 'query' | 'body'>,
) => Promise<RouteResponse | StreamedResponse>

/**
 * One route of the merchant API, whole: who may call it, what it takes, what it answers. The one description that
 * serves requests, checks scopes and is published as OpenAPI, so that the three cannot disagree.
 */
export interface Route<C extends Context> {
  method: Method
  /** From the root, with `:name` for parameters: `/v1/pix/charges/:id`. */
  path: string
  summary: string
  /** The scope that the key must carry; `any` takes every valid key. */
  scope: Scope | 'any'
  /** From the raw query: which rate limit counts. */
  cost(query: Record<string, unknown>): Cost
  needsIdempotencyKey: boolean
  /** The schemas that validate, for the published description. */
  query: z.ZodType
  body: z.ZodType
  /** What a success carries, by status, for the published description. */
  responses: Record<number, z.ZodType>
  /** The reasons for which its verb may refuse, besides those that any route has, for the published description. */
  refusals: readonly Reason[]
  /** Whether a caller who prefers it is answered in CSV. */
  offersCsv: boolean
  /** Parses query and body; undefined when one does not fit, and `faults` says why. */
  prepare(faults: Faults, raw: { query: unknown; body: unknown }): Prepared<C> | undefined
  /** Of a body that is refused anyway: what its verb would have refused too, so that one answer names every fault. */
  extraFaults(ctx: C, body: unknown): Promise<ProblemDetails>
}

/** What a door declares; `route` turns it into a `Route`. */
export interface RouteOptions<C extends Context, Query extends z.ZodType, Body extends z.ZodType> {
  scope: Scope | 'any'
  summary: string
  cost?: (query: Record<string, unknown>) => Cost
  needsIdempotencyKey?: boolean
  query: Query
  body: Body
  responses: Record<number, z.ZodType>
  refusals?: readonly Reason[]
  offersCsv?: boolean
  extraFaults?: (ctx: C, body: unknown) => Promise<ProblemDetails>
  handle(call: Call<C, z.infer<Query>, z.infer<Body>>): Promise<RouteResponse | StreamedResponse>
}

/** For a route that takes no query, or no body: anything sent there is named as unknown. */
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
    summary: options.summary,
    scope: options.scope,
    cost: options.cost ?? (() => (method === 'get' ? 'read' : 'write')),
    needsIdempotencyKey: options.needsIdempotencyKey ?? false,
    query: options.query,
    body: options.body,
    responses: options.responses,
    refusals: options.refusals ?? [],
    offersCsv: options.offersCsv ?? false,
    extraFaults: options.extraFaults ?? (async () => ({})),
    prepare(faults, raw) {
      const query = faults.read(options.query, raw.query)
      const body = faults.read(options.body, raw.body)
      if (!query || !body) return undefined
      return (call) => options.handle({ ...call, query: query.value, body: body.value })
    },
  }
}
