import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { constantTimeEqual, type Vault } from '../../kernel/vault.ts'

/** Where one book stood when it was anchored. */
export interface AnchoredHead {
  seq: bigint
  /** Of its last entry, hex. */
  hash: string
}

/** The whole ledger at one moment. */
export interface Anchor {
  at: string
  /** How many entries there were, as a decimal text. */
  entries: string
  /** Merkle root over (merchant, seq, hash) of every entry, hex. */
  root: string
  /** The books that moved since the anchor before, as `<seq>:<hash>`. */
  heads: Record<string, string>
}

/** What a file of anchors says, its lines all genuine; or which line is not. */
export interface AnchorFile {
  last: Anchor | undefined
  /** The heads of every book at the last anchor. */
  heads: Map<string, AnchoredHead>
  /** SHA-256 of the last line, hex: the next anchor names it. */
  chain: string
  /** Octets of the whole lines: what follows them was cut off by a crash, and is not there. */
  size: number
  /** What is wrong with the file. */
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

const START = ''

/** Reads a file of anchors line by line: each must be signed by us and name the line before it. */
export async function readAnchors(vault: Vault, file: string): Promise<AnchorFile> {
  const read: AnchorFile = { last: undefined, heads: new Map(), chain: START, size: 0, faults: [] }
  if (!existsSync(file)) return read
  read.size = await wholeLines(file)
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

/** Where the last line that was written to its end ends. */
async function wholeLines(file: string): Promise<number> {
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
  if (!line) return 'it cannot be read'
  const { signature, previous, version, ...anchor } = line
  if (!constantTimeEqual(signature, sign(vault, { version, ...anchor, previous })))
    return 'it was not signed by us'
  if (previous !== read.chain) return 'it does not follow the one before it'
  for (const [merchantId, head] of Object.entries(anchor.heads)) {
    const [seq = '', hash = ''] = head.split(':')
    read.heads.set(merchantId, { seq: BigInt(seq), hash })
  }
  read.last = anchor
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

/**
 * Adds an anchor after the last one that was read, on the disk before this returns. Only the owner of the file may read
 * it. @throws Error when another anchor was added meanwhile.
 */
export async function appendAnchor(
  vault: Vault,
  file: string,
  after: Pick<AnchorFile, 'chain' | 'size'>,
  anchor: Anchor,
): Promise<void> {
  const unsigned = { version: 1 as const, ...anchor, previous: after.chain }
  if (existsSync(file) && (await wholeLines(file)) !== after.size)
    throw new Error('another anchor was added meanwhile')
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.truncate(after.size)
    await handle.write(`${JSON.stringify({ ...unsigned, signature: sign(vault, unsigned) })}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Keyed, so that whoever may write the file cannot make anchors; members in one order, heads by merchant. */
function sign(vault: Vault, line: Omit<z.infer<typeof Line>, 'signature'>): string {
  const heads = Object.entries(line.heads).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([line.version, line.at, line.entries, line.root, heads, line.previous])
  return vault.fingerprint('ledger-anchor', text).toString('hex')
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
