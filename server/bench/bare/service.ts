import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool as DatabasePool } from 'pg'
import { Pool as HttpPool } from 'undici'
import { z } from 'zod'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { INSERT_CHARGE, QR_CODE, UPDATE_CHARGE } from '../load/floors.ts'

// A service that does only what no service can avoid when it creates a charge. It reads the request, inserts the charge,
// calls the PSP, updates the charge and responds. It checks nothing: no API key, no rate limit, no field. It writes no
// event, idempotency key or log. The case `create, bare` compares this service with the floor of `create`.

const Settings = z.object({
  PORT: z.coerce.number(),
  DATABASE_URL: z.string(),
  PIX_BASE_URL: z.url(),
  PIX_TOKEN_URL: z.url(),
  PIX_CLIENT_ID: z.string(),
  PIX_CLIENT_SECRET: z.string(),
  BARE_MERCHANTS: z.string().transform((list) => list.split(',')),
})
const settings = Settings.parse(process.env)
const psp = new URL(settings.PIX_BASE_URL)

const database = new DatabasePool({ connectionString: settings.DATABASE_URL, max: 16 })
const pspCalls = new HttpPool(psp.origin, { connections: 32 })
const authorization = `Bearer ${await requestToken()}`
let requests = 0

createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error))
  })
}).listen(settings.PORT, '127.0.0.1', () => process.stdout.write('{"msg":"listening"}\n'))

async function requestToken(): Promise<string> {
  const { PIX_TOKEN_URL, PIX_CLIENT_ID, PIX_CLIENT_SECRET } = settings
  const credentials = Buffer.from(`${PIX_CLIENT_ID}:${PIX_CLIENT_SECRET}`).toString('base64')
  const answer = await fetch(PIX_TOKEN_URL, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const given: unknown = JSON.parse(Buffer.concat(chunks).toString())
  const merchants = settings.BARE_MERCHANTS
  const [merchantId, now] = [merchants[requests++ % merchants.length], systemClock.now()]
  const [id, box, hash] = [systemIds.uuid(now), systemIds.bytes(39), systemIds.bytes(32)]

  await database.query({ name: 'insert', text: INSERT_CHARGE, values: [merchantId, id, id, now, box, hash] })
  const qrCode = await issue(id)
  await database.query({ name: 'update', text: UPDATE_CHARGE, values: [merchantId, id, QR_CODE, now] })

  response.writeHead(201, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id, status: 'pending', qr_code_payload: qrCode, given }))
}

/** Creates the charge at the PSP. Returns its QR code payload. */
async function issue(id: string): Promise<string> {
  const answer = await pspCalls.request({
    path: `${psp.pathname}/cob/${id.replaceAll('-', '')}`,
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      calendario: { expiracao: 3_600 },
      devedor: { cpf: '12345678909', nome: 'Ana Souza Lima' },
      valor: { original: '20.00' },
      chave: 'bench@pix.example',
      solicitacaoPagador: 'Café 250 g',
    }),
  })
  const { pixCopiaECola } = z.object({ pixCopiaECola: z.string() }).parse(await answer.body.json())
  return pixCopiaECola
}
