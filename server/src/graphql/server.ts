import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import {
  GraphQLError,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql'
import { correlationIdOf } from '../kernel/correlation.ts'
import type { Log } from '../kernel/log.ts'
import { withDeadline } from '../kernel/pool/work-limits.ts'
import { Problem } from '../kernel/problem.ts'
import { isStorableJson } from '../kernel/values/storable.ts'
import type { GraphContext } from './context.ts'
import { formatError, isFailure, problemOf, toGraphqlError } from './errors.ts'
import { GRAPHQL_OPERATIONS, operationLabel } from './graphql-metrics.ts'
import { onlyPersisted, type Operations } from './persisted-operations.ts'
import { isSameOrigin } from './same-origin.ts'

export interface GraphqlOptions {
  schema: GraphQLSchema
  /** Whether to accept any operation and allow introspection. */
  development: boolean
  /** The console's operations, which are the only ones accepted outside development. */
  operations: Operations
  /** The origin under which browsers see the console. */
  publicUrl: string
  log: Log
  /** How long an operation may use the database, in milliseconds. */
  callMs: number
  /** Creates the context of a request. */
  context(req: Request, res: Response): Promise<GraphContext>
  /** Calls `work`, which handles the request, in the scope of the test account that the request selects. */
  scope(res: Response, work: () => void): void
}

/**
 * The member of a response's `extensions` that lists the cells that did not answer. The data of the response lacks the
 * merchants of these cells.
 */
const MISSING_CELLS = 'missing_cells'

/** The maximum size of a request body, which contains an operation id or text and its variables. */
const BODY_BYTES_MAX = 64 * 1024
/**
 * The maximum number of tokens of an operation, which also limits its depth and its aliases. The console's longest
 * operation has about 200 tokens.
 */
const TOKENS_MAX = 1_000

/**
 * Creates the Express handler of `/graphql`. The handler accepts one operation per POST, as JSON, from the console's
 * own origin. Responses are not cacheable. The response to a failure of the service contains no details.
 */
export async function makeGraphqlHandler(options: GraphqlOptions): Promise<RequestHandler> {
  const server = new ApolloServer<GraphContext>({
    schema: options.schema,
    introspection: options.development,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    hideSchemaDetailsFromClientErrors: !options.development,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    maxRecursiveSelections: true,
    parseOptions: { maxTokens: TOKENS_MAX },
    formatError,
    logger: options.log,
    plugins: [reporting(options.log), measuring(options.operations)],
  })
  await server.start()
  const router = express.Router()
  router.use(begin(options), express.json({ limit: BODY_BYTES_MAX, strict: true }), refuseUnstorable)
  router.use(
    onlyPersisted(options.operations, options.development, (res, { message, ...extensions }) => {
      answer(res, 400, { message, extensions })
    }),
  )
  router.use((_req, res, next) => options.scope(res, () => withDeadline(options.callMs, next)))
  router.use(expressMiddleware(server, { context: ({ req, res }) => contextOf(options, req, res) }))
  router.use(handleErrors(options.log))
  return router
}

/**
 * Returns middleware that forbids caching of the response, and refuses methods other than POST and requests from other
 * origins.
 */
function begin(options: GraphqlOptions): RequestHandler {
  return (req, res, next) => {
    res.set('cache-control', 'no-store')
    if (req.method !== 'POST') {
      res.set('allow', 'POST')
      refuse(res, 405, new Problem('method_not_allowed'))
    } else if (!isSameOrigin(req.headers, options.publicUrl)) {
      refuse(res, 403, new Problem('forbidden', { reason: 'foreign_origin' }))
    } else next()
  }
}

/** Refuses texts that PostgreSQL cannot store, so that no resolver must check its texts. */
const refuseUnstorable: RequestHandler = (req, res, next) => {
  if (isStorableJson(req.body)) next()
  else refuse(res, 400, new Problem('validation_error', { reason: 'invalid_text' }))
}

/**
 * Creates the context. Catches and logs an error, because Apollo would not log the error and would show it to the
 * client.
 */
async function contextOf(options: GraphqlOptions, req: Request, res: Response): Promise<GraphContext> {
  try {
    return await options.context(req, res)
  } catch (error) {
    options.log.error(
      { err: error, correlation_id: correlationIdOf(res) },
      'the context of an operation could not be created',
    )
    throw asContextError(problemOf(error))
  }
}

/** Returns the error for which Apollo answers 503 if the failure is transient, and 500 otherwise. */
function asContextError(problem: Problem): Error {
  if (problem.code !== 'service_unavailable') return new Problem('internal_error')
  const headers = new HeaderMap([['retry-after', String(problem.details.retryAfterSeconds ?? 1)]])
  return new GraphQLError(problem.code, {
    originalError: problem,
    extensions: { http: { status: 503, headers } },
  })
}

function refuse(res: Response, status: number, problem: Problem): void {
  answer(res, status, toGraphqlError(problem))
}

function answer(res: Response, status: number, error: GraphQLFormattedError): void {
  res.status(status).json({ errors: [withCorrelation(error, correlationIdOf(res))] })
}

function withCorrelation(error: GraphQLFormattedError, correlationId: string): GraphQLFormattedError {
  return { ...error, extensions: { ...error.extensions, correlation_id: correlationId } }
}

/**
 * Returns middleware that handles errors that occur before Apollo runs: a body that is too large or not JSON, and
 * failures.
 */
function handleErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const status = error instanceof Error && 'status' in error ? error.status : 500
    if (status === 413) refuse(res, 413, new Problem('payload_too_large'))
    else if (typeof status === 'number' && status < 500)
      refuse(res, 400, new Problem('validation_error', { reason: 'invalid_json' }))
    else {
      log.error({ err: error, correlation_id: correlationIdOf(res) }, 'graphql request failed')
      refuse(res, 500, new Problem('internal_error'))
    }
  }
}

