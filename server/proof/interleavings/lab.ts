import { pino } from 'pino'
import { Client, type PoolClient } from 'pg'
import { onlyAccount, type PixAccounts } from '../../src/pix/pix-accounts.ts'
import { readConfig } from '../../src/kernel/settings/config.ts'
import type { Ids } from '../../src/kernel/ids.ts'
import type { Query } from '../../src/kernel/pool/wrap-queries.ts'
import { openKit, type Kit, type ServiceContext } from '../../src/kit.ts'
import { Receiver } from '../../src/simulation/receiver.ts'
import { Seed } from '../../src/simulation/seed.ts'
import { isPool, pidOf, wrapAllQueries } from '../../src/simulation/steps/gate-statements.ts'
import { currentActor } from './actor.ts'
import { readCatalog } from './footprint.ts'
import { makeInstantPsp } from './instant-psp.ts'
import { LabClock } from './lab-clock.ts'
import { Snapshots } from './snapshots.ts'
import { makeClassifier } from './step-kind.ts'

const POOL_SIZE = 8
const CORRELATION_ID = '00000000-0000-7000-8000-000000000001'

/** The URLs of a migrated database that only this lab uses. */
export interface LabDatabase {
  applicationUrl: string
  superuserUrl: string
}

/** The use cases of the service on a small database whose rows can be restored, with a PSP that answers at once. */
export class Lab {
  readonly kit: Kit
  readonly clock: LabClock
  readonly snapshots: Snapshots
  /** Returns how SQL statements that are sent together can affect the other actor. */
  readonly classify: ReturnType<typeof makeClassifier>
  /** A connection that asks PostgreSQL which SQL statements are blocked. */
  readonly monitor: Client
  /** The warnings and errors that the service has logged since `takeLogged`. */
  #logged: string[]
  readonly #pix: PixAccounts

  private constructor(
    parts: Pick<Lab, 'kit' | 'clock' | 'snapshots' | 'classify' | 'monitor'>,
    logged: string[],
  ) {
    this.kit = parts.kit
    this.clock = parts.clock
    this.snapshots = parts.snapshots
    this.classify = parts.classify
    this.monitor = parts.monitor
    this.#logged = logged
    this.#pix = onlyAccount(makeInstantPsp(this.clock))
  }

  static async open({ applicationUrl, superuserUrl }: LabDatabase): Promise<Lab> {
    await setLimits(superuserUrl)
    const seed = new Seed(0)
    const clock = new LabClock()
    const { config, secrets } = readConfig(settings(applicationUrl, seed))
    const logged: string[] = []
    const log = pino({ level: 'warn', base: null }, { write: (line: string) => void logged.push(line) })
    const base = seed.ids()
    const ids: Ids = {
      uuid: (now) => (currentActor()?.ids ?? base).uuid(now),
      bytes: (length) => (currentActor()?.ids ?? base).bytes(length),
    }
    const sender = new Receiver(seed)
    const kit = await openKit(config, secrets, { clock, ids, sender, log, storesPixCalls: false })
    const pool = await kit.database.pool()
    if (!isPool(pool)) throw new Error('BUG: Lab.open: kit.database.pool returned no pool of the driver pg')
    await wrapAllQueries(pool, passThroughActor)
    const monitor = new Client({ connectionString: superuserUrl })
    await monitor.connect()
    const snapshots = await Snapshots.open(superuserUrl)
    const { rows } = await monitor.query<{ name: string }>(VOLATILE_FUNCTIONS)
    const classify = makeClassifier(
      rows.map(({ name }) => name),
      await readCatalog(monitor),
    )
    return new Lab({ kit, clock, snapshots, classify, monitor }, logged)
  }

  /**
   * Returns a context like that of a request or a job. The ids that it generates depend only on the actor that uses it.
   */
  context(principal: string): ServiceContext {
    return { ...this.kit.context(principal, CORRELATION_ID), pix: this.#pix }
  }

  /** Returns the logged warnings and errors, and clears them. */
  takeLogged(): string[] {
    return this.#logged.splice(0)
  }

  async close(): Promise<void> {
    await this.snapshots.close()
    await this.monitor.end()
    await this.kit.close()
  }
}

const VOLATILE_FUNCTIONS = `
  select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'`

/** Makes the SQL statements of an actor wait for the scheduler. All other SQL statements are sent at once. */
function passThroughActor(query: Query, client: PoolClient): Query {
  return (given) => {
    const actor = currentActor()
    const [text, ...parameters] = given
    if (!actor || typeof text !== 'string') return query(given)
    return actor.pass(text, pidOf(client), (sent) =>
      query(sent === text ? given : editedCall(sent, parameters)),
    )
  }
}

/**
 * Returns the arguments of a query with an edited text. Passes no parameters to a text without placeholders, because
 * the edit added this statement.
 */
const editedCall = (text: string, parameters: unknown[]): unknown[] =>
  text.includes('$1') ? [text, ...parameters] : [text]

/**
 * Ends deadlocks after 20 ms. Sets no other limit, because the scheduler may keep an SQL statement waiting for any
 * time.
 */
async function setLimits(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const database = client.escapeIdentifier(client.database ?? '')
    for (const limit of [`deadlock_timeout = '20ms'`, 'lock_timeout = 0', 'statement_timeout = 0'])
      await client.query(`alter role pix_app in database ${database} set ${limit}`)
  } finally {
    await client.end()
  }
}

function settings(databaseUrl: string, seed: Seed): Record<string, string> {
  const secret = seed.ids()
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    LOG_LEVEL: 'warn',
    PIX_BASE_URL: 'http://network.test',
    PIX_TOKEN_URL: 'http://network.test/oauth/token',
    PIX_CLIENT_ID: 'interleavings',
    PIX_CLIENT_SECRET: 'interleavings',
    PIX_CALLBACK_SECRET: 'interleavings-callback',
    PIX_KEY: 'chave@interleavings.example',
    ENCRYPTION_KEYS: `s:${secret.bytes(32).toString('base64')}`,
    CURSOR_SECRET: secret.bytes(24).toString('hex'),
    EMBEDDED: '1',
  }
}
