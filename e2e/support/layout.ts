import type { Page } from '@playwright/test'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** The visible part of one line of text. `isClipped`: the line is cut off without an ellipsis or a scrollbar. */
interface Line {
  text: string
  /** The index of the text node that contains the line. */
  textNode: number
  box: Box
  isClipped: boolean
}

const TOLERANCE_PX = 2
/** The boxes of adjacent lines in a paragraph may overlap by less than this many pixels without being a fault. */
const LINE_OVERLAP_PX = 4

/** Returns the layout faults of a page: horizontal scrolling, overlapping text and clipped text. */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  const lines = await page.evaluate(visibleLines, TOLERANCE_PX)
  const over = lines.flatMap((one, at) =>
    lines
      .slice(at + 1)
      .filter((other) => other.textNode !== one.textNode && overlap(one.box, other.box))
      .map((other) => `${one.text} overlaps ${other.text}`),
  )
  const clipped = lines.filter((line) => line.isClipped).map(({ text }) => `clipped: ${text}`)
  return [...(await page.evaluate(horizontalScrollFaults)), ...clipped, ...over]
}

function overlap(one: Box, other: Box): boolean {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return wide > TOLERANCE_PX && high > LINE_OVERLAP_PX
}

/**
 * Returns the first elements beyond the right edge if the page scrolls horizontally, otherwise nothing. The browser
 * runs this function in the page.
 */
function horizontalScrollFaults(): string[] {
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

/** Returns the visible lines of text. The browser runs this function in the page. */
function visibleLines(tolerancePx: number): Line[] {
  interface Frame {
    box: DOMRect
    /** Whether neither an ellipsis nor a scrollbar shows that the element cuts text off. */
    hidesText: boolean
  }
  // Many texts have the same ancestors. Reading a computed style is slow, so the function reads it once per element.
  const framesOf = new Map<Element, Frame[]>()
  const hiddenElements = new Map<Element, boolean>()

  /** Returns the element and its ancestors that may cut off their content. */
  const findFrames = (element: Element | null): Frame[] => {
    if (!element || element === document.body) return []
    const known = framesOf.get(element)
    if (known) return known
    const { overflowX, textOverflow } = getComputedStyle(element)
    const outer = findFrames(element.parentElement)
    const hidesText = overflowX !== 'auto' && overflowX !== 'scroll' && textOverflow !== 'ellipsis'
    const frames =
      overflowX === 'visible' ? outer : [{ box: element.getBoundingClientRect(), hidesText }, ...outer]
    framesOf.set(element, frames)
    return frames
  }
  /** Returns whether the element is for screen readers only: a clip path hides it or one of its ancestors. */
  const isClippedAway = (element: Element | null): boolean => {
    if (!element) return false
    const known = hiddenElements.get(element)
    if (known !== undefined) return known
    const isHidden = getComputedStyle(element).clipPath !== 'none' || isClippedAway(element.parentElement)
    hiddenElements.set(element, isHidden)
    return isHidden
  }
  const lineOf = (text: string, words: DOMRect, parent: Element): Line => {
    let { left, right, top, bottom } = words
    let isClipped = false
    for (const { box, hidesText } of findFrames(parent)) {
      isClipped ||= hidesText && right > box.right + tolerancePx
      left = Math.max(left, box.left)
      right = Math.min(right, box.right)
      top = Math.max(top, box.top)
      bottom = Math.min(bottom, box.bottom)
    }
    return { text: text.slice(0, 80), textNode, box: { left, right, top, bottom }, isClipped }
  }
  const isHidden = (element: Element): boolean =>
    isClippedAway(element) ||
    element.closest('option') !== null ||
    element.getBoundingClientRect().width <= tolerancePx
  let textNode = 0
  const found: Line[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!parent || text === '' || !parent.checkVisibility({ opacityProperty: true })) continue
    // Skip options of a select element, and text that only screen readers present.
    if (isHidden(parent)) continue
    textNode += 1
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const words of range.getClientRects()) found.push(lineOf(text, words, parent))
  }
  return found.filter(({ box }) => box.right - box.left > tolerancePx && box.bottom - box.top > tolerancePx)
}
