import type { Clock } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics/metrics.ts'
import { invalidSettings } from '../kernel/settings/parse-variables.ts'
import type { PixConfig, PixSecrets } from '../kernel/settings/pix-config.ts'
import type { Tracing } from '../kernel/tracing/tracing.ts'
import { makeApiPix, type ApiPixSettings } from '../pix/api-pix.ts'
import type { PixFetch } from '../pix/http-call.ts'
import { makePixFetch } from '../pix/pix-fetch.ts'
import { PROFILE_NAMES, PROFILES } from '../pix/profiles/profiles.ts'
import type { PixProvider } from '../pix/provider.ts'
import { measurePix } from '../pix/measure-pix.ts'
import { PixAccountRegistry, type OpenAccount } from './account-registry.ts'
import type { AccountSecrets } from './account-secrets.ts'
import type { PixAccount } from './pix-account.entity.ts'

interface Tools {
  clock: Clock
  log: Log
  tracing: Tracing
}

/**
 * Returns the connection of the account `default`, which comes from the settings.
 * @throws ConfigError when PIX_PROFILE names no profile.
 */
export function defaultConnection(
  { profile: profileName, baseUrl, tokenUrl, key, environment }: PixConfig,
  secrets: PixSecrets,
  tools: Tools & { fetch: PixFetch },
): ApiPixSettings {
  const profile = PROFILES.get(profileName)
  if (!profile) throw invalidSettings([`PIX_PROFILE: must be one of ${PROFILE_NAMES.join(', ')}`])
  return {
    ...tools,
    profile,
    environment,
    appKey: secrets.pixAppKey,
    baseUrl,
    tokenUrl,
    key,
    clientId: secrets.pixClientId,
    clientSecret: secrets.pixClientSecret,
  }
}

/** Returns the connection of another account than `default`, and a function that closes it. */
export function openConnection(
  account: PixAccount,
  secrets: AccountSecrets,
  tools: Tools,
): { settings: ApiPixSettings; close(): Promise<void> } {
  const { baseUrl, tokenUrl, clientId, pixKey } = account
  if (baseUrl === null || tokenUrl === null || clientId === null || pixKey === null)
    throw new Error(`BUG: the Pix account ${account.id} has no connection`)
  const profile = PROFILES.get(account.profile)
  if (!profile) throw new Error(`the profile ${account.profile} of the Pix account ${account.id} is unknown`)
  const pixFetch = makePixFetch({
    certFile: account.certFile ?? undefined,
    keyFile: account.keyFile ?? undefined,
    caFile: account.caFile ?? undefined,
    cert: secrets.certificate,
    key: secrets.private_key,
    ca: account.caPem ?? undefined,
  })
  const settings = {
    ...tools,
    profile,
    environment: account.environment,
    appKey: secrets.app_key,
    baseUrl,
    tokenUrl,
    clientId,
    clientSecret: secrets.client_secret ?? '',
    key: pixKey,
    fetch: pixFetch.fetch,
  }
  return { settings, close: () => pixFetch.close() }
}

/** Returns a function that creates the API Pix adapter of an account, with its own connections. */
const makeOpenAccount =
  (tools: Tools): OpenAccount =>
  (account, secrets) => {
    const connection = openConnection(account, secrets, tools)
    return { provider: makeApiPix(connection.settings), close: () => connection.close() }
  }

interface AccountTools extends Tools {
  /** The metrics that the process exports. If there are none, the calls of the accounts are not measured. */
  metrics: Metrics | undefined
  context: () => Context
}

/** Parts that tests and the simulation replace. */
interface AccountOverrides {
  pix?: PixProvider
  openPixAccount?: OpenAccount
}

/**
 * Opens the receiving accounts of a process. `close` waits for their pending calls.
 * @throws ConfigError when a setting or a certificate file of the account `default` is invalid.
 */
export function openPixAccounts(
  config: PixConfig,
  secrets: PixSecrets,
  overrides: AccountOverrides,
  { metrics, context, ...tools }: AccountTools,
) {
  const pixFetch = makePixFetch(config)
  const ownProvider =
    overrides.pix ?? makeApiPix(defaultConnection(config, secrets, { ...tools, fetch: pixFetch.fetch }))
  const open = overrides.openPixAccount ?? makeOpenAccount(tools)
  const measured = (provider: PixProvider) => (metrics ? measurePix(provider, metrics) : provider)
  const pix = new PixAccountRegistry({
    clock: tools.clock,
    context,
    ownProvider: measured(ownProvider),
    open(account, accountSecrets) {
      const opened = open(account, accountSecrets)
      return { ...opened, provider: measured(opened.provider) }
    },
  })
  return {
    pix,
    async close() {
      await pix.close()
      await pixFetch.close()
    },
  }
}
