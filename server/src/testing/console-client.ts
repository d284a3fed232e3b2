import { createServer } from 'node:http'
import { makeApp } from '../app.ts'
import { systemIds } from '../kernel/ids.ts'
import type { Kit } from '../kit.ts'
import { makeStaffDoors } from '../staff-doors.ts'
import { createStaff } from '../staff/create-staff.ts'
import type { StaffRole } from '../staff/permissions.ts'

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
  /** The code of the first error; undefined for a success. */
  code: string | undefined
}

/** The console's own client in a browser: speaks GraphQL over real HTTP and keeps its cookie. */
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
    const { data, errors = [] }: { data?: Data | null; errors?: GraphqlError[] } = JSON.parse(
      await response.text(),
    )
    const { status, headers: given } = response
    return { status, headers: given, data, errors, code: errors[0]?.extensions.code }
  }

  async post(body: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.#call('/graphql', { body, headers })
    const [given] = response.headers.getSetCookie()
    if (given !== undefined) this.cookie = /Max-Age=0;/.test(given) ? undefined : given.split(';', 1)[0]
    return response
  }

  /** Asks for a list as a file. */
  export(
    wanted: object,
    init: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Response> {
    return this.#call('/exports', { body: JSON.stringify(wanted), ...init })
  }

  #call(
    path: string,
    { headers, ...init }: { body: string; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<Response> {
    return fetch(this.#baseUrl + path, {
      method: 'POST',
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...headers,
      },
    })
  }

  signIn(email: string, password: string): Promise<GraphqlAnswer<{ signIn: { id: string } }>> {
    return this.send('mutation ($e: String!, $p: String!) { signIn(email: $e, password: $p) { id } }', {
      e: email,
      p: password,
    })
  }
}

export interface Me {
  id: string
  email: string
  name: string
  role: StaffRole
  permissions: string[]
}

/** Who is signed in in a browser; null when nobody is. */
export async function whoAmI(browser: ConsoleClient): Promise<Me | null> {
  const { data } = await browser.send<{ me: Me | null }>('{ me { id email name role permissions } }')
  return data?.me ?? null
}

/** A person with a password, who is not signed in yet. */
export interface Person {
  id: string
  email: string
  password: string
}

/** The console's server over the world's kit, on a port of its own. */
export class TestConsole implements AsyncDisposable {
  readonly #kit: Kit
  readonly #close: () => Promise<void>

  private constructor(
    kit: Kit,
    readonly baseUrl: string,
    close: () => Promise<void>,
  ) {
    this.#kit = kit
    this.#close = close
  }

  static async start(kit: Kit): Promise<TestConsole> {
    const server = createServer(makeApp(kit, await makeStaffDoors(kit)))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('listen: no port')
    return new TestConsole(kit, `http://127.0.0.1:${address.port}`, async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
  }

  /** A browser in which nobody is signed in. */
  browser(): ConsoleClient {
    return new ConsoleClient(this.baseUrl)
  }

  async person(role: StaffRole): Promise<Person> {
    const email = `${role}-${systemIds.bytes(4).toString('hex')}@exemplo.com.br`
    const password = systemIds.bytes(12).toString('hex')
    const { staff } = await createStaff(this.#kit.context('test'), {
      email,
      name: `Pessoa ${role}`,
      role,
      password,
    })
    return { id: staff.id, email, password }
  }

  /** A browser in which somebody of this role is signed in. */
  async signedIn(role: StaffRole): Promise<ConsoleClient> {
    const { email, password } = await this.person(role)
    const browser = this.browser()
    await browser.signIn(email, password)
    return browser
  }

  stop(): Promise<void> {
    return this.#close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
