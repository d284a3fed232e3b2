import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deployment } from '../../bench/deployment.ts'
import type { Stack } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createPixAccount } from '../../src/pix-accounts/manage/create-pix-account.ts'
import { replacePixAccountSecrets } from '../../src/pix-accounts/manage/replace-account-secrets.ts'
import { DEFAULT_PIX_ACCOUNT } from '../../src/pix/pix-accounts.ts'
import { makeKeyPair } from '../../src/testing/fakes/certificates.ts'
import type { Settings } from '../../stack/settings.ts'
import { Psp } from '../failover/psps.ts'
import { MtlsFront } from './mtls-front.ts'

/** How long the PSP accepts earlier credentials after their replacement, in milliseconds. */
const OVERLAP_MS = 6_000
const CLIENT_ID = 'loja'

/** The credentials that `replaceNext` replaces in turn. */
export const REPLACEMENTS = ['client secret', 'certificate', 'authorities'] as const
export type Replacement = (typeof REPLACEMENTS)[number]

interface Credentials {
  clientSecret: string
  certificate: string
  privateKey: string
  caPem: string
}

/** The settings that name the files of the receiving account `default`, by credential. */
const FILES: Record<keyof Credentials, string> = {
  clientSecret: 'PIX_CLIENT_SECRET_FILE',
  certificate: 'PIX_CERT_FILE',
  privateKey: 'PIX_KEY_FILE',
  caPem: 'PIX_CA_FILE',
}
const NAMES = ['clientSecret', 'certificate', 'privateKey', 'caPem'] as const

/**
 * A receiving account whose credentials are replaced while the service calls its PSP. The credentials of the account
 * `default` are in files, those of other accounts in the database.
 */
export class RotatingAccount {
  readonly replaced = new Map<Replacement, number>(REPLACEMENTS.map((name) => [name, 0]))
  readonly #folder: string
  /** The certificates use two key pairs in turn, because creating a new pair for each certificate would take long. */
  readonly #keys = [makeKeyPair(), makeKeyPair()] as const
  readonly #initial: Credentials
  #version = 0

  private constructor(
    readonly psp: Psp,
    readonly front: MtlsFront,
    folder: string,
  ) {
    this.#folder = folder
    this.#initial = {
      ...this.#newSecret(),
      ...this.#newCertificate(),
      caPem: front.authorities.current,
    }
    if (psp.id === DEFAULT_PIX_ACCOUNT) this.#write(this.#initial)
  }

  /** Starts the PSP of a receiving account, and the gateway of this PSP. */
  static async start(stack: Stack, account: { id: string; dialect: string }): Promise<RotatingAccount> {
    const psp = await Psp.start(stack, account)
    const { PIX_CLIENT_ID: id = '', PIX_CLIENT_SECRET: secret = '' } = stack.settings
    const folder = join(stack.dataDir, `credentials-${account.id}`)
    mkdirSync(folder, { recursive: true })
    return new RotatingAccount(psp, await MtlsFront.start({ psp: psp.origin, own: { id, secret } }), folder)
  }

  get id(): string {
    return this.psp.id
  }

  /** The settings of the service for the receiving account `default`. */
  get settings(): Settings {
    const { baseUrl, tokenUrl } = this.#urls
    return {
      PIX_PROFILE: this.psp.dialect,
      PIX_BASE_URL: baseUrl,
      PIX_TOKEN_URL: tokenUrl,
      PIX_CLIENT_ID: CLIENT_ID,
      PIX_CLIENT_SECRET: '',
      ...Object.fromEntries(NAMES.map((name) => [FILES[name], this.#pathOf(name)])),
    }
  }

  /** Creates the receiving account in the database. */
  async create(deployment: Deployment): Promise<void> {
    await deployment.withContext((ctx) =>
      createPixAccount(ctx, {
        ...this.#urls,
        ...this.#initial,
        id: this.id,
        profile: this.psp.dialect,
        environment: 'sandbox',
        clientId: CLIENT_ID,
        appKey: 'application-of-the-check',
        pixKey: deployment.settings['PIX_KEY'] ?? '',
      }),
    )
  }

  /**
   * Replaces the next of REPLACEMENTS. OVERLAP_MS after a new secret or certificate, the PSP refuses the earlier one.
   */
  async replaceNext(deployment: Deployment): Promise<void> {
    const done = REPLACEMENTS.reduce((sum, name) => sum + (this.replaced.get(name) ?? 0), 0)
    const kind = REPLACEMENTS[done % REPLACEMENTS.length] ?? 'client secret'
    if (kind === 'authorities') await this.#replaceAuthorities(deployment)
    else {
      const { clients, certificates } = this.front
      const earlier = kind === 'certificate' ? [...certificates] : [...clients]
      await this.#use(deployment, kind === 'certificate' ? this.#newCertificate() : this.#newSecret())
      await systemClock.sleep(OVERLAP_MS)
      for (const one of earlier) (kind === 'certificate' ? certificates : clients).delete(one)
    }
    this.replaced.set(kind, (this.replaced.get(kind) ?? 0) + 1)
  }

  /** Gives the receiving account a client certificate that is valid for `validMs` milliseconds. */
  replaceCertificate(deployment: Deployment, validMs?: number): Promise<void> {
    return this.#use(deployment, this.#newCertificate(validMs))
  }

  /** Trusts both authorities, then lets the PSP change its certificate, then trusts only the new authority. */
  async #replaceAuthorities(deployment: Deployment): Promise<void> {
    const { current, next } = this.front.authorities
    await this.#use(deployment, { caPem: `${current}\n${next}` })
    await systemClock.sleep(OVERLAP_MS)
    this.front.useNextAuthority()
    await this.#use(deployment, { caPem: next })
  }

  get #urls() {
    const base = `${this.front.origin}/dialects/${this.psp.dialect}`
    return { baseUrl: `${base}/api/v2`, tokenUrl: `${base}/oauth/token` }
  }

  #pathOf(name: keyof Credentials): string {
    return join(this.#folder, name)
  }

  #newSecret() {
    this.#version += 1
    const clientSecret = `secret-${this.#version}`
    this.front.clients.add(`${CLIENT_ID}:${clientSecret}`)
    return { clientSecret }
  }

  #newCertificate(validMs?: number) {
    this.#version += 1
    const key = this.#keys[this.#version % 2 === 0 ? 0 : 1]
    const changes = validMs === undefined ? { key } : { key, validMs }
    const { cert: certificate, key: privateKey } = this.front.issue(`service-${this.#version}`, changes)
    return { certificate, privateKey }
  }

  async #use(deployment: Deployment, given: Partial<Credentials>): Promise<void> {
    if (this.id === DEFAULT_PIX_ACCOUNT) this.#write(given)
    else await deployment.withContext((ctx) => replacePixAccountSecrets(ctx, this.id, given))
  }

  #write(given: Partial<Credentials>): void {
    for (const name of NAMES) {
      const text = given[name]
      if (text !== undefined) writeFileSync(this.#pathOf(name), text, { mode: 0o600 })
    }
  }
}
