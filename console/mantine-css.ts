import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const MODULES = `${import.meta.dirname}/node_modules/@mantine`
const CORE = join(MODULES, 'core')
const DATES = join(MODULES, 'dates')
const IMPORT = /import \{([^}]*)\} from ["']([^"']+)["']/g
const ANY_IMPORT = /(?:import|export) [^"';]*? from "(\.[^"]+)"/g
/** Matches the module of a component that has a style sheet. `Button.module.mjs` belongs to `styles/Button.css`. */
const STYLED = /\/(\w+)\.module\.mjs$/
/** Matches a class name in a style sheet that Mantine publishes. */
const HASHED = /m_[0-9a-f]+/g
/** Matches the style sheet of a part of a component. `CheckboxCard` contains the styles of `Checkbox.Card`. */
const PART = /^(Checkbox|Radio)(\w+)$/

const read = (file: string): string => readFileSync(file, 'utf8')

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file))

const importsOf = (file: string): { names: string[]; from: string }[] =>
  Array.from(read(file).matchAll(IMPORT), ([, names = '', from = '']) => ({
    names: names.split(',').map((name) => name.trim().replace(/ as .*$/s, '')),
    from,
  }))

/** Adds a file to `seen`, and all files that it imports directly or indirectly. */
function follow(file: string, seen: Set<string>): void {
  if (seen.has(file) || !existsSync(file)) return
  seen.add(file)
  for (const [, path = ''] of read(file).matchAll(ANY_IMPORT)) follow(resolve(dirname(file), path), seen)
}

/** Returns the files of a Mantine package that the files `importers` import directly or indirectly. */
function neededFiles(name: 'core' | 'dates', importers: string[]): string[] {
  const used = importers
    .flatMap((file) => importsOf(file))
    .filter(({ from }) => from === `@mantine/${name}`)
    .flatMap(({ names }) => names)
  const index = join(MODULES, name, 'esm/index.mjs')
  const seen = new Set<string>()
  for (const { names, from } of importsOf(index))
    if (names.some((exported) => used.includes(exported))) follow(resolve(dirname(index), from), seen)
  return [...seen]
}

const consoleFiles = filesOf('src/**/*.{ts,tsx}')
const consoleSource = consoleFiles.map(read).join('\n')
const datesFiles = neededFiles('dates', consoleFiles)

/** `Checkbox` and `Radio` import all their parts. The styles of a part that the console does not render are not needed. */
function isRendered(sheet: string): boolean {
  const [, component, part] = PART.exec(sheet) ?? []
  return part === undefined || consoleSource.includes(`<${component}.${part}`)
}

/**
 * Returns style sheet imports for the components that the console renders, in the order of Mantine's complete sheet.
 * The sheets with the CSS variables are not included, because `theme.generated.css` defines the variables.
 */
export function mantineCss(): string {
  const notifications = filesOf('node_modules/@mantine/notifications/esm/**/*.mjs')
  const files = neededFiles('core', [...consoleFiles, ...datesFiles, ...notifications])
  const styled = files.flatMap((file) => STYLED.exec(file)?.[1] ?? [])
  const complete = read(join(CORE, 'styles.css'))
  const position = (name: string) => complete.indexOf(read(join(CORE, `styles/${name}.css`)).trim())
  const names = ['baseline', 'global', ...new Set(styled)]
    .filter(isRendered)
    .toSorted((a, b) => position(a) - position(b))
  return names.map((name) => `@import '@mantine/core/styles/${name}.css';\n`).join('')
}

/** Returns the texts of the style sheets that `css`, the result of `mantineCss`, imports. */
export const importedSheets = (css: string): string[] =>
  Array.from(css.matchAll(/'@mantine\/core\/([^']+)'/g), ([, path = '']) => read(join(CORE, path)))

/** Returns the rules of a style sheet. A rule within an at-rule belongs to that at-rule. */
function rulesOf(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] !== '}') continue
    depth -= 1
    if (depth > 0) continue
    rules.push(css.slice(start, at + 1).trim())
    start = at + 1
  }
  return rules
}

/**
 * Returns the rules of `@mantine/dates` for the components that the console renders. The package publishes a single
 * style sheet with the rules of all its components.
 */
export function datesCss(): string {
  const used = datesFiles
    .filter((file) => STYLED.test(file))
    .flatMap((file) => read(file).match(HASHED) ?? [])
  const rules = rulesOf(read(join(DATES, 'styles.css'))).filter((rule) =>
    rule.match(HASHED)?.some((name) => used.includes(name)),
  )
  return rules.map((rule) => `/* prettier-ignore */\n${rule}\n`).join('')
}
