import express, {
  Router,
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import { environmentOf } from './api-keys/verify-api-key.ts'
import { callbackRoutes } from './callbacks.ts'
import type { Cells } from './cells-kit.ts'
import { serveDocs } from './api-docs/serve-docs.ts'
import { serveConsole } from './console/serve-console.ts'
import { disputeFileRoute } from './disputes/files/dispute-file.http.ts'
import { exportRoute } from './exports/export.http.ts'
import type { GraphContext } from './graphql/context.ts'
import { correlateRequests } from './http/correlate-requests.ts'
import { errorResponse } from './http/errors.ts'
import { measureRequests, nameRoute } from './http/measure-requests.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serve } from './http/serve.ts'
import { correlationIdOf } from './kernel/correlation.ts'
import { withDeadline } from './kernel/pool/work-limits.ts'
import { Problem } from './kernel/problem.ts'
import type { Kit } from './kit.ts'
import { merchantApi } from './merchant-api.ts'
import { readiness } from './readiness.ts'
import { ROUTES } from './routes.ts'
import { testAccountRoutes } from './sandbox/test-account.http.ts'
import type { Sandbox } from './sandbox-kit.ts'
import { makeContext, makeGraphql } from './schema.ts'
import { identityProviderRoutes } from './staff/identity-provider/identity-provider.http.ts'

/** The optional parts of a process. */
export interface Parts {
  /** Without this part, test keys are not accepted. */
  sandbox?: Sandbox | undefined
  /** Without this part, all merchants are in the database of the kit. */
  cells?: Cells | undefined
}

/**
 * Creates the HTTP application: merchant API, staff routes, network callback, health checks, docs and console files.
 * After `stopping` is aborted, the application still serves requests, but `/readyz` answers 503.
 */
export function makeApp(
  kit: Kit,
  staffRoutes: RequestHandler | undefined,
  stopping = new AbortController().signal,
  { sandbox, cells }: Parts = {},
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', kit.config.trustedProxies)
  if (kit.config.metrics) app.use(measureRequests(kit.metrics))
  app.use(securityHeaders(kit.config.publicUrl), correlateRequests(kit))
  app.use(['/healthz', '/readyz'], noStore)
  app.get('/healthz', (_req, res) => {
    res.json({ ok: true })
  })
  app.get('/readyz', readiness(kit, { stopping, cells }))
  app.use(callbackRoutes(kit, cells))
  if (staffRoutes) app.use(staffRoutes)
  app.use(serveDocs(ROUTES, kit.config.publicUrl))
  app.all(['/healthz', '/readyz', '/v1/openapi.json', '/docs', '/llms.txt'], readOnly)
  const api = serveMerchants(kit, sandbox, cells)
  app.use('/v1', api)
  if (kit.config.consoleDir) app.use(nameRoute('console'), serveConsole(kit.config.consoleDir))
  app.use(api)
  app.use(handleErrors(kit))
  return app
}

/**
 * Creates the routes for staff: GraphQL, exports, files of disputes, requests for test accounts, and, if configured,
 * sign-in at the identity provider.
 */
export async function makeStaffRoutes(kit: Kit, parts: Parts = {}): Promise<RequestHandler> {
  const { log, config } = kit
  const contextOf = (req: Request, res: Response): Promise<GraphContext> =>
    withDeadline(kit.callMs, () => makeContext(kit, parts, req, res))
  const router = Router()
  const graphql = await makeGraphql(kit, parts)
  const exports = exportRoute({ publicUrl: config.publicUrl, log, contextOf })
  router.use('/test-account', nameRoute('/test-account'), testAccountRoutes({ graphql, exports }))
  router.use('/graphql', nameRoute('/graphql'), graphql)
  router.all('/exports', nameRoute('/exports'), exports)
  const download = disputeFileRoute({ publicUrl: config.publicUrl, log, files: kit.files, contextOf })
  router.all('/dispute-files', nameRoute('/dispute-files'), download)
  router.use('/oidc', (_req, _res, next) => withDeadline(kit.callMs, next))
  router.use(identityProviderRoutes({ ...kit, contextOf }))
  return router
}

/** Forbids caching, because a cached health check would hide a failure. */
const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('cache-control', 'no-store')
  next()
}

const readOnly: RequestHandler = (_req, res) => {
  const refusal = new Problem('method_not_allowed', { allow: ['GET', 'HEAD'] })
  const { status, headers, body } = errorResponse(refusal, correlationIdOf(res))
  res.set(headers).status(status).json(body)
}

/**
 * Answers 404 to a request that Express refuses, such as a path with malformed percent-encoding. Logs any other error,
 * and answers with the status and the error body that `errorResponse` returns for this error.
 */
function handleErrors(kit: Kit): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) {
      next(error)
      return
    }
    const isClientError = error instanceof Error && 'status' in error && Number(error.status) < 500
    if (!isClientError) kit.log.error({ err: error, correlation_id: correlationIdOf(res) }, 'request failed')
    const problem = isClientError ? new Problem('not_found', { reason: 'route_not_found' }) : error
    const { status, headers, body } = errorResponse(problem, correlationIdOf(res))
    res.set(headers).status(status).json(body)
  }
}

/**
 * Returns the handler of the merchant API. The handler answers an unknown path with 404 and the merchant API's error
 * body. Calls with a test key use only the test environment, and nothing of the production environment. If there are
 * several cells, a call uses the cell of its key.
 */
function serveMerchants(kit: Kit, sandbox: Sandbox | undefined, cells: Cells | undefined): RequestHandler {
  const handle = cells?.handle ?? serve(merchantApi(kit))
  return (req, res) => {
    const isTest = sandbox !== undefined && environmentOf(req.headers.authorization) === 'sandbox'
    return isTest ? sandbox.handle(req, res) : handle(req, res)
  }
}
