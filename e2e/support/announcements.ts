import type { Page } from '@playwright/test'

/**
 * Records what a screen reader announces from now on. A screen reader announces every new alert. However, a screen
 * reader announces a change of a live region only if the region existed before the change. Returns a function that
 * returns the announcements so far. A reload of the page ends the recording.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const live = '[role="status"], [role="alert"], [role="log"], [aria-live]:not([aria-live="off"])'
    const announcements: string[] = []
    const existing = new Set(document.querySelectorAll(live))
    const regionsOf = ({ target, addedNodes }: MutationRecord): Element[] => {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(live)
      const added = Array.from(addedNodes).filter((node) => node instanceof Element)
      const alerts = added.flatMap((node) => [
        ...(node.matches('[role="alert"]') ? [node] : []),
        ...node.querySelectorAll('[role="alert"]'),
      ])
      return region && existing.has(region) ? [region, ...alerts] : alerts
    }
    const observer = new MutationObserver((changes) => {
      for (const region of new Set(changes.flatMap(regionsOf))) announcements.push(region.textContent ?? '')
      for (const region of document.querySelectorAll(live)) existing.add(region)
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    Reflect.set(window, 'announcements', announcements)
  })
  return () => page.evaluate(() => String(Reflect.get(window, 'announcements')))
}
