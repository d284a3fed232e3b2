/** The phases of an HTTP attempt in chronological order. */
export type Phase = 'dns' | 'connect' | 'tls' | 'wait' | 'read'

/** The recorded times of an attempt, in milliseconds. `firstByteMs` and `totalMs` count from the attempt's start. */
export type Timings = {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  totalMs: number
}

/**
 * Returns the duration of each phase of an attempt, without empty phases. An attempt on a reused connection has
 * no `dns`, `connect` and `tls` phases.
 */
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

/** The URL, headers and body of a webhook request, as recorded. */
export type Sent = { url: string; body: string; headers: readonly { name: string; value: string }[] }

/** The names of the headers that curl sets by itself. */
const OWN_HEADERS = new Set(['host', 'content-length', 'connection'])

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * Returns a curl command that repeats the request without the signature header. The service does not record
 * signatures, and only the merchant has the secret to compute a new one.
 */
export function curlCommand({ url, body, headers }: Sent): string {
  const kept = headers.filter(({ name }) => !OWN_HEADERS.has(name.toLowerCase()))
  return [
    `curl -X POST ${quoted(url)}`,
    ...kept.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ')
}

/**
 * Returns a shell script that computes the signature of this body. The merchant runs the script with its own webhook
 * secret.
 */
export const signatureCheckScript = (body: string): string =>
  [
    `SECRET='whsec_…'             # the endpoint's signing secret, whole`,
    `SIGNATURE='t=…,v1=…'         # the x-svc-signature header that arrived`,
    `T=$(printf %s "$SIGNATURE" | sed 's/^t=\\([0-9]*\\).*/\\1/')`,
    `printf '%s.%s' "$T" ${quoted(body)} | openssl dgst -sha256 -hmac "$SECRET"`,
    `# the result must be one of the v1 values`,
  ].join('\n')
