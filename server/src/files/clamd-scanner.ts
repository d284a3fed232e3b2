import { createConnection, type Socket } from 'node:net'
import type { Scanner, Verdict } from './scanner.ts'

const SCAN_MS_MAX = 15_000
const CHUNK_BYTES = 64 * 1024
/** The maximum length of an answer of clamd, in bytes. */
const ANSWER_BYTES_MAX = 4_096

/**
 * Scans files with clamd (ClamAV) over TCP, using its command INSTREAM (clamd(8)). Each scan uses its own connection.
 */
export class ClamdScanner implements Scanner {
  readonly #address: { host: string; port: number }

  constructor(address: { host: string; port: number }) {
    this.#address = address
  }

  /** Scans a file. @throws Error when clamd cannot be reached, takes longer than 15 s, or refuses the bytes. */
  async scan(bytes: Buffer): Promise<Verdict> {
    const socket = createConnection({ ...this.#address, signal: AbortSignal.timeout(SCAN_MS_MAX) })
    try {
      const [answer] = await Promise.all([readAnswer(socket), sendStream(socket, bytes)])
      return verdictOf(answer)
    } finally {
      socket.destroy()
    }
  }
}

/** Sends the command, then each chunk after its length in 4 bytes, then the length 0. */
function sendStream(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.write('zINSTREAM\0')
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, at + CHUNK_BYTES)
      socket.write(lengthOf(chunk))
      socket.write(chunk)
    }
    socket.write(lengthOf(Buffer.alloc(0)), () => resolve())
  })
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

async function readAnswer(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of socket) {
    const bytes = Buffer.from(part)
    parts.push(bytes)
    size += bytes.length
    if (bytes.includes(0) || size > ANSWER_BYTES_MAX) break
  }
  return Buffer.concat(parts).toString('utf8').split('\0', 1)[0] ?? ''
}

/** Interprets the answers `stream: OK` and `stream: NAME FOUND`. Every other answer is an error. */
function verdictOf(answer: string): Verdict {
  if (answer === 'stream: OK') return { kind: 'clean' }
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (signature !== undefined) return { kind: 'infected', signature }
  throw new Error(`clamd returned no verdict: ${answer === '' ? 'clamd closed the connection' : answer}`)
}
