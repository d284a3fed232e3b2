import argon2, { type Options } from '@node-rs/argon2'
import { createServer } from 'node:http'
import { makeApp, makeStaffRoutes, type Parts } from '../../app.ts'
import { plusMs } from '../../kernel/clock.ts'
import { transaction } from '../../kernel/context.ts'
import { systemIds } from '../../kernel/ids.ts'
import type { Kit } from '../../kit.ts'
import { addStaff } from '../../staff/add-staff.ts'
import { needsTotp, type StaffRole } from '../../staff/permissions.ts'
import { setTotp } from '../../staff/second-factor/set-totp.ts'
import { STEP_SECONDS, totpCodeAt } from '../../staff/second-factor/totp.ts'

/**
 * The parameters of a password hash that takes almost no time to verify. The service verifies a password with the
 * parameters that its hash contains, so sign-ins with such a hash are fast.
 */
const CHEAP: Options = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const STEP_MS = STEP_SECONDS * 1_000

export interface GraphqlError {
  message: string
  extensions: {
    code: string
    reason?: string
    fields?: { path: string; code: string }[]
    retry_after_seconds?: number
    correlation_id: string
  }
}

export interface GraphqlAnswer<Data> {
  status: number
  headers: Headers
  data: Data | null | undefined
  errors: GraphqlError[]
  /** The code of the first error; undefined on success. */
  code: string | undefined
  /** The cells that did not answer. */
  missingCells: readonly string[]
}

interface GraphqlBody<Data> {
  data?: Data | null
  errors?: GraphqlError[]
  extensions?: { missing_cells?: string[] }
}

/** A client of the console that acts like a browser: it sends GraphQL over real HTTP and keeps the session cookie. */
export class ConsoleClient {
  readonly #baseUrl: string
  cookie: string | undefined

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  async send<Data>(
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<GraphqlAnswer<Data>> {
    const response = await this.post(JSON.stringify({ query, variables }), headers)
    const { data, errors = [], extensions }: GraphqlBody<Data> = JSON.parse(await response.text())
    const { status, headers: responseHeaders } = response
    const { missing_cells: missingCells = [] } = extensions ?? {}
    return { status, headers: responseHeaders, data, errors, code: errors[0]?.extensions.code, missingCells }
  }

  async post(body: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.#call('/graphql', { body, headers })
    const [setCookie] = response.headers.getSetCookie()
    if (setCookie !== undefined)
      this.cookie = /Max-Age=0;/.test(setCookie) ? undefined : setCookie.split(';', 1)[0]
    return response
  }

  /** Requests the export of a list. */
  export(
    wanted: object,
    init: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Response> {
    return this.#call('/exports', { body: JSON.stringify(wanted), ...init })
  }

  /** Downloads a file of a dispute. */
  download(given: object, headers: Record<string, string> = {}): Promise<Response> {
    return this.#call('/dispute-files', { body: JSON.stringify(given), headers })
  }

  #call(
    path: string,
    { headers, ...init }: { body: string; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<Response> {
    const prefix = headers?.['x-test-account'] === undefined ? '' : '/test-account'
    return fetch(this.#baseUrl + prefix + path, {
      method: 'POST',
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...headers,
      },
    })
  }

  /** Sends the password. The password alone completes the sign-in if the person has no authenticator app. */
  signIn(email: string, password: string): Promise<GraphqlAnswer<SignInAnswer>> {
    return this.send(
      'mutation ($e: String!, $p: String!) { signIn(email: $e, password: $p) { next staff { id } } }',
      { e: email, p: password },
    )
  }

  /** Sends the code of the second factor during a sign-in. */
  submitCode(code: string): Promise<GraphqlAnswer<{ signInWithCode: { staff: { id: string } } }>> {
    return this.send('mutation ($c: String!) { signInWithCode(code: $c) { staff { id } } }', { c: code })
  }

  /** Completes a step-up authentication with a code. */
  stepUp(code: string): Promise<GraphqlAnswer<{ stepUp: boolean }>> {
    return this.send('mutation ($c: String!) { stepUp(code: $c) }', { c: code })
  }
}

interface SignInAnswer {
  signIn: { next: 'done' | 'code' | 'enrol'; staff: { id: string } | null }
}

export interface Me {
  id: string
  email: string
  name: string
  role: StaffRole
  permissions: string[]
}

/** Returns the person who is signed in, or null. */
export async function whoAmI(browser: ConsoleClient): Promise<Me | null> {
  const { data } = await browser.send<{ me: Me | null }>('{ me { id email name role permissions } }')
  return data?.me ?? null
}

/** A member of staff who is not signed in yet. */
export interface Person {
  id: string
  email: string
  password: string
  /** Secret of the authenticator app; null without an app. */
  totpSecret: string | null
}

/** A console server that uses the kit of a test world and listens on a free port. */
export class TestConsole implements AsyncDisposable {
  readonly #kit: Kit
  readonly #close: () => Promise<void>
  /** The last TOTP time step whose code a person has used, by the id of the person. */
  readonly #usedSteps = new Map<string, number>()

