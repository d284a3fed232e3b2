import { randomBytes } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { PERMISSIONS } from '../../server/src/graphql/permissions.ts'
import { charges, statementLines } from './charges.ts'
import { ago, merchants, uuid } from './data.ts'
import { ENDPOINTS } from './deliveries.ts'

/** Resolvers of the real schema over the stand-in data. */

const HOUR = 3_600_000
const [first, second] = merchants

const staff = {
  id: uuid('staff'),
  email: 'ana.ribeiro@example.com',
  name: 'Ana Ribeiro',
  role: 'admin',
  permissions: PERMISSIONS,
}

const refuse = (code: string, message: string, reason?: string) =>
  new GraphQLError(message, { extensions: { code, reason, correlation_id: uuid('correlation') } })

function endpoint(index: number) {
  const known = ENDPOINTS[index] ?? { id: uuid(`endpoint ${index}`), url: '', failing: false }
  return {
    ...known,
    merchantId: first?.id,
    eventTypes: index === 0 ? [] : ['charge.paid', 'charge.refunded'],
    status: 'active',
    secretLast4: index === 0 ? 'h9Kd' : 'Qx72',
    createdAt: ago((90 - index) * 24 * HOUR),
    consecutiveFailures: known.failing ? 7 : 0,
    failingSince: known.failing ? ago(2 * HOUR) : null,
    pausedUntil: null,
    disabledReason: null,
    lastSuccessAt: ago(known.failing ? 2 * HOUR : 120_000),
    lastFailureAt: known.failing ? ago(60_000) : null,
    health: {
      state: known.failing ? 'failing' : 'healthy',
      succeeded24h: known.failing ? 9 : 31,
      failed24h: known.failing ? 14 : 0,
      pending: known.failing ? 14 : 0,
      oldestPendingAt: known.failing ? ago(2 * HOUR) : null,
      nextAttemptAt: known.failing ? ago(-240_000) : null,
    },
    deliveries: [],
  }
}

const endpoints = [endpoint(0), endpoint(1)]

const SCOPES = ['charges:read', 'charges:write', 'refunds:write', 'balance:read']
const MORE_SCOPES = ['statement:read', 'payouts:read', 'webhooks:read', 'webhooks:write']

type Key = { id: string; name: string; revokedAt: string | null } & Record<string, unknown>

const key = (name: string, scopes: string[], more: object = {}): Key => ({
  id: uuid(`key ${name}`),
  merchantId: first?.id,
  name,
  prefix: `svc_live_${uuid(name).replaceAll('-', '').slice(0, 12)}`,
  scopes,
  expiresAt: ago(-80 * 24 * HOUR),
  createdAt: ago(10 * 24 * HOUR),
  revokedAt: null,
  lastUsedAt: ago(4 * 60_000),
  createdBy: 'Ana Ribeiro',
  ...more,
})

let keys: Key[] = [
  key('ERP produção', [...SCOPES, ...MORE_SCOPES]),
  key('Conciliação noturna', ['balance:read', 'statement:read'], { expiresAt: null, lastUsedAt: null }),
  key('Loja antiga', ['charges:read', 'charges:write'], {
    expiresAt: ago(3 * 24 * HOUR),
    lastUsedAt: ago(9 * 24 * HOUR),
  }),
  key('Teste do parceiro', ['charges:read'], { revokedAt: ago(24 * HOUR) }),
]

function page<Node>(nodes: Node[], count: number, after: string | null | undefined) {
  const start = after == null ? 0 : Number(after)
  const hasNextPage = start + count < nodes.length
  return {
    nodes: nodes.slice(start, start + count),
    pageInfo: { hasNextPage, endCursor: hasNextPage ? String(start + count) : null },
  }
}

type ChargeFilter = {
  merchantId?: string
  status?: string[]
  orderReference?: string
  q?: string
  createdFrom?: string
  createdTo?: string
  amountFromCents?: string
  amountToCents?: string
}

function chargesBy(filter: ChargeFilter | null) {
  const { merchantId, status, orderReference, q, createdFrom, createdTo, amountFromCents, amountToCents } =
    filter ?? {}
  return charges.filter(
    (charge) =>
      (!merchantId || charge.merchantId === merchantId) &&
      (!status || status.includes(charge.status)) &&
      (!orderReference || charge.orderReference === orderReference) &&
      (!q || [charge.orderReference, charge.id, charge.payerName ?? ''].some((text) => text.includes(q))) &&
      (!createdFrom || charge.createdAt >= createdFrom) &&
      (!createdTo || charge.createdAt < createdTo) &&
      (!amountFromCents || BigInt(charge.amountCents) >= BigInt(amountFromCents)) &&
      (!amountToCents || BigInt(charge.amountCents) <= BigInt(amountToCents)),
  )
}

