import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { portOf } from './fake-pix-provider.ts'

const Value = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const AttributeList = z.array(z.object({ key: z.string(), value: Value }))

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  attributes: AttributeList,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })),
  status: z.object({ code: z.int() }),
})

const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: AttributeList }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** A span as the collector received it, with the role of the process that sent it. */
export type ReceivedSpan = Omit<z.infer<typeof Span>, 'attributes'> & {
  attributes: Record<string, unknown>
  role: unknown
  service: unknown
}

/** An OpenTelemetry collector: a receiver of OTLP over HTTP on loopback. */
export interface TraceCollector extends AsyncDisposable {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  /** The bodies of all export requests that the collector received. */
  bodies: string[]
  headers: IncomingHttpHeaders[]
  spans(): ReceivedSpan[]
}

const accept = (res: ServerResponse): void => {
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}

/** Starts a collector. `answer` responds to each export; by default the collector accepts every export. */
export async function startCollector(
  answer: (res: ServerResponse) => void = accept,
): Promise<TraceCollector> {
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      if (req.method !== 'POST' || req.url !== '/v1/traces') return void res.writeHead(404).end()
      bodies.push(Buffer.concat(chunks).toString('utf8'))
      headers.push(req.headers)
      answer(res)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    endpoint: `http://127.0.0.1:${portOf(server.address())}`,
    bodies,
    headers,
    spans: () => bodies.flatMap(readSpans),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function readSpans(body: string): ReceivedSpan[] {
  return Export.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const sender = valuesOf(resource.attributes)
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        role: sender['pix.role'],
        service: sender['service.name'],
      })),
    )
  })
}

const valuesOf = (list: z.infer<typeof AttributeList>): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))
