import { z } from 'zod'
import { invalidSettings } from './parse-variables.ts'

const filled = z.string().min(1)

export const CALLBACK_TLS_VARIABLES = {
  PIX_CALLBACK_URL: z.url({ protocol: /^https?$/ }).optional(),
  PIX_CALLBACK_TLS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PIX_CALLBACK_TLS_CERT_FILE: filled.optional(),
  PIX_CALLBACK_TLS_KEY_FILE: filled.optional(),
  PIX_CALLBACK_TLS_CA_FILE: filled.optional(),
  PIX_CALLBACK_TLS_NAMES: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .default([]),
  PIX_CALLBACK_CERT_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/)
    .transform((name) => name.toLowerCase())
    .optional(),
}

/** How callbacks of PSPs prove with a client certificate (mTLS) that they come from a PSP. */
export interface CallbackTlsConfig {
  /** The PEM file of the authorities of the PSPs' client certificates, including intermediate authorities. */
  caFile: string
  /** The names of the allowed certificates: a host name, or the common name. An empty list allows every name. */
  names: readonly string[]
  /** The HTTPS server for callbacks of this process; undefined if a proxy terminates TLS. */
  server: { port: number; certFile: string; keyFile: string } | undefined
  /** The header in which a trusted proxy sends the client certificate; undefined if this process terminates TLS. */
  header: string | undefined
}

type CallbackTlsEnv = z.infer<z.ZodObject<typeof CALLBACK_TLS_VARIABLES>> & { TRUSTED_PROXIES: number }

/** Returns undefined when callbacks need no client certificate. @throws ConfigError when settings are missing. */
export function toCallbackTlsConfig(env: CallbackTlsEnv): CallbackTlsConfig | undefined {
  const {
    PIX_CALLBACK_TLS_PORT: port,
    PIX_CALLBACK_TLS_CERT_FILE: certFile,
    PIX_CALLBACK_TLS_KEY_FILE: keyFile,
    PIX_CALLBACK_TLS_CA_FILE: caFile,
    PIX_CALLBACK_CERT_HEADER: header,
  } = env
  if (port === undefined && header === undefined) {
    const unused = [certFile, keyFile, caFile].some((file) => file !== undefined)
    if (unused || env.PIX_CALLBACK_TLS_NAMES.length > 0)
      throw invalidSettings(['PIX_CALLBACK_TLS_PORT or PIX_CALLBACK_CERT_HEADER is missing'])
    return undefined
  }
  if (caFile === undefined) throw invalidSettings(['PIX_CALLBACK_TLS_CA_FILE is missing'])
  if (header !== undefined && env.TRUSTED_PROXIES === 0)
    throw invalidSettings([
      'PIX_CALLBACK_CERT_HEADER needs TRUSTED_PROXIES: without a trusted proxy, anybody can send the header',
    ])
  if (port === undefined) return { caFile, names: env.PIX_CALLBACK_TLS_NAMES, server: undefined, header }
  if (certFile === undefined || keyFile === undefined)
    throw invalidSettings([
      'PIX_CALLBACK_TLS_PORT needs PIX_CALLBACK_TLS_CERT_FILE and PIX_CALLBACK_TLS_KEY_FILE',
    ])
  return { caFile, names: env.PIX_CALLBACK_TLS_NAMES, server: { port, certFile, keyFile }, header }
}
