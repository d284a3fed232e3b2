import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { GraphContext } from '../../graphql/context.ts'
import { isSameOrigin } from '../../graphql/same-origin.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Clock } from '../../kernel/clock.ts'
import { correlationIdOf } from '../../kernel/correlation.ts'
import type { Log } from '../../kernel/log.ts'
import type { Config, Secrets } from '../../kernel/settings/config.ts'
import { makeIdentityProvider, type IdentityProvider } from './identity-provider.ts'
import {
  PROVIDER_SIGN_IN_MS,
  startProviderSignIn,
  deriveSecrets,
  consumeProviderSignIn,
  type ProviderSignIn,
  type Purpose,
} from './provider-sign-in.ts'
import { returnPath } from '../sign-in/return-path.ts'
import { providerCookieForm, readToken, writeCookie } from '../sessions/session-cookie.ts'
import { SESSION_LIFETIME_MS } from '../sessions/session.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'
import { stepUpAtProvider } from './step-up-at-provider.ts'
import { countProviderStart } from '../throttle/throttle.ts'

/**
 * The console page that a separate window shows after a step-up at the provider. The page says that the person may
 * close the window.
 */
const CONFIRMED = '/confirmed'
const CALLBACK = '/oidc/callback'

interface Tools {
  config: Config
  secrets: Secrets
  clock: Clock
  log: Log
  contextOf: (req: Request, res: Response) => Promise<GraphContext>
}

interface RouteTools extends Pick<Tools, 'log' | 'contextOf'> {
  publicUrl: string
  provider: IdentityProvider
}

/**
 * The OpenID Connect routes. `GET /oidc?return=/charges` redirects to the provider to sign in, and `GET /oidc/step-up`
 * for step-up authentication. The provider redirects back to `GET /oidc/callback`. An error redirects to a page of the
 * console with the reason in its query. Without a configured provider there are no routes.
 */
export function identityProviderRoutes({ config, secrets, clock, log, contextOf }: Tools): Router {
  const router = Router()
  const { publicUrl } = config
  if (!config.signIn.provider) return router
  const provider = makeIdentityProvider({
    config: config.signIn.provider,
    clientSecret: secrets.oidcClientSecret ?? '',
    redirectUri: new URL(CALLBACK, publicUrl).href,
    clock,
    log,
  })
  const tools = { publicUrl, log, provider, contextOf }
  router.get('/oidc', redirecting(tools, startSignIn, '/sign-in'))
  router.get('/oidc/step-up', redirecting(tools, startStepUp, CONFIRMED))
  router.get(CALLBACK, redirecting(tools, handleCallback, '/sign-in'))
  return router
}

/** A function that handles one request of the sign-in and returns the URL to which the browser is redirected. */
type Step = (tools: RouteTools, ctx: GraphContext, http: { req: Request; res: Response }) => Promise<string>

/** Returns a handler that redirects to the URL of `step`, or to `errorPage` when it throws. */
function redirecting(tools: RouteTools, step: Step, errorPage: string): RequestHandler {
  return async (req, res) => {
    const correlationId = correlationIdOf(res)
    res.setHeader('cache-control', 'no-store')
    try {
      res.redirect(303, await step(tools, await tools.contextOf(req, res), { req, res }))
    } catch (error) {
      const wait = error instanceof Problem ? error.details.retryAfterSeconds : undefined
      if (wait !== undefined) res.setHeader('retry-after', wait)
      res.redirect(303, errorUrl(tools, error, { correlationId, page: errorPage }))
    }
  }
}

/**
 * Returns the URL of the error page with the reason of a Problem. Logs any other error, and does not show its details
 * in the URL.
 */
function errorUrl(
  { log }: RouteTools,
  error: unknown,
  { correlationId, page, back = '/' }: { correlationId: string; page: string; back?: string },
): string {
  if (!(error instanceof Problem)) log.error({ err: error, correlation_id: correlationId }, 'sign-in failed')
  const refused = (error instanceof Problem && error.details.reason) || 'failed'
  const search = new URLSearchParams({ refused, ...(back === '/' ? {} : { redirect: back }) })
  return `${page}?${search.toString()}`
}

const startSignIn: Step = (tools, ctx, { req, res }) =>
  startAtProvider(tools, ctx, { res, purpose: 'sign-in', returnTo: returnPath(req.query['return']) })

/** Accepts only requests from the console's own origin, so that another site cannot open the provider's prompt. */
const startStepUp: Step = (tools, ctx, { req, res }) => {
  if (!isSameOrigin(req.headers, tools.publicUrl))
    throw new Problem('forbidden', { reason: 'foreign_origin' })
  if (ctx.viewer?.stepUpMethod !== 'provider') throw new Problem('unauthorized', { reason: 'sign_in_over' })
  return startAtProvider(tools, ctx, { res, purpose: 'step-up', returnTo: CONFIRMED })
}

async function startAtProvider(
  { publicUrl, provider }: RouteTools,
  ctx: GraphContext,
  { res, purpose, returnTo }: { res: Response; purpose: Purpose; returnTo: string },
): Promise<string> {
  await countProviderStart(ctx, ctx.origin.ip, ctx.clock.now())
  const token = await startProviderSignIn(ctx, purpose, returnTo)
  const { href } = await provider.authorizationUrl(deriveSecrets(ctx, token), {
    reauthenticate: purpose === 'step-up',
  })
  const form = providerCookieForm(publicUrl)
  res.append('set-cookie', writeCookie(form, token, PROVIDER_SIGN_IN_MS / 1_000))
  return href
}

const handleCallback: Step = async (tools, ctx, { req, res }) => {
  const { search, searchParams } = new URL(req.originalUrl, tools.publicUrl)
  const form = providerCookieForm(tools.publicUrl)
  const token = readToken(form, req.headers.cookie)
  const pending = await consumeProviderSignIn(ctx, token, searchParams.get('state') ?? '')
  res.append('set-cookie', writeCookie(form, '', 0))
  try {
    ctx.cookie.set(await completeSignIn(tools, ctx, { search, pending }), SESSION_LIFETIME_MS / 1_000)
    return pending.returnTo
  } catch (error) {
    const { purpose, returnTo } = pending
    const { correlationId } = ctx
    return purpose === 'step-up'
      ? errorUrl(tools, error, { correlationId, page: CONFIRMED })
      : errorUrl(tools, error, { correlationId, page: '/sign-in', back: returnTo })
  }
}

/**
 * Exchanges the provider's authorization code. Creates a session, or completes the step-up authentication of the
 * current session. Returns the session token.
 */
async function completeSignIn(
  { provider }: RouteTools,
  ctx: GraphContext,
  { search, pending }: { search: string; pending: ProviderSignIn },
): Promise<string> {
  const { purpose, secrets, startedAt } = pending
  const isStepUp = purpose === 'step-up'
  const secondsAway = Math.ceil((ctx.clock.now().getTime() - startedAt.getTime()) / 1_000)
  const identity = await provider.exchangeCode(search, secrets, isStepUp ? secondsAway : null)
  if (isStepUp) return stepUpAtProvider(ctx, identity, ctx.cookie.token)
  return (await signInAtProvider(ctx, identity, ctx.cookie.token)).token
}
