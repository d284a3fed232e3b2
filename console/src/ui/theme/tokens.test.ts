import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

/** Returns the colours that the first rule with this selector defines. */
function coloursOf(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const rule = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries(
    Array.from(rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name = '', hex = '']) => [name, hex]),
  )
}

const light = coloursOf(':root')
const SCHEMES = { light, dark: { ...light, ...coloursOf(":root[data-mantine-color-scheme='dark']") } }

/** Returns the relative luminance of a colour, as WCAG 2 defines it. */
function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns the pairs of a foreground and a background whose contrast is less than `least`. */
const tooFaint = (colours: Record<string, string>, pairs: readonly string[][], least: number) =>
  pairs.flatMap(([front = '', back = '']) => {
    const contrast = contrastOf(colours[front] ?? '', colours[back] ?? '')
    return contrast >= least ? [] : [`${front} on ${back}: ${contrast.toFixed(2)}`]
  })

const SURFACES = ['page', 'surface', 'surface-sunken', 'surface-hover']
const onSurfaces = (names: string[]) => names.flatMap((name) => SURFACES.map((back) => [name, back]))
const TONES = ['neutral', 'info', 'success', 'warning', 'danger', 'accent']

test.each(Object.entries(SCHEMES))(
  'the texts of the %s scheme have a contrast of at least 4.5',
  (_, colours) => {
    const texts = onSurfaces(['ink', 'ink-soft', 'ink-faint', 'brand'])
    const badges = TONES.map((tone) => [`${tone}-ink`, `${tone}-ground`])
    expect(tooFaint(colours, [...texts, ...badges], 4.5)).toEqual([])
  },
)

test.each(Object.entries(SCHEMES))(
  'the borders of controls and the focus of the %s scheme have a contrast of at least 3',
  (_, colours) => {
    expect(tooFaint(colours, onSurfaces(['line-control', 'focus']), 3)).toEqual([])
  },
)

test('the borders of inputs, checkboxes and radio buttons have the colour of controls', () => {
  for (const part of ['Input-wrapper', 'Checkbox-inner', 'Radio-inner'])
    for (const colour of ['gray-4', 'dark-4'])
      expect(css).toMatch(
        new RegExp(`\\.mantine-${part}[,\\s][^}]*--mantine-color-${colour}: var\\(--line-control\\)`),
      )
})
