import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { mantineCss } from './mantine-css.ts'
import { theme } from './src/ui/theme/theme.ts'

/**
 * Writes the theme's CSS variables to a static file, so that Mantine injects no style element and the page can be
 * served with `style-src 'self'`. Writes the imports of Mantine's style sheets to a second file. With `--check` it
 * writes nothing and ends with 1 when a file is stale.
 */

const FOLDER = 'src/ui/theme'
const variables = convertCssVariables(
  defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)),
  ':root',
)

/** The generated rules are excluded from Prettier. */
const themeCss = `/* Written by theme-css.ts from theme.ts: do not edit. */
${variables
  .split('}')
  .map((rule) => rule.trim())
  .filter((rule) => rule !== '')
  .map((rule) => `/* prettier-ignore */\n${rule}}`)
  .join('\n')}
`

const FILES = {
  'theme.generated.css': themeCss,
  'mantine.generated.css': `/* Written by theme-css.ts from the imported components: do not edit. */\n${mantineCss()}`,
}

for (const [name, css] of Object.entries(FILES)) {
  const path = `${FOLDER}/${name}`
  const file = `${import.meta.dirname}/${path}`
  if (!process.argv.includes('--check')) writeFileSync(file, css)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== css) {
    process.stderr.write(`${path} is stale: run pnpm --filter console theme\n`)
    process.exitCode = 1
  }
}
