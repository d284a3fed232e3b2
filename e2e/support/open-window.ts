import type { Page } from '@playwright/test'

/**
 * Opens an empty page in a new window, in the browser context of `page`. `context.newPage()` opens a tab. Only one tab
 * of a window is visible, and Chromium handles a single input event per second in the other tabs.
 */
export async function openWindow(page: Page): Promise<Page> {
  const context = page.context()
  const browser = context.browser()
  if (browser === null) throw new Error('BUG: the browser context has no browser')
  const [ofPage, ofBrowser] = [await context.newCDPSession(page), await browser.newBrowserCDPSession()]
  const { targetInfo } = await ofPage.send('Target.getTargetInfo')
  const { browserContextId = '' } = targetInfo
  const opened = context.waitForEvent('page')
  await ofBrowser.send('Target.createTarget', { url: 'about:blank', newWindow: true, browserContextId })
  await Promise.all([ofPage.detach(), ofBrowser.detach()])
  return opened
}
