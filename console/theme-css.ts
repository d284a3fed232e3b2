import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { cssDeclarations } from './css-modules.ts'
import { datesCss, importedSheets, mantineCss } from './mantine-css.ts'
import { theme } from './src/ui/theme/theme.ts'

/**
 * Writes the theme's CSS variables to a static file. With this file, Mantine injects no style element, so the server
 * can serve the page with the policy `style-src 'self'`. The script also writes the styles of the Mantine components
 * that the console renders, and a type declaration for each CSS module. With `--check` it writes nothing and exits with
 * 1 when a file is stale.
 */

const FOLDER = 'src/ui/theme'
const variables = convertCssVariables(
  defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)),
  ':root',
)

const mantineSheet = mantineCss()

const PALETTE_VARIABLE = /--mantine-color-([a-z]+)-[\w-]+: [^;]+;/g
const palette = Object.keys(DEFAULT_THEME.colors)
const isOfPalette = (name: string) => palette.includes(name)

/** All texts that may refer to a colour of Mantine's palette, without the palette's own variables. */
const rendered = globSync('src/**/*.{ts,tsx,css}', { cwd: import.meta.dirname })
  .filter((path) => !path.includes('.generated.'))
  .map((path) => readFileSync(`${import.meta.dirname}/${path}`, 'utf8'))
  .concat(importedSheets(mantineSheet))
  .concat(variables.replaceAll(PALETTE_VARIABLE, (text, name: string) => (isOfPalette(name) ? '' : text)))
  .join('\n')

/** Variables of headings and of the variant `outline`, and breakpoints, which no media query can read from a variable. */
const UNRENDERED = /--mantine-(?:h\d-|breakpoint-|color-[a-z]+-outline)[\w-]*: [^;]+;/g

if (/\bTitle\b[^}']*\} from '@mantine|variant="outline"/.test(rendered))
  throw new Error('BUG: the theme leaves out the variables of a component that the console renders')

/** The CSS variables of the theme, without the variables of palette colours that `rendered` does not name. */
const usedVariables = variables
  .replaceAll(PALETTE_VARIABLE, (text, name: string) =>
    isOfPalette(name) && !new RegExp(`\\b${name}\\b`).test(rendered) ? '' : text,
  )
  .replaceAll(UNRENDERED, '')

/** The text of the generated style sheet. A comment in the sheet makes Prettier ignore its rules. */
const themeCss = `/* Written by theme-css.ts from theme.ts: do not edit. */
${usedVariables
  .split('}')
  .map((rule) => rule.trim())
  .filter((rule) => rule !== '')
  .map((rule) => `/* prettier-ignore */\n${rule}}`)
  .join('\n')}
`

const MODULE_TYPES = 'css-types'

const files = new Map([
  [`${FOLDER}/theme.generated.css`, themeCss],
  [
    `${FOLDER}/mantine.generated.css`,
    `/* Written by theme-css.ts from the imported components: do not edit. */\n${mantineSheet}`,
  ],
  [
    `${FOLDER}/dates.generated.css`,
    `/* Written by theme-css.ts from @mantine/dates: do not edit. */\n${datesCss()}`,
  ],
  ...cssDeclarations(`${import.meta.dirname}/src`).map(
    ({ path, text }) => [`${MODULE_TYPES}/${path}`, text] as const,
  ),
])

/** Writes a file, or removes it when `text` is undefined. */
function write(file: string, text: string | undefined): void {
  if (text === undefined) return rmSync(file)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const written = globSync(`${MODULE_TYPES}/**/*.d.ts`, { cwd: import.meta.dirname })
for (const path of new Set([...files.keys(), ...written])) {
  const file = `${import.meta.dirname}/${path}`
  const text = files.get(path)
  if (!process.argv.includes('--check')) write(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${path} is stale: run pnpm --filter console theme\n`)
    process.exitCode = 1
  }
}
