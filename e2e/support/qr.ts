import type { Locator } from '@playwright/test'

const QUIET_MAX = 10

/**
 * Returns the width of a QR code's quiet zone in whole modules: the least number of light modules next to any side or
 * corner. Measures the zone in a screenshot. A module is a seventh of the finder pattern's width.
 */
export async function measureQuietZone(code: Locator): Promise<number> {
  await code.scrollIntoViewIfNeeded()
  const page = code.page()
  const clip = await code.boundingBox()
  if (!clip) throw new Error('The QR code is not visible')
  const picture = (await page.screenshot({ clip })).toString('base64')
  const blank = await page.context().newPage()
  const lines = await blank.evaluate(darkPixels, picture)
  await blank.close()
  return quietModules(lines)
}

/** Returns the lines of a PNG, one character for each pixel: `#` for a dark pixel. Runs in a page. */
async function darkPixels(picture: string): Promise<string[]> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = image
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  if (!canvas) throw new Error('This browser has no 2D canvas')
  canvas.drawImage(image, 0, 0)
  const { data } = canvas.getImageData(0, 0, width, height)
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_pixel, x) => ((data[(y * width + x) * 4] ?? 0) < 128 ? '#' : ' ')).join(
      '',
    ),
  )
}

/**
 * Returns the index of the first line that belongs to the QR code. The middle half of such a line has dark and light
 * pixels. The middle half of a line in the frame around the code has only dark pixels.
 */
function firstOfCode(lines: readonly string[]): number {
  return lines.findIndex((line) => {
    const middle = line.slice(Math.floor(line.length / 4), -Math.floor(line.length / 4))
    return middle.includes('#') && middle.includes(' ')
  })
}

const transposed = (lines: readonly string[]): string[] =>
  Array.from(lines[0] ?? '', (_, x) => lines.map((line) => line.charAt(x)).join(''))

function quietModules(lines: readonly string[]): number {
  const columns = transposed(lines)
  const top = firstOfCode(lines)
  const bottom = lines.length - 1 - firstOfCode(lines.toReversed())
  const left = firstOfCode(columns)
  const right = columns.length - 1 - firstOfCode(columns.toReversed())
  const [finder = ''] = /^#+/.exec(lines[top + 1]?.slice(left) ?? '') ?? []
  const modulePx = finder.length / 7
  const isQuiet = (modules: number): boolean => {
    const distancePx = Math.floor(modules * modulePx)
    const aboveAndBelow = [
      ...lines.slice(top - distancePx, top),
      ...lines.slice(bottom + 1, bottom + 1 + distancePx),
    ]
    const around = [
      ...aboveAndBelow.map((line) => line.slice(left - distancePx, right + 1 + distancePx)),
      ...lines.slice(top, bottom + 1).map((line) => line.slice(left - distancePx, left)),
      ...lines.slice(top, bottom + 1).map((line) => line.slice(right + 1, right + 1 + distancePx)),
    ]
    const isInPicture =
      top >= distancePx &&
      left >= distancePx &&
      bottom + distancePx < lines.length &&
      right + distancePx < columns.length
    return isInPicture && !around.join('').includes('#')
  }
  let modules = 0
  while (modules < QUIET_MAX && isQuiet(modules + 1)) modules += 1
  return modules
}
