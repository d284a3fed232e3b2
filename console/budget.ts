import { gzipSync } from 'node:zlib'
import type { Plugin, Rollup } from 'vite'

const KIB = 1024

/**
 * Matches the name of a chunk that contains a page. Lazily loaded chunks with any other name contain dialogs, forms or
 * calendars.
 */
const PAGE = /Page$/

/** Maximum sizes of JavaScript and CSS together, in KiB gzipped. */
interface Limits {
  /** The size of all files that a first visit loads before it shows a page. */
  firstVisitKib: number
  /** The size of all files that a visit has loaded once a dialog, form or calendar is open. */
  withDialogKib: number
}

/** Adds a chunk's name to `seen`, and the names of all chunks that it imports directly or indirectly. */
function closure(bundle: Rollup.OutputBundle, name: string, seen: Set<string>): Set<string> {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || seen.has(name)) return seen
  seen.add(name)
  for (const imported of chunk.imports) closure(bundle, imported, seen)
  return seen
}

/** Returns the names of the chunks together with their style sheets. */
function withStyles(bundle: Rollup.OutputBundle, chunks: Set<string>): Set<string> {
  const styles = [...chunks].flatMap((name) => {
    const chunk = bundle[name]
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
  })
  return new Set([...chunks, ...styles])
}

/**
 * Fails the build when a visit to the console must load more JavaScript and CSS than a limit. The plugin computes the
 * size for each lazily loaded chunk: the entry chunks, the lazily loaded chunk, all chunks that these import, and their
 * style sheets.
 */
export function budget({ firstVisitKib, withDialogKib }: Limits): Plugin {
  return {
    name: 'console-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const kib = (name: string) => {
        const file = bundle[name]
        if (file === undefined) throw new Error(`BUG: the build emitted no file ${name}`)
        return gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length / KIB
      }
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const entry = new Set<string>()
      for (const chunk of chunks) if (chunk.isEntry) closure(bundle, chunk.fileName, entry)
      const loads = chunks
        .filter((chunk) => chunk.isDynamicEntry)
        .map((chunk) => {
          const files = withStyles(bundle, closure(bundle, chunk.fileName, new Set(entry)))
          return { name: chunk.name, kib: [...files].reduce((sum, name) => sum + kib(name), 0) }
        })
        .toSorted((a, b) => b.kib - a.kib)
      for (const [what, limit, largest] of [
        ['page', firstVisitKib, loads.find(({ name }) => PAGE.test(name))],
        ['dialog', withDialogKib, loads.find(({ name }) => !PAGE.test(name))],
      ] as const) {
        if (!largest) this.error(`BUG: the build emitted no ${what}`)
        const summary = `first visit with the largest ${what} (${largest.name}): ${largest.kib.toFixed(1)} KiB gzipped`
        if (largest.kib > limit) this.error(`${summary}, which exceeds the budget of ${limit} KiB`)
        this.info(`${summary}, budget ${limit} KiB`)
      }
    },
  }
}
