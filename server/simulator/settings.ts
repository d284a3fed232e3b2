import { z } from 'zod'

const Port = z.coerce.number().int().min(0).max(65_535)
const Ms = z.coerce.number().int().min(0).max(86_400_000)

const Environment = z.object({
  SIMULATOR_HOST: z.string().min(1).default('127.0.0.1'),
  SIMULATOR_PORT: Port.default(3001),
  INBOX_PORT: Port.default(3002),
  DATA_DIR: z.string().min(1).default('.data'),
  SIMULATOR_CLIENT_ID: z.string().min(1),
  SIMULATOR_CLIENT_SECRET: z.string().min(1),
  SIMULATOR_STATE: z.enum(['file', 'memory']).default('file'),
  SIMULATOR_PUBLIC_URL: z.url().optional(),
  SIMULATOR_KEYS: z.string().optional(),
  SIMULATOR_MERCHANT_NAME: z.string().optional(),
  SIMULATOR_MERCHANT_CITY: z.string().optional(),
  SIMULATOR_TOKEN_SECONDS: z.coerce.number().int().min(1).max(86_400).optional(),
  SIMULATOR_RETURN_DELAY_MS: Ms.optional(),
  SIMULATOR_MED_DELAY_MS: Ms.optional(),
  SIMULATOR_CALLBACK_CERT_FILE: z.string().optional(),
  SIMULATOR_CALLBACK_KEY_FILE: z.string().optional(),
  SIMULATOR_CALLBACK_CA_FILE: z.string().optional(),
})

export type SimulatorSettings = z.output<typeof Environment>

/** Reads the settings. @throws Error that names every missing or invalid variable, without values. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SimulatorSettings {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(set)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`The settings of the simulator are invalid: ${faults.join('; ')}`)
}
