import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { readDemo } from '../stack.ts'
import type { State } from '../states.ts'

/** Takes screenshots of pages whose name with its suffix matches `only`, and stores them in the folder `out`. */
export interface Camera {
  browser: Browser
  out: string
  only: RegExp
}

/** The number of browser pages that take screenshots concurrently. */
const CONCURRENCY = 3
/** Chromium cannot take a higher screenshot. */
const HEIGHT_MAX_PX = 16_000
export const SETTLE_TIMEOUT_MS = 5_000
const SCREENSHOT_TIMEOUT_MS = 120_000
const LOADING = /^(Carregando|Loading)$/

export const urlOf = (path: string): string => new URL(path, readDemo().console.url).href

/** Returns the URL of a page. Adds the demo merchant if the address selects no merchant. */
export function withMerchant(address: string): string {
  const full = new URL(urlOf(address))
  if (!full.searchParams.has('merchant')) full.searchParams.set('merchant', readDemo().gateway_id)
  return full.href
}

/** Takes a screenshot of each page in the list that `camera.only` selects. */
export async function captureAll(
  camera: Camera,
  options: BrowserContextOptions,
  suffix: string,
  list: readonly State[],
): Promise<void> {
  const remaining = list.filter(({ name }) => camera.only.test(`${name}-${suffix}`))
  if (remaining.length === 0) return
  const context = await camera.browser.newContext({ locale: 'pt-BR', ...options })
  const captureNext = async () => {
    for (let state = remaining.shift(); state; state = remaining.shift()) {
      const page = await context.newPage()
      await capture(page, state, join(camera.out, `${state.name}-${suffix}.png`))
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, captureNext))
  await context.close()
}

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: SETTLE_TIMEOUT_MS })
  await page
    .getByRole('status', { name: LOADING })
    .first()
    .waitFor({ state: 'detached', timeout: SETTLE_TIMEOUT_MS })
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
}

async function capture(page: Page, { name, address, prepare, respond }: State, path: string): Promise<void> {
  if (respond) await page.route('**/graphql', respond)
  await page.goto(withMerchant(address))
  const loading = page.getByRole('status', { name: LOADING }).first()
  const opened = name.endsWith('-loading') ? loading.waitFor({ timeout: SETTLE_TIMEOUT_MS }) : settle(page)
  await opened.catch(() => undefined)
  await prepare?.(page).catch((error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`))
  if (prepare) await settle(page).catch(() => undefined)
  await page.evaluate(() => window.scrollTo(0, 0))
  const modal = await page.locator('[aria-modal="true"]').count()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const { width, height: viewportHeight } = page.viewportSize() ?? { width: 0, height: 0 }
  const clip = {
    x: 0,
    y: 0,
    width,
    height: modal > 0 ? viewportHeight : Math.min(Math.max(height, viewportHeight), HEIGHT_MAX_PX),
  }
  await page.screenshot({ path, fullPage: modal === 0, clip, timeout: SCREENSHOT_TIMEOUT_MS })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
