import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** How a file is packed, by what its name then ends in; the server looks for both. */
const PACKINGS = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) }
/** Under this size packing wins nothing over the wire. */
const MIN_BYTES = 1024

async function pack(path: string): Promise<void> {
  const plain = await readFile(path)
  if (plain.length < MIN_BYTES) return
  for (const [suffix, tight] of Object.entries(PACKINGS)) await writeFile(path + suffix, await tight(plain))
}

/** Packs scripts and styles once, at the build, as tightly as it goes, so that no server has to for each visit. */
export function packed(): Plugin {
  return {
    name: 'console-packed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      await Promise.all(names.map((name) => pack(join(dir, name))))
    },
  }
}