/** What the resolvers know of a request. */
export type Session = { signedIn: boolean; start: () => void; end: () => void }

const guarded =
  <Args, Result>(resolve: (args: Args) => Result) =>
  (args: Args, session: Session) => {
    if (!session.signedIn) throw refuse('unauthorized', 'Entre para continuar.')
    return resolve(args)
  }

/** The root value of the schema. */
export const rootValue = {
  me: (_: unknown, session: Session) => (session.signedIn ? staff : null),
  signIn: ({ password }: { password: string }, session: Session) => {
    if (password !== 'correct') throw refuse('unauthorized', 'E-mail ou senha não conferem.')
    session.start()
    return { next: 'done', staff }
  },
  accountSecurity: () => ({ method: 'local', hasTotp: true, needsTotp: true, recoveryCodesLeft: 8 }),
  signOut: (_: unknown, session: Session) => {
    session.end()
    return true
  },
  merchants: guarded(() => merchants),
  charges: guarded((args: { filter: ChargeFilter | null; first: number; after?: string | null }) =>
    page(chargesBy(args.filter), args.first, args.after),
  ),
  charge: guarded(({ id }: { id: string }) => charges.find((charge) => charge.id === id) ?? null),
  balance: guarded(({ merchantId }: { merchantId: string }) => {
    if (merchantId === second?.id) throw refuse('internal_error', 'Falha')
    return {
      merchantId,
      currency: 'BRL',
      pendingCents: '1284455',
      availableCents: '8839210',
      contractReserveCents: '512034',
      blockedCents: '129990',
      payoutReservedCents: '0',
      totalCents: '10760489',
      owedToServiceCents: '5200',
      toReceiveCents: '10635699',
      payoutsSuspended: false,
      asOf: new Date().toISOString(),
    }
  }),
  statement: guarded(
    (args: { filter: { merchantId: string; to?: string }; first: number; after?: string | null }) => ({
      ...page(
        args.filter.to && args.filter.to < '2026' ? [] : statementLines(args.filter.merchantId),
        args.first,
        args.after,
      ),
      asOf: new Date().toISOString(),
    }),
  ),
  webhookEndpoints: guarded(({ merchantId }: { merchantId: string }) =>
    merchantId === first?.id ? endpoints : [],
  ),
  webhookEndpoint: guarded(({ id }: { id: string }) => endpoints.find((known) => known.id === id) ?? null),
  webhookDeliveries: guarded(
    (args: { filter: { endpointId?: string; status?: string[] }; first: number; after?: string | null }) => {
      const all = charges.flatMap(({ events }) => events.flatMap(({ deliveries }) => deliveries))
      const { endpointId, status } = args.filter
      const nodes = all.filter(
        (row) => row.endpointId === endpointId && (!status || status.includes(row.status)),
      )
      return page(nodes, args.first, args.after)
    },
  ),
  webhookEventTypes: guarded(() => [
    'charge.paid',
    'charge.expired',
    'charge.failed',
    'charge.refunded',
    'balance.available',
  ]),
  apiKeys: guarded(({ merchantId }: { merchantId: string }) => (merchantId === first?.id ? keys : [])),
  apiKeyScopes: guarded(() => [...SCOPES, ...MORE_SCOPES]),
  createApiKey: guarded(
    ({ input }: { input: { name: string; scopes: string[]; expiresAt: string | null } }) => {
      const made = key(input.name, input.scopes, {
        expiresAt: input.expiresAt,
        lastUsedAt: null,
        createdAt: ago(0),
      })
      keys = [made, ...keys]
      return { apiKey: made, key: `${String(made['prefix'])}_${randomBytes(28).toString('base64url')}` }
    },
  ),
  revokeApiKey: guarded(({ id }: { id: string }) => {
    keys = keys.map((known) => (known.id === id ? { ...known, revokedAt: ago(0) } : known))
    return keys.find((known) => known.id === id)
  }),
  registerWebhookEndpoint: guarded(({ url }: { url: string }) => {
    if (url.includes('169.254')) throw refuse('validation_error', 'Endereço recusado', 'ssrf_blocked')
    return { endpoint: endpoints[0], signingSecret: `whsec_${randomBytes(32).toString('base64url')}` }
  }),
  turnOffWebhookEndpoint: guarded(({ id }: { id: string }) => {
    const known = endpoints.find((row) => row.id === id)
    if (known) known.status = 'off'
    return known
  }),
}
