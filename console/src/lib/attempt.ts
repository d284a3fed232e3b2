/** What an attempt spent its time on, in order. */
export type Phase = 'dns' | 'connect' | 'tls' | 'wait' | 'read'

/** The times of an attempt as the server keeps them; the first byte and the total count from its beginning. */
export type Timings = {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  totalMs: number
}

/** How long each phase took, those that there were: a connection that was kept has none of the first three. */
export function phasesOf({
  dnsMs,
  connectMs,
  tlsMs,
  firstByteMs,
  totalMs,
}: Timings): { phase: Phase; ms: number }[] {
  const opened = (dnsMs ?? 0) + (connectMs ?? 0) + (tlsMs ?? 0)
  const answered = firstByteMs ?? totalMs
  const phases = [
    { phase: 'dns', ms: dnsMs ?? 0 },
    { phase: 'connect', ms: connectMs ?? 0 },
    { phase: 'tls', ms: tlsMs ?? 0 },
    { phase: 'wait', ms: answered - opened },
    { phase: 'read', ms: totalMs - answered },
  ] as const
  return phases.filter(({ ms }) => ms > 0)
}

/** What was sent, as far as it is kept. */
export type Sent = { url: string; body: string; headers: readonly { name: string; value: string }[] }

/** Of the connection, not of the message: curl writes them itself. */
const OWN_HEADERS = new Set(['host', 'content-length', 'connection'])

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The request for a terminal. It carries no signature: nobody keeps it, and the secret is the merchant's. */
export function curlCommand({ url, body, headers }: Sent): string {
  const kept = headers.filter(({ name }) => !OWN_HEADERS.has(name.toLowerCase()))
  return [
    `curl -X POST ${quoted(url)}`,
    ...kept.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ')
}

/** What a merchant runs, with its own secret, to see which signature this body must have. */
export const signatureCheckScript = (body: string): string =>
  [
    `SECRET='whsec_…'             # the endpoint's signing secret, whole`,
    `SIGNATURE='t=…,v1=…'         # the x-svc-signature header that arrived`,
    `T=$(printf %s "$SIGNATURE" | sed 's/^t=\\([0-9]*\\).*/\\1/')`,
    `printf '%s.%s' "$T" ${quoted(body)} | openssl dgst -sha256 -hmac "$SECRET"`,
    `# the result must be one of the v1 values`,
  ].join('\n')
