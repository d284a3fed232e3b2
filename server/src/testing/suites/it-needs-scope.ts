import { expect, test } from 'vitest'
import { createApiKey } from '../../api-keys/create-api-key.ts'
import { revokeApiKey } from '../../api-keys/revoke-api-key.ts'
import { SCOPES, type Scope } from '../../kernel/scopes.ts'
import { plusMs } from '../../kernel/clock.ts'
import { RestClient } from '../clients/rest-client.ts'
import type { World } from '../world.ts'

const AN_ID = '0190c5a0-0000-7000-8000-000000000000'
const KEY_LIFE_MS = 60_000

/** A route of the merchant API. */
export interface GuardedRoute {
  method: string
  path: string
}

/**
 * Tests that a route checks the API key and its scope before it checks the rest of the request. `world` is called only
 * inside tests.
 */
export function itNeedsScope(world: () => World, { method, path }: GuardedRoute, scope: Scope | 'any'): void {
  const verb = method.toUpperCase()
  const send = (rest: RestClient) =>
    rest.send<{ error: { code: string; details: object } }>(
      verb,
      path.replaceAll(/:\w+/g, AN_ID),
      undefined,
      {},
    )
  const unauthorized = { status: 401, body: { error: { code: 'unauthorized', details: {} } } }

  test(`${verb} ${path} answers 401 without a key and with a malformed, revoked or expired key`, async () => {
    const { baseUrl, merchantId, clock } = world()
    const ctx = world().context()
    for (const key of [undefined, '', 'svc_live_nonsense', world().key.slice(0, -1)]) {
      expect(await send(new RestClient(baseUrl, key))).toMatchObject(unauthorized)
    }
    const revoked = await createApiKey(ctx, merchantId, { name: 'revogada', scopes: SCOPES })
    await revokeApiKey(ctx, merchantId, revoked.apiKey.id)
    expect(await send(new RestClient(baseUrl, revoked.key))).toMatchObject(unauthorized)

    const expiresAt = plusMs(clock.now(), KEY_LIFE_MS)
    const ending = await createApiKey(ctx, merchantId, { name: 'temporária', scopes: SCOPES, expiresAt })
    const rest = new RestClient(baseUrl, ending.key)
    expect((await send(rest)).status).not.toBe(401)
    clock.advance(KEY_LIFE_MS)
    expect(await send(rest)).toMatchObject(unauthorized)
    await revokeApiKey(ctx, merchantId, ending.apiKey.id)
  })

  test(`${verb} ${path} accepts ${scope === 'any' ? 'any valid key' : `only keys with ${scope}`}`, async () => {
    const rest = await world().restWith(SCOPES.filter((other) => other !== scope))
    const { status, body, headers } = await send(rest)
    expect(headers.get('ratelimit-limit')).toMatch(/^\d+$/)
    expect(headers.get('ratelimit-remaining')).toMatch(/^\d+$/)
    expect(headers.get('ratelimit-reset')).toMatch(/^\d+$/)
    const refused = { code: 'forbidden', details: { reason: 'missing_scope' } }
    expect({ status, error: body.error }).toMatchObject(
      scope === 'any' ? { status: 200 } : { status: 403, error: refused },
    )
    const own = scope === 'any' ? [] : [await send(await world().restWith([scope]))]
    expect(own.filter((answer) => answer.status === 401 || answer.status === 403)).toEqual([])
  })
}
