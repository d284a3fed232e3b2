import { ConsoleClient } from './console-client.ts'

const REDIRECTS_MAX = 12

/** A browser that follows redirects between hosts and keeps the cookies of each origin. */
export class WebBrowser {
  readonly #jars = new Map<string, Map<string, string>>()
  readonly #publicUrl: string
  readonly #baseUrl: string

  /** Requests to `publicUrl` are sent to `baseUrl`, where the console's server listens. */
  constructor(publicUrl: string, baseUrl: string) {
    this.#publicUrl = publicUrl
    this.#baseUrl = baseUrl
  }

  /** Sends one GET request without following redirects. */
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
      const isExpired = value === '' || attributes.some((one) => /^max-age=0$|1970/i.test(one))
      if (isExpired) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Follows redirects until `stop` accepts a URL. Returns that URL without requesting it. */
  async follow(address: string, stop: (url: URL) => boolean): Promise<URL> {
    let url = new URL(address, this.#publicUrl)
    for (let step = 0; step < REDIRECTS_MAX; step += 1) {
      const response = await this.get(url.href)
      const next = response.headers.get('location')
      if (next === null)
        throw new Error(`Expected a redirect, but ${url.pathname} answered ${response.status} without one`)
      url = new URL(next, url)
      if (stop(url)) return url
    }
    throw new Error(`${REDIRECTS_MAX} redirects from ${address} did not lead to the expected URL`)
  }

  /** Follows redirects until one leads to a page of the console. Returns the path and query of that page. */
  async followToPage(address: string): Promise<string> {
    const { pathname, search } = await this.follow(
      address,
      (url) => url.origin === new URL(this.#publicUrl).origin && !url.pathname.startsWith('/oidc'),
    )
    return pathname + search
  }

  /**
   * Follows redirects until the identity provider redirects to the console's callback. Returns the callback URL
   * without requesting it.
   */
  async followToCallback(address: string): Promise<string> {
    return (await this.follow(address, ({ pathname }) => pathname === '/oidc/callback')).href
  }

  /** Deletes all cookies of an origin. */
  clearCookies(origin: string): void {
    this.#jars.delete(origin)
  }

  cookie(name: string): string | undefined {
    return this.#jarOf(new URL(this.#publicUrl).origin).get(name)
  }

  setCookie(name: string, value: string): void {
    this.#jarOf(new URL(this.#publicUrl).origin).set(name, value)
  }

  /** A console client with the current session cookie of this browser. */
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
