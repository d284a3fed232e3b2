import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

const KIB = 1024

/** Returns the names of a chunk and of all chunks that it imports statically, directly or indirectly. */
function closure(bundle: Rollup.OutputBundle, name: string, seen: Set<string>): Set<string> {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || seen.has(name)) return seen
  seen.add(name)
  for (const imported of chunk.imports) closure(bundle, imported, seen)
  return seen
}

/**
 * Fails the build when a first visit to the console loads too much JavaScript. The limit is in KiB gzipped. A
 * first visit loads the entry chunk and one lazily loaded page, so the size of each lazily loaded chunk is
 * added to the size of the entry chunk. The largest sum must not exceed the limit.
 */
export function budget(limits: { firstLoadKib: number }): Plugin {
  return {
    name: 'console-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const size = (name: string) => {
        const chunk = bundle[name]
        return chunk?.type === 'chunk' ? gzipSync(chunk.code, { level: 9 }).length : 0
      }
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const entry = new Set<string>()
      for (const chunk of chunks) if (chunk.isEntry) closure(bundle, chunk.fileName, entry)
      const visits = chunks
        .filter((chunk) => chunk.isEntry || chunk.isDynamicEntry)
        .map((chunk) => {
          const names = [...closure(bundle, chunk.fileName, new Set(entry))]
          return { name: chunk.name, kib: names.reduce((sum, name) => sum + size(name), 0) / KIB }
        })
        .toSorted((a, b) => b.kib - a.kib)
      const heaviest = visits[0]
      if (!heaviest) this.error('The build emitted no entry chunk')
      const summary = `first load at most ${heaviest.kib.toFixed(1)} KiB gzipped (${heaviest.name})`
      if (heaviest.kib > limits.firstLoadKib)
        this.error(`${summary} exceeds the budget of ${limits.firstLoadKib}`)
      this.info(`${summary}, budget ${limits.firstLoadKib}`)
    },
  }
}