/** Returns the error codes of a response, for the log line of the operation. */
function refusedWith({ errors }: Pick<FormattedExecutionResult, 'errors'>): { refused_with?: unknown[] } {
  return errors ? { refused_with: [...new Set(errors.map(({ extensions }) => extensions?.['code']))] } : {}
}

/**
 * Returns a plugin that logs one line for each operation, and one line at level error for each failure. The plugin also
 * adds the missing cells to the response, and the correlation id to each error in the response. The log lines contain
 * no variables, because variables may contain a password or personal data.
 */
function reporting(log: Log): ApolloServerPlugin<GraphContext> {
  return {
    async requestDidStart({ contextValue }) {
      const { clock, correlationId, actor, testAccount } = contextValue
      const environment = testAccount === null ? {} : { environment: 'sandbox' }
      const startedAt = clock.now()
      return {
        async didEncounterErrors({ errors }) {
          for (const error of errors.filter(isFailure)) {
            log.error(
              { err: error.originalError ?? error, correlation_id: correlationId },
              'operation failed',
            )
          }
        },
        async willSendResponse({ response, operationName }) {
          const ms = clock.now().getTime() - startedAt.getTime()
          const result = response.body.kind === 'single' ? response.body.singleResult : {}
          log.info(
            {
              correlation_id: correlationId,
              operation: operationName,
              actor,
              ms,
              ...environment,
              ...refusedWith(result),
            },
            'operation',
          )
          const missing = [...(contextValue.cells?.missing ?? [])]
          if (missing.length > 0) result.extensions = { ...result.extensions, [MISSING_CELLS]: missing }
          if (result.errors)
            result.errors = result.errors.map((error) => withCorrelation(error, correlationId))
        },
      }
    },
  }
}

/**
 * Returns a plugin that measures the duration of each operation. An operation that the console does not have is counted
 * as `_OTHER`.
 */
function measuring(operations: Operations): ApolloServerPlugin<GraphContext> {
  const labelOf = operationLabel(operations)
  return {
    async requestDidStart({ contextValue }) {
      const { metrics } = contextValue.live
      const startedMs = performance.now()
      let hasFailed = false
      return {
        async didEncounterErrors({ errors }) {
          hasFailed ||= errors.some(isFailure)
        },
        async willSendResponse({ response, operationName }) {
          const isRefused = response.body.kind === 'single' && response.body.singleResult.errors !== undefined
          const outcome = hasFailed ? 'failed' : isRefused ? 'refused' : 'ok'
          const seconds = (performance.now() - startedMs) / 1_000
          metrics.observe(
            GRAPHQL_OPERATIONS,
            { graphql_operation_name: labelOf(operationName), outcome },
            seconds,
          )
        },
      }
    },
  }
}
