import { createServer } from 'node:https'
import express, { Router, type RequestHandler } from 'express'
import type { Cells } from './cells-kit.ts'
import { pathOfCell } from './cells/path-of-cell.ts'
import { storeNotices } from './disputes/notices/store-notices.ts'
import { parseJson, readBytes } from './http/body.ts'
import { requireClientCertificate } from './http/client-certificate.ts'
import { isClientDisconnect } from './http/client-disconnect.ts'
import { correlateRequests } from './http/correlate-requests.ts'
import { Drain } from './http/drain.ts'
import { errorResponse } from './http/errors.ts'
import { limitTimes } from './http/limit-times.ts'
import { measureRequests, nameRoute } from './http/measure-requests.ts'
import { makeCallbackSecretCheck } from './inbox/callback-secret.ts'
import { makeCallbackReceiver } from './inbox/receive-callback.ts'
import type { Context } from './kernel/context.ts'
import { correlationIdOf } from './kernel/correlation.ts'
import { listenOn } from './kernel/listen-on.ts'
import { withDeadline } from './kernel/pool/work-limits.ts'
import { Problem } from './kernel/problem.ts'
import type { Kit } from './kit.ts'
import { makeCallbackAccounts, type CallbackAccount } from './pix-accounts/callback-accounts.ts'

/** A PSP appends `/pix` to the registered URL. Some PSPs append `/pix` twice. */
const CALLBACK_ROUTE = '/network/:secret'
const CALLBACK_PATHS = [CALLBACK_ROUTE, `${CALLBACK_ROUTE}/pix`, `${CALLBACK_ROUTE}/pix/pix`]
/** The PSP reports disputes (MED) at this path. */
const NOTICE_ROUTE = `${CALLBACK_ROUTE}/infracoes`

/** Maximum body size of a callback in bytes, enough for 1000 payments. */
const CALLBACK_BYTES_MAX = 4 * 1024 * 1024

/**
 * How long the database may take to store the notices of a callback, in milliseconds. If storing fails, the PSP repeats
 * the callback.
 */
const STORE_MS_MAX = 5_000

/**
 * Returns the routes of the PSPs' callbacks to all cells. If the settings ask for client certificates, refuses
 * callbacks without a valid client certificate.
 */
export function callbackRoutes(kit: Kit, cells?: Pick<Cells, 'list'>): RequestHandler {
  if (!cells) return routesOfCell(kit, () => Promise.resolve())
  const router = Router()
  for (const cell of cells.list)
    router.use(
      pathOfCell(cell.id) || '/',
      routesOfCell(cell.kit, (ctx) => cell.requireIdentity(ctx)),
    )
  return router
}

/** Returns the routes of one cell. `check` rejects while the database of the cell cannot be used. */
function routesOfCell(kit: Kit, check: (ctx: Context) => Promise<void>): RequestHandler {
  const router = Router()
  const network = networkRoute(kit, check)
  const { callbackTls } = kit
  const certificate: RequestHandler[] = callbackTls
    ? [requireClientCertificate({ ...kit, ...callbackTls })]
    : []
  router.post(CALLBACK_PATHS, nameRoute(CALLBACK_ROUTE), certificate, network(receivePayments(kit)))
  router.post(NOTICE_ROUTE, nameRoute(NOTICE_ROUTE), certificate, network(receiveNotices(kit)))
  return router
}

/**
 * Serves the callbacks over TLS to clients with a certificate, if the settings name a port for callbacks. After a
 * replacement of the server certificate, new connections use the new certificate. Returns undefined if the settings
 * name no port.
 * @throws ConfigError when the port cannot be used.
 */
export async function listenForCallbacks(kit: Kit, cells?: Cells): Promise<Drain | undefined> {
  const { callbackTls, config } = kit
  if (!callbackTls?.server) return undefined
  const app = express()
  app.disable('x-powered-by')
  if (config.metrics) app.use(measureRequests(kit.metrics))
  app.use(correlateRequests(kit), callbackRoutes(kit, cells))
  app.use((_req, res) => {
    const refusal = errorResponse(
      new Problem('not_found', { reason: 'route_not_found' }),
      correlationIdOf(res),
    )
    res.set(refusal.headers).status(refusal.status).json(refusal.body)
  })
  const options = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const
  const server = createServer({ ...options, ...callbackTls.material() }, app)
  callbackTls.onChange((material) => server.setSecureContext({ ...options, ...material }))
  const drain = new Drain(server, kit.clock)
  limitTimes(server)
  const settings = { port: 'PIX_CALLBACK_TLS_PORT', host: 'HOST' }
  const port = await listenOn(server, { port: callbackTls.server.port, host: config.host, settings })
  kit.log.info({ callback_tls_port: port }, 'listening for callbacks with client certificates')
  return drain
}

/**
 * A function that stores the content of a callback of a receiving account. Returns the number of items in the callback.
 * Rejects with Problem for an unreadable body.
 */
type Receive = (correlationId: string, body: unknown, account: CallbackAccount) => Promise<number>

/**
 * Returns a function that stores the payments of a callback and their returns to payers. One entity manager serves each
 * batch of callbacks.
 */
function receivePayments(kit: Kit): Receive {
  const receive = makeCallbackReceiver(() => kit.context('network'))
  return async (correlationId, body, account) => {
    const count = await receive({ log: kit.log, correlationId }, { ...account, body })
    kit.wake.inbox.notify()
    return count
  }
}

const receiveNotices =
  (kit: Kit): Receive =>
  (correlationId, body) =>
    withDeadline(STORE_MS_MAX, () => storeNotices(kit.context('network', correlationId), body))

/**
 * Returns a function that creates the handler of a callback route. A request with a wrong secret gets the same 404 as a
 * request for an unknown path.
 */
function networkRoute(
  kit: Kit,
  check: (ctx: Context) => Promise<void>,
): (receive: Receive) => RequestHandler {
  const { pixCallbackSecret: current, pixCallbackSecretPrevious: previous } = kit.secrets
  const isAccepted = makeCallbackSecretCheck({ current, previous, clock: kit.clock, log: kit.log })
  const accountOf = makeCallbackAccounts(() => kit.context('network'), {
    isAccepted,
    pixKey: kit.config.pix.key,
  })
  return (receive) => async (req, res) => {
    const correlationId = correlationIdOf(res)
    const startedAt = kit.clock.now()
    try {
      const { secret } = req.params
      const account = typeof secret === 'string' ? await accountOf(secret) : undefined
      if (!account) throw new Problem('not_found', { reason: 'route_not_found' })
      await check(kit.context('network', correlationId))
      const bytes = await readBytes(req, CALLBACK_BYTES_MAX)
      // Some PSPs test the URL with an empty body.
      const items = bytes.length === 0 ? 0 : await receive(correlationId, parseJson(bytes), account)
      res.json({ ok: true })
      const ms = kit.clock.now().getTime() - startedAt.getTime()
      kit.log.info({ correlation_id: correlationId, items, ms }, 'callback')
    } catch (error) {
      if (!(error instanceof Problem) && !isClientDisconnect(req, error))
        kit.log.error({ err: error, correlation_id: correlationId }, 'callback failed')
      const { status, headers, body } = errorResponse(error, correlationId)
      res.set(headers).status(status).json(body)
    }
  }
}
