import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Vault } from '../../kernel/vault.ts'
import { Problem } from '../../kernel/problem.ts'
import { readAnchors } from './anchor-file.ts'
import { NoAnchorsError } from './no-anchors-error.ts'

export interface RewoundAnchors {
  keptCount: number
  removedCount: number
  /** The new path of the original file, which still contains all anchors; null if no anchor was removed. */
  movedTo: string | null
}

/**
 * Removes the anchors later than `to` from an anchor file. An operator calls this after restoring the database to the
 * time `to`. If an anchor is removed, the original file is kept under another name. The remaining anchors are
 * unchanged, so their signatures stay valid.
 * @throws Problem conflict, reason `anchors_invalid`: the file has an invalid line.
 * @throws NoAnchorsError when the file is missing or has no complete line.
 */
export async function rewindAnchors(vault: Vault, file: string, to: Date): Promise<RewoundAnchors> {
  const { faults, size, last } = await readAnchors(vault, file)
  if (size === 0) throw new NoAnchorsError(file, 'nothing to rewind')
  if (faults.length > 0) throw new Problem('conflict', { reason: 'anchors_invalid' })
  const lines = readFileSync(file).subarray(0, size).toString().trimEnd().split('\n')
  const kept = lines.filter((line) => timeOf(line) <= to.getTime())
  const removedCount = lines.length - kept.length
  if (removedCount === 0 || !last) return { keptCount: kept.length, removedCount, movedTo: null }
  const movedTo = `${file}.until-${last.at.replaceAll(':', '')}`
  const rewound = `${file}.rewound`
  writeFileSync(rewound, kept.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
  renameSync(file, movedTo)
  renameSync(rewound, file)
  return { keptCount: kept.length, removedCount, movedTo }
}

/** Returns the time of an anchor that `readAnchors` accepted, in milliseconds. */
function timeOf(line: string): number {
  const anchor: unknown = JSON.parse(line)
  const at = typeof anchor === 'object' && anchor !== null && 'at' in anchor ? anchor.at : undefined
  return Date.parse(String(at))
}
