import type { Server } from 'node:http'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../src/kernel/clock.ts'
import { deliverOverHttp, type CallbackTls } from './deliver.ts'
import { createHttpServer, listen, stop } from './http.ts'
import type { Random } from './identifiers.ts'
import { inboxCertificates, replaceFile } from './inbox-certificates.ts'
import { createInboxServer } from './inbox-https.ts'
import { inboxRoutes } from './inbox.routes.ts'
import { Inbox, type InboxSecret } from './inbox.ts'
import { createNetwork, type NetworkOptions } from './network.ts'
import { pageRoutes } from './page.ts'
import { openSavedLog, type SavedLog } from './saved-log.ts'
import type { SimulatorSettings } from './settings.ts'

export interface Simulator {
  port: number
  inboxPort: number
  /** Closes the servers and all connections, and writes pending changes. */
  stop(): Promise<void>
}

interface Sources {
  clock: Clock
  random: Random
}

/** Starts the simulated Pix network with its page, and the inbox. Rejects when one of their ports is in use. */
export async function startSimulator(settings: SimulatorSettings, sources: Sources): Promise<Simulator> {
  const { clock, random } = sources
  const directory = join(settings.DATA_DIR, 'simulator')
  mkdirSync(settings.DATA_DIR, { recursive: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const saved =
    settings.SIMULATOR_STATE === 'file' ? await openSavedLog(join(directory, 'network.jsonl')) : NO_LOG
  const callbackSender = deliverOverHttp(callbackTlsOf(settings))
  const secretsFile = join(directory, 'inbox-secrets.json')
  const inbox = new Inbox(clock, readSecrets(secretsFile))
  const saveSecrets = (secrets: readonly InboxSecret[]) =>
    replaceFile(secretsFile, JSON.stringify(secrets), 0o600)
  const network = createNetwork({
    ...optionsOf(settings),
    clock,
    random,
    deliver: callbackSender.deliver,
    saved: saved.changes,
    save: saved.save,
    routes: [...inboxRoutes(inbox, saveSecrets), ...pageRoutes()],
  })
  const closing = new AbortController()
  const tls = inboxCertificates(settings.DATA_DIR, { clock, random })
  const apiServer = createHttpServer(network.handle)
  const inboxServer = createInboxServer(inbox, tls, clock, closing.signal)
  const end = async () => {
    network.close()
    closing.abort()
    await Promise.all([stopIfOpen(apiServer), stopIfOpen(inboxServer), callbackSender.close()])
    await saved.close()
  }
  try {
    const port = await listen(apiServer, settings.SIMULATOR_PORT, settings.SIMULATOR_HOST)
    const inboxPort = await listen(inboxServer, settings.INBOX_PORT, settings.SIMULATOR_HOST)
    return { port, inboxPort, stop: end }
  } catch (error) {
    await end()
    throw error
  }
}

const NO_LOG: SavedLog = { changes: [], save: () => undefined, close: async () => undefined }

function optionsOf(settings: SimulatorSettings): Omit<NetworkOptions, 'clock' | 'random' | 'deliver'> {
  const { SIMULATOR_CLIENT_ID: id, SIMULATOR_CLIENT_SECRET: secret } = settings
  const keys = settings.SIMULATOR_KEYS?.split(',').map((key) => key.trim())
  return {
    clients: [{ id, secret }],
    publicUrl: settings.SIMULATOR_PUBLIC_URL,
    keys,
    merchantName: settings.SIMULATOR_MERCHANT_NAME,
    merchantCity: settings.SIMULATOR_MERCHANT_CITY,
    tokenSeconds: settings.SIMULATOR_TOKEN_SECONDS,
    returnDelayMs: settings.SIMULATOR_RETURN_DELAY_MS,
    medDelayMs: settings.SIMULATOR_MED_DELAY_MS,
  }
}

/** Reads the certificates for callbacks. @throws Error when a file cannot be read. */
const callbackTlsOf = (settings: SimulatorSettings): CallbackTls => ({
  cert: readText(settings.SIMULATOR_CALLBACK_CERT_FILE),
  key: readText(settings.SIMULATOR_CALLBACK_KEY_FILE),
  ca: readText(settings.SIMULATOR_CALLBACK_CA_FILE),
})

const readText = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readFileSync(file, 'utf8')

const Secrets = z.array(z.object({ path: z.string().optional(), secret: z.string() }))

function readSecrets(path: string): InboxSecret[] {
  try {
    return Secrets.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return []
  }
}

const stopIfOpen = async (server: Server): Promise<void> => (server.listening ? stop(server) : undefined)
