import { readFileSync, writeFileSync } from 'node:fs'
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { theme } from './src/ui/theme/theme.ts'

/**
 * Writes the theme's CSS variables to a static file, so that Mantine injects no style element and the page can be
 * served with `style-src 'self'`. With `--check` it writes nothing and ends with 1 when the file is stale.
 */

const PATH = `${import.meta.dirname}/src/ui/theme/theme.generated.css`
const variables = convertCssVariables(
  defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)),
  ':root',
)

/** The generated rules are excluded from Prettier. */
const css = `/* Written by theme-css.ts from theme.ts: do not edit. */
${variables
  .split('}')
  .map((rule) => rule.trim())
  .filter((rule) => rule !== '')
  .map((rule) => `/* prettier-ignore */\n${rule}}`)
  .join('\n')}
`

if (process.argv.includes('--check')) {
  if (readFileSync(PATH, 'utf8') !== css) {
    process.stderr.write('src/ui/theme/theme.generated.css is stale: run pnpm --filter console theme\n')
    process.exitCode = 1
  }
} else writeFileSync(PATH, css)
