import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { constantTimeEqual, type Vault } from '../../kernel/vault.ts'

/** The last entry of one merchant's journal at the time of an anchor. */
export interface AnchoredHead {
  seq: bigint
  /** The hash of the entry (SHA-256), in hexadecimal. */
  hash: string
}

/** A signed fingerprint of the whole ledger at one moment. */
export interface Anchor {
  at: string
  /** The number of entries, as a decimal text. */
  entries: string
  /** The Merkle root over (merchant, seq, hash) of all entries, in hexadecimal. */
  root: string
  /** By merchant id: the last entry, as `<seq>:<hash>`, of each merchant with new entries since the previous anchor. */
  heads: Record<string, string>
}

/** The content of an anchor file up to its first invalid line. */
export interface AnchorFile {
  last: Anchor | undefined
  /** The number of valid anchors. */
  count: number
  /** By merchant id: the last anchored entry. */
  heads: Map<string, AnchoredHead>
  /**
   * The SHA-256 of the last valid line, in hexadecimal; empty if there is none. The next anchor stores this hash as
   * `previous`.
   */
  chain: string
  /**
   * The number of bytes in the complete lines. A crash can leave an incomplete line after the complete lines. An
   * incomplete line is ignored.
   */
  size: number
  /** A list with one text, which describes the first invalid line. The list is empty if every line is valid. */
  faults: string[]
}

const Line = z.strictObject({
  version: z.literal(1),
  at: z.iso.datetime(),
  entries: z.string().regex(/^\d+$/),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  heads: z.record(z.uuid(), z.string().regex(/^\d+:[0-9a-f]{64}$/)),
  previous: z.string(),
  signature: z.string(),
})

const NO_PREVIOUS = ''

/** Reads an anchor file. Each line must have the vault's signature and the hash of the previous line. */
export async function readAnchors(vault: Vault, file: string): Promise<AnchorFile> {
  const read: AnchorFile = {
    last: undefined,
    count: 0,
    heads: new Map(),
    chain: NO_PREVIOUS,
    size: 0,
    faults: [],
  }
  if (!existsSync(file)) return read
  read.size = await completeSize(file)
  if (read.size === 0) return read
  let number = 0
  const input = createReadStream(file, { encoding: 'utf8', end: read.size - 1 })
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    number += 1
    const fault = applyLine(vault, read, text)
    if (fault) read.faults.push(`anchor ${number}: ${fault}`)
    if (fault) return read
  }
  return read
}

const NEWLINE = 10
const CHUNK = 65_536

/**
 * Returns the offset after the last newline, in bytes; zero if there is no newline. Reads the file backwards, because
 * the file grows without limit.
 */
async function completeSize(file: string): Promise<number> {
  const handle = await open(file, 'r')
  try {
    const chunk = Buffer.alloc(CHUNK)
    for (let end = (await handle.stat()).size; end > 0; end = Math.max(0, end - CHUNK)) {
      const start = Math.max(0, end - CHUNK)
      await handle.read(chunk, 0, end - start, start)
      const found = chunk.subarray(0, end - start).lastIndexOf(NEWLINE)
      if (found >= 0) return start + found + 1
    }
    return 0
  } finally {
    await handle.close()
  }
}

function applyLine(vault: Vault, read: AnchorFile, text: string): string | undefined {
  const line = parse(text)
  if (!line) return 'the line is not a valid anchor'
  const { signature, previous, version, ...anchor } = line
  if (!constantTimeEqual(signature, sign(vault, { version, ...anchor, previous })))
    return 'the line was altered, or the FINGERPRINT_SECRET of this process is not that of the service'
  if (previous !== read.chain) return 'the hash of the previous line does not match'
  for (const [merchantId, head] of Object.entries(anchor.heads)) {
    const [seq = '', hash = ''] = head.split(':')
    read.heads.set(merchantId, { seq: BigInt(seq), hash })
  }
  read.last = anchor
  read.count += 1
  read.chain = digest(text)
  return undefined
}

function parse(text: string): z.infer<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Thrown when another process has appended an anchor since the file was read. */
export class AnchorsChangedError extends Error {
  override readonly name = 'AnchorsChangedError'
}

/**
 * Appends an anchor after the last anchor that `readAnchors` found, and flushes the file to disk. Overwrites an
 * incomplete last line. Creates the file with mode 0600.
 * @throws AnchorsChangedError when another process has appended an anchor since the file was read.
 */
export async function appendAnchor(
  vault: Vault,
  file: string,
  after: Pick<AnchorFile, 'chain' | 'size'>,
  anchor: Anchor,
): Promise<void> {
  const unsigned = { version: 1 as const, ...anchor, previous: after.chain }
  if (existsSync(file) && (await completeSize(file)) !== after.size)
    throw new AnchorsChangedError(
      `another process appended an anchor to ${file} after this process read the file: run the command again`,
    )
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.truncate(after.size)
    await handle.write(`${JSON.stringify({ ...unsigned, signature: sign(vault, unsigned) })}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Returns the signature of an anchor, made with a key of the vault. So write access to the file is not enough to forge
 * an anchor. The signed text contains the members in a fixed order and the heads sorted by merchant id.
 */
function sign(vault: Vault, line: Omit<z.infer<typeof Line>, 'signature'>): string {
  const heads = Object.entries(line.heads).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([line.version, line.at, line.entries, line.root, heads, line.previous])
  return vault.fingerprint('ledger-anchor', text).toString('hex')
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
