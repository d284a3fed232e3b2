import { z } from 'zod'

/** The connection to the PSP, without secrets. */
export interface PixConfig {
  baseUrl: string
  tokenUrl: string
  /** The Pix key (DICT) that receives every charge. */
  key: string
  certFile: string | undefined
  keyFile: string | undefined
  caFile: string | undefined
  /** The interval in milliseconds at which the service reads the PSP's list of received payments. */
  sweepMs: number
}

const filled = z.string().min(1)

export const PIX_VARIABLES = {
  PIX_BASE_URL: z.url({ protocol: /^https?$/ }),
  PIX_TOKEN_URL: z.url({ protocol: /^https?$/ }),
  PIX_CERT_FILE: filled.optional(),
  PIX_KEY_FILE: filled.optional(),
  PIX_CA_FILE: filled.optional(),
  PIX_KEY: filled.max(77),
  PIX_SWEEP_SECONDS: z.coerce.number().int().min(1).max(60).default(20),
}

export const toPixConfig = (env: z.infer<z.ZodObject<typeof PIX_VARIABLES>>): PixConfig => ({
  baseUrl: env.PIX_BASE_URL,
  tokenUrl: env.PIX_TOKEN_URL,
  key: env.PIX_KEY,
  certFile: env.PIX_CERT_FILE,
  keyFile: env.PIX_KEY_FILE,
  caFile: env.PIX_CA_FILE,
  sweepMs: env.PIX_SWEEP_SECONDS * 1_000,
})
