import { ConsoleClient } from './console-client.ts'

const STEPS_MAX = 12

/** A browser that goes from host to host as it is sent, with the cookies that each has given it. */
export class WebBrowser {
  readonly #jars = new Map<string, Map<string, string>>()
  readonly #publicUrl: string
  readonly #baseUrl: string

  /** What the console calls `publicUrl` is reached at `baseUrl`. */
  constructor(publicUrl: string, baseUrl: string) {
    this.#publicUrl = publicUrl
    this.#baseUrl = baseUrl
  }

  /** One request. */
  async get(address: string): Promise<Response> {
    const url = new URL(address, this.#publicUrl)
    const jar = this.#jarOf(url.origin)
    const isConsole = url.origin === new URL(this.#publicUrl).origin
    const reached = isConsole ? new URL(url.pathname + url.search, this.#baseUrl) : url
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(reached, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const name = pair.split('=', 1)[0] ?? ''
      const value = pair.slice(name.length + 1)
      const isOver = value === '' || attributes.some((one) => /^max-age=0$|1970/i.test(one))
      if (isOver) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Goes where it is sent until it stands before a page that `stop` knows; answers its whole address. */
  async follow(address: string, stop: (url: URL) => boolean): Promise<URL> {
    let url = new URL(address, this.#publicUrl)
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const response = await this.get(url.href)
      const next = response.headers.get('location')
      if (next === null) throw new Error(`${url.pathname} answers ${response.status} and leads nowhere`)
      url = new URL(next, url)
      if (stop(url)) return url
    }
    throw new Error('sent around in circles')
  }

  /** Goes on until a page of the console comes; answers its path. */
  async followToPage(address: string): Promise<string> {
    const { pathname, search } = await this.follow(
      address,
      (url) => url.origin === new URL(this.#publicUrl).origin && !url.pathname.startsWith('/oidc'),
    )
    return pathname + search
  }

  /** Goes on until the provider sends it back with an answer, which is not handed over; its address. */
  async followToCallback(address: string): Promise<string> {
    return (await this.follow(address, ({ pathname }) => pathname === '/oidc/callback')).href
  }

  /** Whoever was known there is known no more. */
  clearCookies(origin: string): void {
    this.#jars.delete(origin)
  }

  cookie(name: string): string | undefined {
    return this.#jarOf(new URL(this.#publicUrl).origin).get(name)
  }

  setCookie(name: string, value: string): void {
    this.#jarOf(new URL(this.#publicUrl).origin).set(name, value)
  }

  /** The console's own pages, in this browser as it is now. */
  get consoleClient(): ConsoleClient {
    const client = new ConsoleClient(this.#baseUrl)
    const token = this.cookie('svc_console')
    client.cookie = token === undefined ? undefined : `svc_console=${token}`
    return client
  }

  #jarOf(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>()
    this.#jars.set(origin, jar)
    return jar
  }
}
