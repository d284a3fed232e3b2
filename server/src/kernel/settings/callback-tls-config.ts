import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { invalidSettings } from './parse-variables.ts'

const filled = z.string().min(1)

function listIn(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

const BITS = { ipv4: 32, ipv6: 128 } as const

/**
 * Reads an IP address, or a network in CIDR notation. Returns undefined for any other text, and for a network with all
 * addresses (`/0`).
 */
function readNetwork(text: string) {
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return undefined
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (length === undefined) return { address, family, bits: BITS[family] } as const
  const bits = /^[1-9]\d{0,2}$/.test(length) ? Number(length) : undefined
  return bits === undefined || bits > BITS[family] ? undefined : ({ address, family, bits } as const)
}

const isNetwork = (text: string): boolean => readNetwork(text) !== undefined

function toProxies(networks: readonly string[]): Proxies {
  const proxies = new BlockList()
  for (const text of networks) {
    const network = readNetwork(text)
    if (network) proxies.addSubnet(network.address, network.bits, network.family)
  }
  return proxies
}

export const CALLBACK_TLS_VARIABLES = {
  PIX_CALLBACK_URL: z.url({ protocol: /^https?$/ }).optional(),
  PIX_CALLBACK_TLS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PIX_CALLBACK_TLS_CERT_FILE: filled.optional(),
  PIX_CALLBACK_TLS_KEY_FILE: filled.optional(),
  PIX_CALLBACK_TLS_CA_FILE: filled.optional(),
  PIX_CALLBACK_TLS_NAMES: z.string().default('').transform(listIn),
  PIX_CALLBACK_CERT_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/)
    .transform((name) => name.toLowerCase())
    .optional(),
  PIX_CALLBACK_CERT_PROXIES: z
    .string()
    .default('')
    .transform(listIn)
    .refine((networks) => networks.every(isNetwork), {
      error: 'must be IP addresses or networks such as 10.0.0.0/8, separated by commas; /0 is not allowed',
    }),
}

/** The addresses of the proxies that may send the header with a client certificate. */
export type Proxies = Pick<BlockList, 'check'>

/** How callbacks of PSPs prove with a client certificate (mTLS) that they come from a PSP. */
export interface CallbackTlsConfig {
  /** The PEM file of the authorities of the PSPs' client certificates, including intermediate authorities. */
  caFile: string
  /** The names of the allowed certificates: a host name, or the common name. An empty list allows every name. */
  names: readonly string[]
  /** The HTTPS server for callbacks of this process; undefined if `PIX_CALLBACK_TLS_PORT` is not set. */
  server: { port: number; certFile: string; keyFile: string } | undefined
  /** The header in which a proxy sends the client certificate; undefined if no proxy sends certificates. */
  header: { name: string; proxies: Proxies } | undefined
}

type CallbackTlsEnv = z.infer<z.ZodObject<typeof CALLBACK_TLS_VARIABLES>> & { TRUSTED_PROXIES: number }

/**
 * Converts the variables to the settings of the client certificates of callbacks. Returns undefined when callbacks need
 * no client certificate.
 * @throws ConfigError when settings are missing.
 */
export function toCallbackTlsConfig(env: CallbackTlsEnv): CallbackTlsConfig | undefined {
  const {
    PIX_CALLBACK_TLS_PORT: port,
    PIX_CALLBACK_TLS_CERT_FILE: certFile,
    PIX_CALLBACK_TLS_KEY_FILE: keyFile,
    PIX_CALLBACK_TLS_CA_FILE: caFile,
    PIX_CALLBACK_CERT_HEADER: name,
    PIX_CALLBACK_CERT_PROXIES: proxies,
  } = env
  if (port === undefined && name === undefined) {
    const unused = [certFile, keyFile, caFile].some((file) => file !== undefined)
    if (unused || env.PIX_CALLBACK_TLS_NAMES.length > 0)
      throw invalidSettings([
        'PIX_CALLBACK_TLS_PORT and PIX_CALLBACK_CERT_HEADER are missing: set one of them, or remove the other PIX_CALLBACK_TLS_* settings',
      ])
    return undefined
  }
  if (caFile === undefined) throw invalidSettings(['PIX_CALLBACK_TLS_CA_FILE is missing'])
  if (name !== undefined && (env.TRUSTED_PROXIES === 0 || proxies.length === 0))
    throw invalidSettings([
      'PIX_CALLBACK_CERT_HEADER needs TRUSTED_PROXIES, and PIX_CALLBACK_CERT_PROXIES with the addresses of the proxies: otherwise anybody can send the header',
    ])
  const header = name === undefined ? undefined : { name, proxies: toProxies(proxies) }
  if (port === undefined) return { caFile, names: env.PIX_CALLBACK_TLS_NAMES, server: undefined, header }
  if (certFile === undefined || keyFile === undefined)
    throw invalidSettings([
      'PIX_CALLBACK_TLS_PORT needs PIX_CALLBACK_TLS_CERT_FILE and PIX_CALLBACK_TLS_KEY_FILE',
    ])
  return { caFile, names: env.PIX_CALLBACK_TLS_NAMES, server: { port, certFile, keyFile }, header }
}
