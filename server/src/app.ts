import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import { makeCallbackReceiver } from './inbox/receive-callback.ts'
import { docs } from './docs.ts'
import { serveConsole } from './console.ts'
import { isMigrated } from './database.ts'
import { parseJson, readBytes } from './http/body.ts'
import { errorResponse } from './http/errors.ts'
import { isClientDisconnect } from './http/client-disconnect.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serve } from './http/serve.ts'
import { Problem } from './kernel/problem.ts'
import { constantTimeEqual } from './kernel/vault.ts'
import type { Kit } from './kit.ts'
import { ROUTES } from './routes.ts'

/** A callback carries at most a thousand payments. */
const CALLBACK_BYTES_MAX = 4 * 1024 * 1024

/** The whole HTTP face: merchants, staff, the network's callback, health, and the built console. */
export function makeApp(kit: Kit, staffDoors: RequestHandler | undefined): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', kit.config.trustedProxies)
  app.use(securityHeaders(kit.config.publicUrl), correlate(kit))
  app.use(['/healthz', '/readyz'], neverCached)
  app.get('/healthz', (_req, res) => {
    res.json({ ok: true })
  })
  app.get('/readyz', readiness(kit))
  app.post(['/network/:secret', '/network/:secret/pix', '/network/:secret/pix/pix'], callback(kit))
  if (staffDoors) app.use(staffDoors)
  app.use(docs(kit.config.publicUrl))
  app.all(['/healthz', '/readyz', '/v1/openapi.json', '/docs'], readOnly)
  app.use('/v1', merchants(kit))
  if (kit.config.consoleDir) app.use(serveConsole(kit.config.consoleDir))
  app.use(merchants(kit))
  app.use(unreadable(kit))
  return app
}

/** Every answer can be named to support; the doors that keep a context put its own id here. */
function correlate(kit: Kit): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('x-correlation-id', kit.ids.uuid(kit.clock.now()))
    next()
  }
}

const correlationIdOf = (res: Response): string => String(res.getHeader('x-correlation-id'))

/** A health check answered from a cache would hide a failure. */
const neverCached: RequestHandler = (_req, res, next) => {
  res.setHeader('cache-control', 'no-store')
  next()
}

const readOnly: RequestHandler = (_req, res) => {
  const refusal = new Problem('method_not_allowed', { allow: ['GET', 'HEAD'] })
  const { status, headers, body } = errorResponse(refusal, correlationIdOf(res))
  res.set(headers).status(status).json(body)
}

/** What express cannot even read, a path with broken percent-encoding for one, is no path of ours. */
function unreadable(kit: Kit): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) {
      next(error)
      return
    }
    const isTheirs = error instanceof Error && 'status' in error && Number(error.status) < 500
    if (!isTheirs) kit.log.error({ err: error, correlation_id: correlationIdOf(res) }, 'request failed')
    const problem = isTheirs ? new Problem('not_found', { reason: 'route_not_found' }) : error
    const { status, headers, body } = errorResponse(problem, correlationIdOf(res))
    res.set(headers).status(status).json(body)
  }
}

/** Every path of the merchant API, and (as an unknown route) every other path there is. */
function merchants(kit: Kit): RequestHandler {
  const handle = serve({
    routes: ROUTES,
    context: () => kit.context('anonymous'),
    authenticate: (ctx, authorization) => kit.keys.authenticate(ctx, authorization),
    count: (caller, cost) => kit.rateLimits.count(caller, cost),
  })
  return (req, res) => handle(req, res)
}

function readiness(kit: Kit): RequestHandler {
  return async (_req, res) => {
    const ready = await isMigrated(kit.database.em()).catch(() => false)
    res.status(ready ? 200 : 503).json({ ready })
  }
}

/** The network's door. A wrong secret reads as a path that does not exist. */
function callback(kit: Kit): RequestHandler {
  const receive = makeCallbackReceiver(() => kit.context('network'))
  return async (req: Request, res: Response) => {
    const ctx = kit.context('network', correlationIdOf(res))
    try {
      const { secret } = req.params
      if (typeof secret !== 'string' || !constantTimeEqual(secret, kit.secrets.pixCallbackSecret)) {
        throw new Problem('not_found', { reason: 'route_not_found' })
      }
      await receive(ctx, parseJson(await readBytes(req, CALLBACK_BYTES_MAX)))
      kit.wake.inbox.notify()
      res.json({ ok: true })
    } catch (error) {
      if (!(error instanceof Problem) && !isClientDisconnect(req, error))
        ctx.log.error({ err: error, correlation_id: ctx.correlationId }, 'callback failed')
      const { status, headers, body } = errorResponse(error, ctx.correlationId)
      res.set(headers).status(status).json(body)
    }
  }
}