  private constructor(
    kit: Kit,
    readonly baseUrl: string,
    close: () => Promise<void>,
  ) {
    this.#kit = kit
    this.#close = close
  }

  static async start(kit: Kit, parts: Parts = {}): Promise<TestConsole> {
    const server = createServer(makeApp(kit, await makeStaffRoutes(kit, parts), undefined, parts))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
    return new TestConsole(kit, `http://127.0.0.1:${address.port}`, async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
  }

  /** Returns a browser without a session. */
  browser(): ConsoleClient {
    return new ConsoleClient(this.baseUrl)
  }

  /** Creates a member of staff. By default, the person has an authenticator app if the role requires one. */
  async createPerson(role: StaffRole, { app = needsTotp(role) }: { app?: boolean } = {}): Promise<Person> {
    const email = `${role}-${systemIds.bytes(4).toString('hex')}@exemplo.com.br`
    const password = systemIds.bytes(12).toString('hex')
    const ctx = this.#kit.context('test')
    const passwordHash = await argon2.hash(password, CHEAP)
    const staff = await transaction(ctx, (tx) =>
      addStaff(tx, { email, name: `Pessoa ${role}`, role, passwordHash }, 'staff.create'),
    )
    const totpSecret = app ? (await setTotp(ctx, staff)).secret : null
    return { id: staff.id, email, password, totpSecret }
  }

  /**
   * Creates a person of this role with an authenticator app and signs them in with a code. For five minutes of the
   * world's clock, the service then requires no step-up authentication of the person.
   */
  async signedIn(role: StaffRole): Promise<ConsoleClient> {
    return this.signInAs(await this.createPerson(role, { app: true }))
  }

  /** Signs a person in with the password and, if they have an app, a code. */
  async signInAs(person: Person): Promise<ConsoleClient> {
    const browser = this.browser()
    await browser.signIn(person.email, person.password)
    if (person.totpSecret !== null) await browser.submitCode(this.nextCode(person))
    return browser
  }

  /**
   * Returns a code that this person has not used yet, because the service accepts each code only once. The service also
   * accepts the code of the next time step, so a person has two codes without advancing the clock.
   * @throws Error when this person has used both codes.
   */
  nextCode(person: Person): string {
    const now = this.#kit.clock.now()
    const step = Math.floor(now.getTime() / STEP_MS)
    const next = Math.max(step, (this.#usedSteps.get(person.id) ?? 0) + 1)
    if (next > step + 1)
      throw new Error('nextCode: the person has used both valid codes. Advance the clock by 30 seconds')
    this.#usedSteps.set(person.id, next)
    return codeAt(person, plusMs(now, (next - step) * STEP_MS))
  }

  /** Returns the code that a person's app shows now, or in `ms` milliseconds. */
  codeOf(person: Person, ms = 0): string {
    return codeAt(person, plusMs(this.#kit.clock.now(), ms))
  }

  stop(): Promise<void> {
    return this.#close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

function codeAt({ email, totpSecret }: Person, at: Date): string {
  if (totpSecret === null) throw new Error(`codeAt: the person ${email} has no authenticator app`)
  return totpCodeAt(totpSecret, at)
}
