import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { GraphContext } from './graphql/context.ts'
import { isSameOrigin } from './graphql/same-origin.ts'
import { Problem } from './kernel/problem.ts'
import type { Kit } from './kit.ts'
import { makeIdentityProvider, type IdentityProvider } from './staff/identity-provider/identity-provider.ts'
import {
  PROVIDER_SIGN_IN_MS,
  startProviderSignIn,
  deriveSecrets,
  consumeProviderSignIn,
  type ProviderSignIn,
  type Purpose,
} from './staff/identity-provider/provider-sign-in.ts'
import { returnPath } from './staff/sign-in/return-path.ts'
import { providerCookieForm, readToken, writeCookie } from './staff/sessions/session-cookie.ts'
import { SESSION_LIFETIME_MS } from './staff/sessions/session.ts'
import { signInAtProvider } from './staff/identity-provider/sign-in-at-provider.ts'
import { stepUpAtProvider } from './staff/identity-provider/step-up-at-provider.ts'
import { countProviderStart } from './staff/throttle/throttle.ts'

/** The page that tells a person that they may close it: it was opened beside the one where they work. */
const CONFIRMED = '/confirmed'
const CALLBACK = '/oidc/callback'

/** The settings' identity provider; undefined when there is none. */
export function openIdentityProvider({ config, secrets, clock, log }: Kit): IdentityProvider | undefined {
  const { provider } = config.signIn
  if (!provider) return undefined
  const { href: redirectUri } = new URL(CALLBACK, config.publicUrl)
  return makeIdentityProvider({
    config: provider,
    clientSecret: secrets.oidcClientSecret ?? '',
    redirectUri,
    clock,
    log,
  })
}

interface Door {
  kit: Kit
  provider: IdentityProvider
  contextOf: (req: Request, res: Response) => Promise<GraphContext>
}

/**
 * The way to the identity provider and back, for browsers: `GET /oidc?return=/charges` leads there,
 * `GET /oidc/step-up` to prove anew who it is, and `GET /oidc/callback` takes the answer. Each answers with the next
 * address; a refusal leads to a page of the console that says why.
 */
export function identityProviderRoutes(door: Door): Router {
  const router = Router()
  router.get('/oidc', leading(door, begin, '/sign-in'))
  router.get('/oidc/step-up', leading(door, beginStepUp, CONFIRMED))
  router.get(CALLBACK, leading(door, finish, '/sign-in'))
  return router
}

type Step = (door: Door, ctx: GraphContext, way: { req: Request; res: Response }) => Promise<string>

/** `refusals`: the page that tells of those which belong to no sign-in under way. */
function leading(door: Door, step: Step, refusals: string): RequestHandler {
  return async (req, res) => {
    const correlationId = String(res.getHeader('x-correlation-id'))
    res.locals['correlationId'] = correlationId
    res.setHeader('cache-control', 'no-store')
    try {
      res.redirect(303, await step(door, await door.contextOf(req, res), { req, res }))
    } catch (error) {
      const wait = error instanceof Problem ? error.details.retryAfterSeconds : undefined
      if (wait !== undefined) res.setHeader('retry-after', wait)
      res.redirect(303, refusedAt(door, error, { correlationId, page: refusals }))
    }
  }
}

/** The page that says why. What is no refusal is our own failure, and shows nothing of itself. */
function refusedAt(
  { kit }: Door,
  error: unknown,
  { correlationId, page, back = '/' }: { correlationId: string; page: string; back?: string },
): string {
  if (!(error instanceof Problem))
    kit.log.error({ err: error, correlation_id: correlationId }, 'sign-in failed')
  const refused = (error instanceof Problem && error.details.reason) || 'failed'
  const search = new URLSearchParams({ refused, ...(back === '/' ? {} : { redirect: back }) })
  return `${page}?${search.toString()}`
}

const begin: Step = (door, ctx, { req, res }) =>
  send(door, ctx, { res, purpose: 'sign-in', returnTo: returnPath(req.query['return']) })

/** From our own pages alone: another site could only have people wonder what they are asked for. */
const beginStepUp: Step = (door, ctx, { req, res }) => {
  if (!isSameOrigin(req.headers, door.kit.config.publicUrl))
    throw new Problem('forbidden', { reason: 'foreign_origin' })
  if (ctx.viewer?.stepUpMethod !== 'provider') throw new Problem('unauthorized', { reason: 'sign_in_over' })
  return send(door, ctx, { res, purpose: 'step-up', returnTo: CONFIRMED })
}

async function send(
  { kit, provider }: Door,
  ctx: GraphContext,
  { res, purpose, returnTo }: { res: Response; purpose: Purpose; returnTo: string },
): Promise<string> {
  await countProviderStart(ctx, ctx.origin.ip, ctx.clock.now())
  const token = await startProviderSignIn(ctx, purpose, returnTo)
  const { href } = await provider.authorizationUrl(deriveSecrets(ctx, token), {
    reauthenticate: purpose === 'step-up',
  })
  const form = providerCookieForm(kit.config.publicUrl)
  res.append('set-cookie', writeCookie(form, token, PROVIDER_SIGN_IN_MS / 1_000))
  return href
}

const finish: Step = async (door, ctx, { req, res }) => {
  const { search, searchParams } = new URL(req.originalUrl, door.kit.config.publicUrl)
  const form = providerCookieForm(door.kit.config.publicUrl)
  const token = readToken(form, req.headers.cookie)
  const underWay = await consumeProviderSignIn(ctx, token, searchParams.get('state') ?? '')
  res.append('set-cookie', writeCookie(form, '', 0))
  try {
    ctx.cookie.set(await enterWith(door, ctx, { search, underWay }), SESSION_LIFETIME_MS / 1_000)
    return underWay.returnTo
  } catch (error) {
    const { purpose, returnTo } = underWay
    const { correlationId } = ctx
    return purpose === 'step-up'
      ? refusedAt(door, error, { correlationId, page: CONFIRMED })
      : refusedAt(door, error, { correlationId, page: '/sign-in', back: returnTo })
  }
}

/** What the provider's answer comes to: the token of a session. */
async function enterWith(
  { provider }: Door,
  ctx: GraphContext,
  { search, underWay }: { search: string; underWay: ProviderSignIn },
): Promise<string> {
  const { purpose, secrets, startedAt } = underWay
  const isStepUp = purpose === 'step-up'
  const secondsAway = Math.ceil((ctx.clock.now().getTime() - startedAt.getTime()) / 1_000)
  const identity = await provider.exchangeCode(search, secrets, isStepUp ? secondsAway : null)
  if (isStepUp) return stepUpAtProvider(ctx, identity, ctx.cookie.token)
  return (await signInAtProvider(ctx, identity, ctx.cookie.token)).token
}
