import { createPrivateKey, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { Faults } from '../../kernel/input/faults.ts'
import { text } from '../../kernel/input/fields.ts'
import { PROFILE_NAMES } from '../../pix/profiles/profiles.ts'
import type { AccountSecrets } from '../account-secrets.ts'
import { PIX_ENVIRONMENTS, type PixEnvironment } from '../pix-account.entity.ts'

/** The secrets of an account that an administrator gives. */
export interface GivenSecrets {
  clientSecret?: string | null | undefined
  appKey?: string | null | undefined
  /** The client certificate and its private key as PEM. Either both are given or none. */
  certificate?: string | null | undefined
  privateKey?: string | null | undefined
}

/** The largest amounts of a charge and of a payout in cents. Null means no limit. */
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
  /** The certificate authorities of the PSP as PEM. By default, those of the system. */
  caPem?: string | null | undefined
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

const Account = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,29}$/, 'Até 30 letras minúsculas, dígitos e hífens.'),
  profile: z.enum(PROFILE_NAMES),
  environment: z.enum(PIX_ENVIRONMENTS),
  baseUrl: url,
  tokenUrl: url,
  clientId: text(1, 300),
  pixKey: text(1, 77),
  caPem: text(1, PEM_CHARS_MAX).nullish(),
})

/** Checks a new account. @throws Problem validation_error naming the fields. */
export function checkNewAccount(account: NewPixAccount): void {
  const faults = new Faults()
  faults.read(Account, account)
  faults.read(CeilingShape, account)
  if (account.environment === 'production') {
    for (const path of ['baseUrl', 'tokenUrl'] as const)
      if (account[path].startsWith('http:')) faults.add(path, 'format', 'Use https em produção.')
  }
  readSecrets(faults, account)
  if (account.caPem && endOf(account.caPem) === undefined) faults.add('caPem', 'format')
  faults.throwIfAny()
}

/** Checks the largest amounts of an account. @throws Problem validation_error naming the fields. */
export function checkCeilings(ceilings: Ceilings): void {
  const faults = new Faults()
  faults.read(CeilingShape, ceilings)
  faults.throwIfAny()
}

/** Checks new secrets, of which at least one must be given. @throws Problem validation_error naming the fields. */
export function checkSecrets(secrets: GivenSecrets): void {
  const faults = new Faults()
  readSecrets(faults, secrets)
  if (!secrets.clientSecret && !secrets.appKey && !secrets.certificate) faults.add('clientSecret', 'required')
  faults.throwIfAny()
}

function readSecrets(faults: Faults, secrets: GivenSecrets): void {
  if (!faults.read(Secrets, secrets)) return
  const { certificate, privateKey } = secrets
  if (!certificate && !privateKey) return
  if (!certificate) return faults.add('certificate', 'required')
  if (!privateKey) return faults.add('privateKey', 'required')
  if (endOf(certificate) === undefined) faults.add('certificate', 'format', 'Um certificado PEM.')
  else if (!isKeyOf(privateKey, certificate))
    faults.add('privateKey', 'format', 'A chave PEM deste certificado, sem senha.')
}

/** Returns when a PEM certificate expires; undefined if the text contains no certificate. */
export function endOf(certificate: string): Date | undefined {
  try {
    return new Date(new X509Certificate(certificate).validTo)
  } catch {
    return undefined
  }
}

function isKeyOf(privateKey: string, certificate: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))
  } catch {
    return false
  }
}

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
