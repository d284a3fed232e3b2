import type { Page } from '@playwright/test'

/** At least the interval at which a page polls the data of an open record or list. */
const POLL_MS = 10_000

/**
 * Moves the clock of the page and of all pages in its browser context forward, so that they poll at once. The test
 * must have installed the clock before it opened the pages: `page.clock.install()`.
 */
export const pollNow = (page: Page): Promise<void> => page.clock.fastForward(POLL_MS)
