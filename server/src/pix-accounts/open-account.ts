import { hostname } from 'node:os'
import type { Clock } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics/metrics.ts'
import { invalidSettings } from '../kernel/settings/parse-variables.ts'
import type { PixConfig, PixSecrets } from '../kernel/settings/pix-config.ts'
import type { Tracing } from '../kernel/tracing/tracing.ts'
import { makeApiPix, type ApiPixSettings } from '../pix/api-pix.ts'
import { openCallbackTls } from '../pix/credentials/callback-tls.ts'
import { CallState } from '../pix/health/call-state.ts'
import { makeCircuitBreaker } from '../pix/health/circuit-breaker.ts'
import { openRotatingConnections, type RotatingConnections } from '../pix/credentials/rotating-connections.ts'
import type { TlsMaterial } from '../pix/credentials/tls-material.ts'
import type { CredentialFiles, PixClient } from '../pix/credentials/watch-credentials.ts'
import { PROFILE_NAMES, PROFILES } from '../pix/profiles/profiles.ts'
import { DEFAULT_PIX_ACCOUNT } from '../pix/pix-accounts.ts'
import type { PixProvider } from '../pix/provider.ts'
import { measurePix } from '../pix/measure-pix.ts'
import { PixAccountRegistry, type OpenAccount } from './account-registry.ts'
import { AccountReports } from './account-reports.ts'
import type { ConnectionState } from './account-state.ts'
import { CallCounts } from './call-counts.ts'
import type { AccountSecrets } from './account-secrets.ts'
import type { OpenedAccount } from './loaded-account.ts'
import type { PixAccount } from './pix-account.entity.ts'

interface Tools {
  clock: Clock
  log: Log
  tracing: Tracing
}

interface ConnectionTools extends Tools {
  /** Whether callbacks must present a client certificate. */
  callbackMtls: boolean
}

/** The settings of the adapter of an account, and the connections that the adapter uses. */
export interface AccountConnection {
  settings: ApiPixSettings
  connections: RotatingConnections
  /** Returns the current state of the connection. */
  state: () => ConnectionState
}

/**
 * Opens the connection of the account `default`, which comes from the settings.
 * @throws ConfigError when PIX_PROFILE names no profile, or when a certificate file cannot be used.
 */
export function openDefaultConnection(
  config: PixConfig,
  secrets: PixSecrets,
  tools: ConnectionTools,
): AccountConnection {
  const { baseUrl, tokenUrl, key, environment } = config
  const profile = PROFILES.get(config.profile)
  if (!profile) throw invalidSettings([`PIX_PROFILE: must be one of ${PROFILE_NAMES.join(', ')}`])
  const client = { clientId: secrets.pixClientId, clientSecret: secrets.pixClientSecret }
  const connections = openRotatingConnections({ client, files: config, ...tools })
  return connect(connections, client, {
    ...tools,
    profile,
    environment,
    appKey: secrets.pixAppKey,
    baseUrl,
    tokenUrl,
    key,
  })
}

/**
 * Opens the connection of another account than `default`.
 * @throws ConfigError when a certificate cannot be used.
 * @throws Error when the profile of the account is unknown.
 */
export function openConnection(
  account: PixAccount,
  secrets: AccountSecrets,
  tools: ConnectionTools,
): AccountConnection {
  const { id, baseUrl, tokenUrl, clientId, pixKey } = account
  if (baseUrl === null || tokenUrl === null || clientId === null || pixKey === null)
    throw new Error(`BUG: the receiving account ${id} has no connection`)
  const profile = PROFILES.get(account.profile)
  if (!profile) throw new Error(`the profile ${account.profile} of the receiving account ${id} is unknown`)
  const client = { clientId, clientSecret: secrets.client_secret ?? '' }
  const texts = { cert: secrets.certificate, key: secrets.private_key, ca: account.caPem ?? undefined }
  const connections = openRotatingConnections({
    client,
    files: filesOf(account, texts),
    texts,
    names: {
      cert: `the certificate of the account ${id}`,
      key: `the private key of the account ${id}`,
      ca: `the authorities of the account ${id}`,
    },
    ...tools,
  })
  return connect(connections, client, {
    ...tools,
    profile,
    environment: account.environment,
    appKey: secrets.app_key,
    baseUrl,
    tokenUrl,
    key: pixKey,
  })
}

