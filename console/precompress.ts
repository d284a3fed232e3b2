import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** How a file is precompress, by what its name then ends in; the server looks for both. */
const COMPRESSIONS = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) }
/** Under this size packing wins nothing over the wire. */
const MIN_BYTES = 1024

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path)
  if (plain.length < MIN_BYTES) return
  for (const [suffix, compress] of Object.entries(COMPRESSIONS))
    await writeFile(path + suffix, await compress(plain))
}

/** Packs scripts and styles once, at the build, as tightly as it goes, so that no server has to for each visit. */
export function precompress(): Plugin {
  return {
    name: 'console-precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      await Promise.all(names.map((name) => compressFile(join(dir, name))))
    },
  }
}
