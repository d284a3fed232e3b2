import axe, { type RuleObject, type RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose result depends on the colour scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const DIALOG = '[role="dialog"]'
const LOADING = /^(Carregando|Loading)$/
const softExpect = expect.configure({ soft: true })

/**
 * Waits until a page has loaded, then runs axe. Violations are soft assertions: the test continues and fails at its
 * end.
 */
export async function expectAccessible(page: Page, label: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0)
  await page.mouse.move(0, 0)
  await runAxe(page, label, 'html', allRules())
}

/**
 * Runs axe on the open dialog only, because the page behind it is inert. Disables the rule against two banners, because
 * axe takes the dialog's header for a second banner.
 */
export async function expectDialogAccessible(page: Page, label: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('status', { name: LOADING })).toHaveCount(0)
  const rules = { 'landmark-no-duplicate-banner': { enabled: false } }
  await runAxe(page, label, DIALOG, allRules(rules))
}

/**
 * Switches the page to the other colour scheme, and runs the rules about colours on the open dialog. The page keeps the
 * other scheme, because each switch renders the whole page again.
 */
export async function expectDialogColorsInOtherScheme(page: Page, label: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const colorScheme = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  const rules: RunOptions = { runOnly: { type: 'rule', values: COLOR_RULES } }
  await runAxe(page, `${label}, ${colorScheme}`, DIALOG, rules)
}

const allRules = (rules: RuleObject = {}): RunOptions => ({
  runOnly: { type: 'tag', values: TAGS },
  rules: { 'target-size': { enabled: true }, ...rules },
})

async function runAxe(page: Page, label: string, selector: string, rules: RunOptions): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
  const options: RunOptions = { ...rules, resultTypes: ['violations'] }
  // Repeats axe until it reports nothing, because the page may still show its previous content or load more content.
  await softExpect.poll(() => findingsOf(page, selector, options), label).toEqual([])
}

/**
 * Runs axe in the page and returns the findings. Injects axe's script only once per page load, because parsing it is
 * slow.
 */
async function findingsOf(page: Page, selector: string, options: RunOptions): Promise<string[]> {
  const found = await runInPage(page, selector, options)
  if (found !== undefined) return found
  await page.evaluate(axe.source)
  const again = await runInPage(page, selector, options)
  if (again === undefined)
    throw new Error('BUG: window.axe is undefined, although findingsOf injected the script of axe')
  return again
}

/** Runs axe in the page and returns the findings; undefined if the page does not contain axe's script. */
const runInPage = (page: Page, selector: string, options: RunOptions): Promise<string[] | undefined> =>
  page.evaluate(
    async ({ within, runOptions }) => {
      if (!window.axe) return undefined
      const { violations } = await window.axe.run(within, runOptions)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
      )
    },
    { within: selector, runOptions: options },
  )
