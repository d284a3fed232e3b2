import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

/** The S3 service, the bucket and the credentials with which objects are stored. */
export interface S3Settings {
  bucket: string
  /** The URL of the S3 service; undefined for AWS. */
  endpoint: string | undefined
  region: string
  /** Whether URLs contain the bucket in the path instead of the host name. */
  pathStyle: boolean
  /** The access key; undefined if the SDK must find a key itself, for example that of the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

const CONNECT_MS_MAX = 3_000
/** The maximum duration of one attempt, in milliseconds. CALL_MS_MAX limits all attempts of a call together. */
const REQUEST_MS_MAX = 10_000
const CALL_MS_MAX = 15_000
const ATTEMPTS_MAX = 2

/** Stores objects in a bucket of an S3 service, under names that begin with `prefix`. */
export class S3Store implements ObjectStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  constructor(settings: S3Settings, prefix: string) {
    const { bucket, endpoint, region, pathStyle, credentials } = settings
    this.#bucket = bucket
    this.#prefix = `${prefix}/`
    this.#client = new S3Client({
      region,
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS_MAX,
      requestHandler: { connectionTimeout: CONNECT_MS_MAX, requestTimeout: REQUEST_MS_MAX },
      // Services other than AWS may not support the checksums that the SDK adds by default. The service does not need
      // these checksums, because the tag of AES-GCM detects changed bytes.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(credentials ? { credentials } : {}),
    })
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const command = new PutObjectCommand({ ...this.#at(name), Body: bytes, ContentLength: bytes.length })
    await this.#client.send(command, timeLimit())
  }

  async get(name: string): Promise<Buffer | undefined> {
    try {
      const { Body: body } = await this.#client.send(new GetObjectCommand(this.#at(name)), timeLimit())
      return body && Buffer.from(await body.transformToByteArray())
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  }

  async delete(name: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(name)), timeLimit())
  }

  async *list(): AsyncIterable<string[]> {
    let token: string | undefined
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken: token }),
        timeLimit(),
      )
      yield (page.Contents ?? []).flatMap(({ Key: key }) =>
        key === undefined ? [] : [key.slice(this.#prefix.length)],
      )
      token = page.NextContinuationToken
    } while (token !== undefined)
  }

  /** Closes the idle connections to the S3 service. */
  close(): void {
    this.#client.destroy()
  }

  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + name }
  }
}

const timeLimit = () => ({ abortSignal: AbortSignal.timeout(CALL_MS_MAX) })
