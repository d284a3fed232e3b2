import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const LOADING = /^(Carregando|Loading)$/
const softExpect = expect.configure({ soft: true })

/** Runs axe on a page once it has loaded. Violations fail the test at its end (soft assertion). */
export async function expectAccessible(page: Page, label: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0)
  await page.mouse.move(0, 0)
  await runAxe(page, label, new AxeBuilder({ page }))
}

/**
 * Runs axe on the open dialog only, because the page behind it is inert. axe takes the dialog's header for a second
 * banner of the page, so that rule is disabled.
 */
export async function expectDialogAccessible(page: Page, label: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('status', { name: LOADING })).toHaveCount(0)
  const axe = new AxeBuilder({ page }).include('[role="dialog"]')
  await runAxe(page, label, axe, { 'landmark-no-duplicate-banner': { enabled: false } })
}

async function runAxe(page: Page, label: string, axe: AxeBuilder, rules = {}): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
  const configured = axe
    .options({ rules: { 'target-size': { enabled: true }, ...rules }, resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode()
  // Retried, because the previous page may still be rendered or the next one may be loading.
  await softExpect.poll(() => findingsOf(configured), label).toEqual([])
}

async function findingsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
}
