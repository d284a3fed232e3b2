import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import {
  buildSchema,
  defaultFieldResolver,
  graphql,
  isEnumType,
  isListType,
  isNonNullType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
} from 'graphql'
import { rootValue, type Session } from './resolvers.ts'

/**
 * A stand-in for the server, to look at the built console: the real schema over made-up data, the files of `dist`,
 * and the strictest Content-Security-Policy the console claims to hold.
 */

const DIST = `${import.meta.dirname}/../dist`
const schema = buildSchema(readFileSync(`${import.meta.dirname}/../../server/schema.graphql`, 'utf8'))

const operations: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(`${import.meta.dirname}/../src/api/generated/persisted-documents.json`, 'utf8'),
)

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** What the made-up data leaves out: nothing, none, zero, or the first that there is. */
function blank(type: GraphQLOutputType): unknown {
  if (!isNonNullType(type)) return null
  const inner = type.ofType
  if (isListType(inner)) return []
  if (isEnumType(inner)) return inner.getValues()[0]?.value
  const scalars: Record<string, unknown> = {
    Int: 0,
    Float: 0,
    Boolean: false,
    Cents: '0',
    String: '',
    ID: '',
  }
  return Object.hasOwn(scalars, inner.name) ? scalars[inner.name] : inner.name === 'DateTime' ? NOW : {}
}

const NOW = new Date(0).toISOString()

const fieldResolver: GraphQLFieldResolver<unknown, Session> = async (source, args, session, info) =>
  (await defaultFieldResolver(source, args, session, info)) ?? blank(info.returnType)

function sessionOf(request: IncomingMessage, response: ServerResponse): Session {
  const cookie = (value: string) =>
    response.setHeader('set-cookie', `stand-in=${value}; HttpOnly; SameSite=Strict; Path=/`)
  return {
    signedIn: (request.headers.cookie ?? '').includes('stand-in=yes'),
    start: () => cookie('yes'),
    end: () => cookie('no'),
  }
}

async function bodyOf(
  request: IncomingMessage,
): Promise<{ documentId: string; variables: Record<string, unknown> }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers['apollo-require-preflight'] !== 'true') {
    response.writeHead(400).end()
    return
  }
  const { documentId, variables } = await bodyOf(request)
  const contextValue = sessionOf(request, response)
  const result = await graphql({
    schema,
    source: operations[documentId] ?? '',
    variableValues: variables,
    rootValue,
    contextValue,
    fieldResolver,
  })
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'no-store')
  response.end(JSON.stringify(result))
}

function file(path: string, response: ServerResponse): void {
  const wanted = extname(path) === '' ? '/index.html' : path
  try {
    const content = readFileSync(join(DIST, wanted))
    response.setHeader('content-type', TYPES[extname(wanted)] ?? 'application/octet-stream')
    response.setHeader('content-security-policy', POLICY)
    response.end(content)
  } catch {
    response.writeHead(404).end()
  }
}

/** Starts the stand-in on a port of loopback, 0 for any, and gives its address and the way to end it. */
export async function startStandIn(port = 0): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/graphql') void answer(request, response)
    else file(pathname, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return { url: `http://127.0.0.1:${bound}`, close: () => server.close() }
}
