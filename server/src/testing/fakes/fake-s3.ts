import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

interface FakeS3Options {
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** The number of keys on one page of a list. */
const PAGE_KEYS = 2

/**
 * A fake S3 service over HTTP, with one bucket, whose name is part of the URL path. The fake checks the signature of
 * every request (Signature Version 4, header Authorization) and the digest of every body.
 */
export class FakeS3 implements AsyncDisposable {
  readonly objects = new Map<string, Buffer>()
  /** The statuses with which the next requests fail, without any effect. */
  failures: number[] = []
  readonly #server: Server
  readonly #options: FakeS3Options

  private constructor(options: FakeS3Options) {
    this.#options = options
    this.#server = createServer((req, res) => void this.#serve(req, res))
  }

  static async start(options: FakeS3Options): Promise<FakeS3> {
    const s3 = new FakeS3(options)
    await new Promise<void>((resolve) => s3.#server.listen(0, '127.0.0.1', resolve))
    return s3
  }

  get endpoint(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string')
      throw new Error('BUG: the fake S3 listens on no port')
    return `http://127.0.0.1:${address.port}`
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(Buffer.from(part))
    const body = Buffer.concat(parts)
    const url = new URL(req.url ?? '/', this.endpoint)
    const failure = this.failures.shift()
    if (failure !== undefined) return answer(res, failure, errorXml('InternalError'))
    if (!this.#isSigned(req, url, body)) return answer(res, 403, errorXml('SignatureDoesNotMatch'))
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    if (bucket !== this.#options.bucket) return answer(res, 404, errorXml('NoSuchBucket'))
    this.#handle(req.method ?? '', { key: rest.join('/'), query: url.searchParams, body }, res)
  }

  #handle(
    method: string,
    { key, query, body }: { key: string; query: URLSearchParams; body: Buffer },
    res: ServerResponse,
  ): void {
    const found = this.objects.get(key)
    if (method === 'PUT') {
      this.objects.set(key, body)
      answer(res, 200)
    } else if (method === 'DELETE') {
      this.objects.delete(key)
      answer(res, 204)
    } else if (key === '') answer(res, 200, this.#list(query))
    else if (found) answer(res, 200, found)
    else answer(res, 404, errorXml('NoSuchKey'))
  }

  #list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const keys = Array.from(this.objects.keys())
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted()
    const page = keys.slice(0, PAGE_KEYS)
    const next = keys.length > PAGE_KEYS ? page.at(-1) : undefined
    return (
      `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>` +
      page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('') +
      (next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`) +
      '</ListBucketResult>'
    )
  }

  /** Returns whether the signature of the received request is the one that the S3 specification defines. */
  #isSigned(req: IncomingMessage, url: URL, body: Buffer): boolean {
    const { authorization = '' } = req.headers
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
        authorization,
      )
    const [, accessKeyId, scope = '', signedHeaders = '', signature] = match ?? []
    const digest = String(req.headers['x-amz-content-sha256'])
    if (accessKeyId !== this.#options.accessKeyId || digest !== sha256(body)) return false
    const names = signedHeaders.split(';')
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false
    const headers = names.map((name) => `${name}:${String(req.headers[name]).trim()}\n`).join('')
    const query = Array.from(
      url.searchParams,
      ([name, value]) => `${encode(name)}=${encode(value)}`,
    ).toSorted()
    const canonical = [req.method, url.pathname, query.join('&'), headers, signedHeaders, digest].join('\n')
    const toSign = [
      'AWS4-HMAC-SHA256',
      req.headers['x-amz-date'],
      scope,
      sha256(Buffer.from(canonical)),
    ].join('\n')
    const key = scope
      .split('/')
      .reduce<Buffer>(
        (secret, part) => hmac(secret, part),
        Buffer.from(`AWS4${this.#options.secretAccessKey}`),
      )
    return hmac(key, toSign).toString('hex') === signature
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

function answer(res: ServerResponse, status: number, body: Buffer | string = ''): void {
  res.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
  res.end(body)
}

const errorXml = (code: string): string => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
