import { z } from 'zod'
import { CALLBACK_TLS_VARIABLES, toCallbackTlsConfig, type CallbackTlsConfig } from './callback-tls-config.ts'

/** The connection to the PSP, without secrets. */
export interface PixConfig {
  /** The name of the profile of the PSP. */
  profile: string
  environment: 'production' | 'sandbox'
  baseUrl: string
  tokenUrl: string
  /** The Pix key (DICT) that receives every charge. */
  key: string
  certFile: string | undefined
  keyFile: string | undefined
  caFile: string | undefined
  /** The files from which the process read the OAuth2 client credentials; undefined if a variable contained them. */
  clientIdFile: string | undefined
  clientSecretFile: string | undefined
  /** The URL before `/network` under which PSPs reach this service; undefined if PSPs use the public URL. */
  callbackUrl: string | undefined
  /** The client certificates that callbacks need; undefined if callbacks need none. */
  callbackTls: CallbackTlsConfig | undefined
  /** The interval in milliseconds at which the service reads the PSP's list of received payments. */
  sweepMs: number
}

/** The secrets of the connection to the PSP. */
export interface PixSecrets {
  pixClientId: string
  pixClientSecret: string
  /** The application key at the PSP; undefined for PSPs without one. */
  pixAppKey: string | undefined
  pixCallbackSecret: string
  /** The previous secret, which the callback URL may still contain while an operator replaces the secret. */
  pixCallbackSecretPrevious: string | undefined
}

const filled = z.string().min(1)
const callbackSecret = z
  .string()
  .min(16, 'needs at least 16 characters')
  .regex(/^[\w-]+$/, 'may contain only letters, digits, - and _')

export const PIX_VARIABLES = {
  PIX_PROFILE: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,29}$/)
    .default('standard'),
  PIX_ENVIRONMENT: z.enum(['production', 'sandbox']).default('production'),
  PIX_BASE_URL: z.url({ protocol: /^https?$/ }),
  PIX_TOKEN_URL: z.url({ protocol: /^https?$/ }),
  PIX_CERT_FILE: filled.optional(),
  PIX_KEY_FILE: filled.optional(),
  PIX_CA_FILE: filled.optional(),
  PIX_KEY: filled.max(77),
  PIX_CLIENT_ID: filled,
  PIX_CLIENT_SECRET: filled,
  PIX_APP_KEY: filled.optional(),
  PIX_CALLBACK_SECRET: callbackSecret,
  PIX_CALLBACK_SECRET_PREVIOUS: callbackSecret.optional(),
  ...CALLBACK_TLS_VARIABLES,
  PIX_SWEEP_SECONDS: z.coerce.number().int().min(1).max(60).default(20),
}

type PixEnv = z.infer<z.ZodObject<typeof PIX_VARIABLES>>

/**
 * Returns the connection of the receiving account `default` to its PSP. `secretFiles` contains the path of each secret
 * that was read from a file, by the name of the setting.
 * @throws ConfigError when settings of the callbacks' client certificates are missing.
 */
export const toPixConfig = (
  env: PixEnv & { TRUSTED_PROXIES: number },
  secretFiles: ReadonlyMap<string, string>,
): PixConfig => ({
  profile: env.PIX_PROFILE,
  environment: env.PIX_ENVIRONMENT,
  baseUrl: env.PIX_BASE_URL,
  tokenUrl: env.PIX_TOKEN_URL,
  key: env.PIX_KEY,
  certFile: env.PIX_CERT_FILE,
  keyFile: env.PIX_KEY_FILE,
  caFile: env.PIX_CA_FILE,
  clientIdFile: secretFiles.get('PIX_CLIENT_ID'),
  clientSecretFile: secretFiles.get('PIX_CLIENT_SECRET'),
  callbackUrl: env.PIX_CALLBACK_URL,
  callbackTls: toCallbackTlsConfig(env),
  sweepMs: env.PIX_SWEEP_SECONDS * 1_000,
})

export const toPixSecrets = (env: PixEnv): PixSecrets => ({
  pixClientId: env.PIX_CLIENT_ID,
  pixClientSecret: env.PIX_CLIENT_SECRET,
  pixAppKey: env.PIX_APP_KEY,
  pixCallbackSecret: env.PIX_CALLBACK_SECRET,
  pixCallbackSecretPrevious: env.PIX_CALLBACK_SECRET_PREVIOUS,
})