const unlessText = (text: string | undefined, file: string | null): string | undefined =>
  text === undefined ? (file ?? undefined) : undefined

/** Returns the files of an account, without the files that a text in `texts` replaces. */
function filesOf(account: PixAccount, texts: TlsMaterial): CredentialFiles {
  return {
    certFile: unlessText(texts.cert, account.certFile),
    keyFile: unlessText(texts.key, account.keyFile),
    caFile: unlessText(texts.ca, account.caFile),
    clientIdFile: undefined,
    clientSecretFile: undefined,
  }
}

function connect(
  connections: RotatingConnections,
  client: PixClient,
  settings: Omit<ApiPixSettings, keyof PixClient | 'fetch' | 'credentials' | 'breaker' | 'state'>,
): AccountConnection {
  const { fetch } = connections
  const credentials = () => connections.credentials()
  const breaker = makeCircuitBreaker(settings.clock, { credentials })
  const state = new CallState(settings.clock)
  return {
    settings: { ...settings, ...client, fetch, credentials, breaker, state },
    connections,
    state: () => ({
      breakerOpenSince: breaker.openSince(),
      fault: state.fault(),
      certificateEnds: connections.certificateEnds(),
      credentialsFault: connections.fault(),
    }),
  }
}

interface AccountTools extends Tools {
  /** The metrics that the process exports. If undefined, the process does not measure its calls to the PSPs. */
  metrics: Metrics | undefined
  context: () => Context
  ofOtherCell?: ((cellId: string, accountId: string) => PixProvider | undefined) | undefined
  /**
   * The role of this process. The reports of problems with PSPs (`AccountReports`) contain the role, the host and the
   * process id.
   */
  role: string
}

/** Parts that tests and the simulation replace. */
interface AccountOverrides {
  pix?: PixProvider
  openPixAccount?: OpenAccount
  storesPixCalls?: boolean
}

/** Returns the adapter of a connection. */
const use = ({ settings, connections, state }: AccountConnection): OpenedAccount => ({
  provider: makeApiPix(settings),
  state,
  close: () => connections.close(),
})

/**
 * Opens the receiving accounts of a process. Returns the accounts, their states and the counts of calls to the PSPs.
 * `close` waits for the pending calls to the PSPs.
 * @throws ConfigError when a setting or a certificate file of the account `default` is invalid.
 */
export function openPixAccounts(
  config: PixConfig,
  secrets: PixSecrets,
  overrides: AccountOverrides,
  { metrics, context, role, ofOtherCell, ...given }: AccountTools,
) {
  const callbackTls = config.callbackTls && openCallbackTls(config.callbackTls, given)
  const tools = { ...given, callbackMtls: callbackTls !== undefined }
  const ownConnection = openDefaultConnection(config, secrets, tools)
  const own = use(ownConnection)
  if (!overrides.pix) ownConnection.connections.watch()
  const open =
    overrides.openPixAccount ??
    ((account, accountSecrets) => {
      const connection = openConnection(account, accountSecrets, tools)
      connection.connections.watch()
      return use(connection)
    })
  const measured = (provider: PixProvider, account: string) =>
    metrics ? measurePix(provider, { metrics, account }) : provider
  const reports = new AccountReports(`${role} ${hostname()} ${process.pid}`, () => pix.states())
  const pixCalls = new CallCounts(context, reports, overrides.storesPixCalls ?? true)
  const pix = new PixAccountRegistry({
    clock: tools.clock,
    context,
    ofOtherCell,
    ownProvider: measured(overrides.pix ?? own.provider, DEFAULT_PIX_ACCOUNT),
    ownState: () => ownConnection.state(),
    onCall: (accountId, operation, outcome) => pixCalls.add(accountId, operation, outcome, tools.clock.now()),
    open(account, accountSecrets) {
      const opened = open(account, accountSecrets)
      return { ...opened, provider: measured(opened.provider, account.id) }
    },
  })
  return {
    pix,
    callbackTls,
    states: () => pix.states(),
    pixCalls,
    async close() {
      callbackTls?.close()
      await pixCalls.close()
      await pix.close()
      await own.close()
    },
  }
}
