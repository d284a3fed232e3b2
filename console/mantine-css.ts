import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const MODULES = `${import.meta.dirname}/node_modules/@mantine`
const CORE = join(MODULES, 'core')
/** Files that import components: the console and the other Mantine packages. */
const IMPORTERS = ['src/**/*.{ts,tsx}', 'node_modules/@mantine/{dates,notifications}/esm/**/*.mjs']
const IMPORT = /import \{([^}]*)\} from ["']([^"']+)["']/g
const ANY_IMPORT = /(?:import|export) [^"';]*? from "(\.[^"]+)"/g
/** The styles of a component are `styles/Button.css` for the module `Button.module.mjs`. */
const STYLED = /\/(\w+)\.module\.mjs$/

const read = (file: string): string => readFileSync(file, 'utf8')

const importsOf = (file: string): { names: string[]; from: string }[] =>
  Array.from(read(file).matchAll(IMPORT), ([, names = '', from = '']) => ({
    names: names.split(',').map((name) => name.trim().replace(/ as .*$/s, '')),
    from,
  }))

/** Returns the file of each component that the console may render. */
function usedFiles(): string[] {
  const used = globSync(IMPORTERS, { cwd: import.meta.dirname })
    .flatMap((file) => importsOf(join(import.meta.dirname, file)))
    .filter(({ from }) => from === '@mantine/core')
    .flatMap(({ names }) => names)
  return importsOf(join(CORE, 'esm/index.mjs'))
    .filter(({ names }) => names.some((name) => used.includes(name)))
    .map(({ from }) => resolve(CORE, 'esm', from))
}

/** Adds a file and the files that it imports to `seen`. */
function follow(file: string, seen: Set<string>): void {
  if (seen.has(file) || !existsSync(file)) return
  seen.add(file)
  for (const [, path = ''] of read(file).matchAll(ANY_IMPORT)) follow(resolve(dirname(file), path), seen)
}

/**
 * Returns style sheet imports for the components that the console renders, in the order of Mantine's complete sheet.
 * The CSS variables are not included: the theme's file defines them.
 */
export function mantineCss(): string {
  const seen = new Set<string>()
  for (const file of usedFiles()) follow(file, seen)
  const styled = Array.from(seen).flatMap((file) => STYLED.exec(file)?.[1] ?? [])
  const complete = read(join(CORE, 'styles.css'))
  const position = (name: string) => complete.indexOf(read(join(CORE, `styles/${name}.css`)).trim())
  const names = ['baseline', 'global', ...new Set(styled)].toSorted((a, b) => position(a) - position(b))
  return names.map((name) => `@import '@mantine/core/styles/${name}.css';\n`).join('')
}
