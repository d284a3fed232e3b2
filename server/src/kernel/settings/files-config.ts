import { z } from 'zod'
import { invalidSettings } from './parse-variables.ts'

/** The settings for the files of disputes: where they are stored, and which virus scanner checks them. */
export interface FilesConfig {
  store: { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Location)
  /** The address of clamd; undefined if files are not scanned. */
  clamd: { host: string; port: number } | undefined
}

export interface S3Location {
  bucket: string
  endpoint: string | undefined
  region: string
  pathStyle: boolean
}

/** The access key of the bucket. */
export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
}

const DEFAULT_FOLDER = '.data/dispute-files'
const filled = z.string().min(1)

export const FILES_VARIABLES = {
  DISPUTE_FILES_DIR: filled.optional(),
  DISPUTE_FILES_S3_BUCKET: filled.optional(),
  DISPUTE_FILES_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  DISPUTE_FILES_S3_REGION: filled.default('us-east-1'),
  DISPUTE_FILES_S3_PATH_STYLE: z.enum(['0', '1']).default('0'),
  DISPUTE_FILES_S3_ACCESS_KEY_ID: filled.optional(),
  DISPUTE_FILES_S3_SECRET_ACCESS_KEY: filled.optional(),
  CLAMD_ADDRESS: z
    .string()
    .regex(/^([\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i, 'must be host:port')
    .optional(),
}

type Variables = z.infer<z.ZodObject<typeof FILES_VARIABLES>>

/** Returns the settings of the file store. @throws ConfigError when both a folder and a bucket are set. */
export function toFilesConfig(env: Variables): FilesConfig {
  const bucket = env.DISPUTE_FILES_S3_BUCKET
  if (bucket === undefined) {
    const folder = env.DISPUTE_FILES_DIR ?? DEFAULT_FOLDER
    return { store: { kind: 'folder', folder }, clamd: clamdOf(env) }
  }
  if (env.DISPUTE_FILES_DIR !== undefined)
    throw invalidSettings(['DISPUTE_FILES_DIR and DISPUTE_FILES_S3_BUCKET are both set: remove one of them'])
  return {
    store: {
      kind: 's3',
      bucket,
      endpoint: env.DISPUTE_FILES_S3_ENDPOINT,
      region: env.DISPUTE_FILES_S3_REGION,
      pathStyle: env.DISPUTE_FILES_S3_PATH_STYLE === '1',
    },
    clamd: clamdOf(env),
  }
}

/**
 * Returns the access key of the bucket; undefined if the AWS SDK finds a key itself.
 * @throws ConfigError when only the id or only the secret of the key is set.
 */
export function toS3Credentials(env: Variables): S3Credentials | undefined {
  const accessKeyId = env.DISPUTE_FILES_S3_ACCESS_KEY_ID
  const secretAccessKey = env.DISPUTE_FILES_S3_SECRET_ACCESS_KEY
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey }
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined
  throw invalidSettings([
    'DISPUTE_FILES_S3_ACCESS_KEY_ID and DISPUTE_FILES_S3_SECRET_ACCESS_KEY: set both or neither',
  ])
}

function clamdOf({ CLAMD_ADDRESS: address }: Variables): FilesConfig['clamd'] {
  if (address === undefined) return undefined
  const at = address.lastIndexOf(':')
  return { host: address.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(address.slice(at + 1)) }
}
