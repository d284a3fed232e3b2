import { consoleCookie, consoleDocuments } from '../../../bench/cases/console.ts'
import type { Installation } from './installation.ts'

/** The pages of all merchants that staff read during the proof, with the variables of their operations. */
const PAGES: [operation: string, variables: object][] = [
  ['Charges', { first: 50 }],
  ['MerchantList', { first: 50 }],
  ['Home', { zone: 'America/Sao_Paulo' }],
  ['WebhookFleet', { first: 50 }],
]

interface Answer {
  data?: object | null
  errors?: unknown
  extensions?: { missing_cells?: string[] }
}

/** A member of staff who reads the pages of all merchants. */
export class ConsoleCheck {
  readonly #origin: string
  readonly #cookie: string

  private constructor(origin: string, cookie: string) {
    this.#origin = origin
    this.#cookie = cookie
  }

  static async signIn({ main, origin }: Installation): Promise<ConsoleCheck> {
    return new ConsoleCheck(origin, await main.deployment.withContext((ctx) => consoleCookie(ctx, origin)))
  }

  /** Reads each page. Returns the pages without data or with other missing cells than `missing`. */
  async failures(missing: readonly string[]): Promise<string[]> {
    const documents = consoleDocuments()
    const failed: string[] = []
    for (const [operation, variables] of PAGES) {
      const response = await fetch(`${this.#origin}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'apollo-require-preflight': 'true',
          cookie: this.#cookie,
        },
        body: JSON.stringify({ query: documents.get(operation), variables }),
      })
      const { data, errors, extensions = {} }: Answer = JSON.parse(await response.text())
      const { missing_cells: named = [] } = extensions
      if (!data || errors !== undefined || named.join() !== missing.join())
        failed.push(`${operation}: ${response.status} ${JSON.stringify({ errors, named })}`)
    }
    return failed
  }
}
