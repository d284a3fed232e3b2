import { z } from 'zod'
import { Faults } from '../../kernel/input/faults.ts'
import { text } from '../../kernel/input/fields.ts'
import { pemFaultOf, type PemFault } from '../../pix/credentials/pem-fault.ts'
import { PROFILE_NAMES } from '../../pix/profiles/profiles.ts'
import type { AccountSecrets } from '../account-secrets.ts'
import { PIX_ENVIRONMENTS, type PixEnvironment } from '../pix-account.entity.ts'

/** The secrets of an account that an administrator gives. */
export interface GivenSecrets {
  clientSecret?: string | null | undefined
  appKey?: string | null | undefined
  /**
   * The client certificate and its private key as PEM. The certificate and the key must both be given, or both be
   * absent.
   */
  certificate?: string | null | undefined
  privateKey?: string | null | undefined
}

/** New credentials of an account, or new authorities of its PSP. */
export interface NewCredentials extends GivenSecrets {
  clientId?: string | null | undefined
  /** The certificate authorities of the PSP as PEM. */
  caPem?: string | null | undefined
}

/** The largest amounts of a charge and of a payout in centavos. Null means no limit. */
export interface Ceilings {
  chargeCeilingCents?: bigint | null | undefined
  payoutCeilingCents?: bigint | null | undefined
}

/** A new receiving account. */
export interface NewPixAccount extends GivenSecrets, Ceilings {
  id: string
  profile: string
  environment: PixEnvironment
  baseUrl: string
  tokenUrl: string
  clientId: string
  /** The Pix key (DICT) that receives the payments. */
  pixKey: string
  /** The certificate authorities of the PSP as PEM. By default, the authorities of the system. */
  caPem?: string | null | undefined
}

/** The new values of an account's connection. Values that are absent stay unchanged. */
export interface NewConnection {
  baseUrl?: string | null | undefined
  tokenUrl?: string | null | undefined
  /** The Pix key (DICT) that receives the payments. */
  pixKey?: string | null | undefined
}

const PEM_CHARS_MAX = 32_768

const url = z.url({ protocol: /^https?$/ }).max(500)

const Secrets = z.object({
  clientSecret: text(1, 4_096).nullish(),
  appKey: text(1, 4_096).nullish(),
  certificate: text(1, PEM_CHARS_MAX).nullish(),
  privateKey: text(1, PEM_CHARS_MAX).nullish(),
})

const ceiling = z.bigint().positive().nullish()
const CeilingShape = z.object({ chargeCeilingCents: ceiling, payoutCeilingCents: ceiling })

const ClientId = text(1, 300)
const CaPem = text(1, PEM_CHARS_MAX).nullish()
const Credentials = z.object({ clientId: ClientId.nullish(), caPem: CaPem })

const PixKey = text(1, 77)
const Connection = z.object({ baseUrl: url.nullish(), tokenUrl: url.nullish(), pixKey: PixKey.nullish() })

const Account = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,29}$/, 'Até 30 letras minúsculas, dígitos e hífens.'),
  profile: z.enum(PROFILE_NAMES),
  environment: z.enum(PIX_ENVIRONMENTS),
  baseUrl: url,
  tokenUrl: url,
  clientId: ClientId,
  pixKey: PixKey,
  caPem: CaPem,
})

/** Checks a new account. @throws Problem validation_error naming the fields; its reason can be a PemFault. */
export function checkNewAccount(account: NewPixAccount, now: Date): void {
  const faults = new Faults()
  faults.read(Account, account)
  faults.read(CeilingShape, account)
  requireTls(faults, account, account.environment)
  readSecrets(faults, account, now)
  readAuthorities(faults, account, now)
  faults.throwIfAny()
}

/**
 * Checks a new connection of an account in `environment`. At least one value must be given.
 * @throws Problem validation_error naming the fields.
 */
export function checkConnection(given: NewConnection, environment: PixEnvironment): void {
  const faults = new Faults()
  faults.read(Connection, given)
  requireTls(faults, given, environment)
  const { baseUrl, tokenUrl, pixKey } = given
  if (![baseUrl, tokenUrl, pixKey].some(Boolean)) faults.add('baseUrl', 'required')
  faults.throwIfAny()
}

function requireTls(faults: Faults, given: NewConnection, environment: PixEnvironment): void {
  if (environment !== 'production') return
  for (const path of ['baseUrl', 'tokenUrl'] as const)
    if (given[path]?.startsWith('http:')) faults.add(path, 'format', 'Use https em produção.')
}

/** Checks the largest amounts of an account. @throws Problem validation_error naming the fields. */
export function checkCeilings(ceilings: Ceilings): void {
  const faults = new Faults()
  faults.read(CeilingShape, ceilings)
  faults.throwIfAny()
}

/**
 * Checks new credentials, of which at least one must be given.
 * @throws Problem validation_error naming the fields; its reason can be a PemFault.
 */
export function checkCredentials(given: NewCredentials, now: Date): void {
  const faults = new Faults()
  faults.read(Credentials, given)
  readSecrets(faults, given, now)
  readAuthorities(faults, given, now)
  const { clientId, clientSecret, appKey, certificate, caPem } = given
  if (![clientId, clientSecret, appKey, certificate, caPem].some(Boolean))
    faults.add('clientSecret', 'required')
  faults.throwIfAny()
}

function readAuthorities(faults: Faults, { caPem }: NewCredentials, now: Date): void {
  const fault = caPem ? pemFaultOf({ ca: caPem }, now) : undefined
  if (fault) addPemFault(faults, 'caPem', fault)
}

function readSecrets(faults: Faults, secrets: GivenSecrets, now: Date): void {
  if (!faults.read(Secrets, secrets)) return
  const { certificate, privateKey } = secrets
  if (!certificate && !privateKey) return
  if (!certificate) return faults.add('certificate', 'required')
  if (!privateKey) return faults.add('privateKey', 'required')
  const fault = pemFaultOf({ certificate, privateKey }, now)
  if (fault) addPemFault(faults, FIELD_OF[fault], fault)
}

const FIELD_OF: Record<PemFault, 'certificate' | 'privateKey' | 'caPem'> = {
  certificate_malformed: 'certificate',
  certificate_expired: 'certificate',
  private_key_malformed: 'privateKey',
  private_key_of_other_certificate: 'privateKey',
  authorities_malformed: 'caPem',
}

const HINT_OF: Record<PemFault, string> = {
  certificate_malformed: 'Um certificado PEM.',
  certificate_expired: 'Um certificado que não venceu.',
  private_key_malformed: 'Uma chave privada PEM, sem senha.',
  private_key_of_other_certificate: 'A chave privada deste certificado.',
  authorities_malformed: 'Certificados PEM.',
}

const addPemFault = (faults: Faults, path: string, fault: PemFault): void =>
  faults.merge({ reason: fault, fields: [{ path, code: 'format', hint: HINT_OF[fault] }] })

/** Returns the given secrets by the kinds under which they are stored. */
export const storedSecrets = ({
  clientSecret,
  appKey,
  certificate,
  privateKey,
}: GivenSecrets): AccountSecrets => ({
  ...(clientSecret ? { client_secret: clientSecret } : {}),
  ...(appKey ? { app_key: appKey } : {}),
  ...(certificate ? { certificate } : {}),
  ...(privateKey ? { private_key: privateKey } : {}),
})
