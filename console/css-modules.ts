import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Matches the parts of a CSS module that define no class of this module: comments, and `:global(…)` selectors, which
 * name classes of other style sheets.
 */
const FOREIGN = /\/\*[\s\S]*?\*\/|:global\([^)]*\)/g
/** Matches the text before a `{`: the selectors of a rule, or the condition of an at-rule. */
const PRELUDE = /([^{};]+)\{/g
const CLASS = /\.([a-z][\w-]*)/gi

/** Returns the names of the classes that a CSS module defines, sorted. */
export function classesOf(css: string): string[] {
  const selectors = Array.from(css.replaceAll(FOREIGN, '').matchAll(PRELUDE), ([, prelude = '']) =>
    prelude.trim(),
  )
  const names = selectors
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => Array.from(selector.matchAll(CLASS), ([, name = '']) => name))
  return [...new Set(names)].toSorted()
}

/** Returns the path and the text of a `.d.ts` file for each CSS module in a folder. */
export function cssDeclarations(folder: string): { path: string; text: string }[] {
  return globSync('**/*.module.css', { cwd: folder }).map((path) => {
    const members = classesOf(readFileSync(`${folder}/${path}`, 'utf8')).map(
      (name) => `  readonly ${name}: string\n`,
    )
    return {
      path: `${path}.d.ts`,
      text: `// Written by theme-css.ts from ${basename(path)}: do not edit.\ndeclare const classes: {\n${members.join('')}}\nexport default classes\n`,
    }
  })
}
