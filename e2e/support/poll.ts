import type { Page } from '@playwright/test'

/** A time in milliseconds that is at least as long as the interval at which pages refetch an open record or list. */
const POLL_MS = 10_000

/**
 * Advances the clock of all pages in the page's browser context, so that they refetch their data immediately. The test
 * must call `page.clock.install()` before it opens the pages.
 */
export const pollNow = (page: Page): Promise<void> => page.clock.fastForward(POLL_MS)
