import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const LOADING = /^(Carregando|Loading)$/
const softly = expect.configure({ soft: true })

/** Has axe look at a page once it is all there; what it finds fails the test at its end. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0)
  await page.mouse.move(0, 0)
  await look(page, where, new AxeBuilder({ page }))
}

/**
 * The same of whatever lies over a page: of a page under a dialog nothing else can be reached. Its head is not a second
 * head of the page, for which axe takes it.
 */
export async function expectDialogAccessible(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('status', { name: LOADING })).toHaveCount(0)
  const axe = new AxeBuilder({ page }).include('[role="dialog"]')
  await look(page, where, axe, { 'landmark-no-duplicate-banner': { enabled: false } })
}

async function look(page: Page, where: string, axe: AxeBuilder, rules = {}): Promise<void> {
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
  // A page that was just left may still stand there, or the next one begin to load.
  await softly.poll(() => findingsOf(configured), where).toEqual([])
}

async function findingsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
}
