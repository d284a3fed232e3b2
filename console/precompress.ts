import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** The file suffix of each compression. The server serves the compressed files with these suffixes. */
const COMPRESSIONS = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) }
/** The minimum size of a file that the plugin compresses. A smaller file fits into one network packet anyway. */
const MIN_BYTES = 1024

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path)
  if (plain.length < MIN_BYTES) return
  for (const [suffix, compress] of Object.entries(COMPRESSIONS))
    await writeFile(path + suffix, await compress(plain))
}

/** Compresses scripts and styles once at build time, so that the server need not compress them for each request. */
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
