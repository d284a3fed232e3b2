import type { Page } from '@playwright/test'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** One line of words as far as it can be seen, and whether something cuts it off without a sign of it. */
interface Line {
  text: string
  /** Which piece of text it is a line of. */
  piece: number
  box: Box
  cut: boolean
}

const SLACK_PX = 2
/** Lines of a paragraph touch. */
const TOUCH_PX = 4

/** What is wrong with how a page is laid out at its size: it scrolls sideways, words lie over words, or are cut off. */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  const lines = await page.evaluate(linesSeen, SLACK_PX)
  const over = lines.flatMap((one, at) =>
    lines
      .slice(at + 1)
      .filter((other) => other.piece !== one.piece && lieOver(one.box, other.box))
      .map((other) => `${one.text} lies over ${other.text}`),
  )
  const cut = lines.filter((line) => line.cut).map(({ text }) => `cut: ${text}`)
  return [...(await page.evaluate(sidewaysFaults)), ...cut, ...over]
}

function lieOver(one: Box, other: Box): boolean {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return wide > SLACK_PX && high > TOUCH_PX
}

/** What reaches over the right edge of a page that can be scrolled sideways. */
function sidewaysFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const over = Array.from(document.querySelectorAll('body *')).filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  )
  return [
    `${scrollWidth} of ${clientWidth} px`,
    ...over.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 160)),
  ]
}

/** Runs in the page. */
function linesSeen(slack: number): Line[] {
  const lineOf = (text: string, words: DOMRect, parent: Element): Line => {
    let { left, right, top, bottom } = words
    let cut = false
    for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(at)
      if (overflowX === 'visible') continue
      const frame = at.getBoundingClientRect()
      const silent = overflowX !== 'auto' && overflowX !== 'scroll' && textOverflow !== 'ellipsis'
      cut ||= silent && right > frame.right + slack
      left = Math.max(left, frame.left)
      right = Math.min(right, frame.right)
      top = Math.max(top, frame.top)
      bottom = Math.min(bottom, frame.bottom)
    }
    return { text: text.slice(0, 80), piece, box: { left, right, top, bottom }, cut }
  }
  const isHidden = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (getComputedStyle(at).clipPath !== 'none') return true
    return element.closest('option') !== null || element.getBoundingClientRect().width <= slack
  }
  let piece = 0
  const found: Line[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!parent || text === '' || !parent.checkVisibility({ opacityProperty: true })) continue
    // A list's choices, and words for screen readers alone.
    if (isHidden(parent)) continue
    piece += 1
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const words of range.getClientRects()) found.push(lineOf(text, words, parent))
  }
  return found.filter(({ box }) => box.right - box.left > slack && box.bottom - box.top > slack)
}
