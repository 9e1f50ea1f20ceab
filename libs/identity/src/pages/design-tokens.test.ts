import { describe, expect, it } from 'vitest'
import { COLOURS, DESIGN_TOKENS } from './design-tokens.ts'
import { STYLESHEET } from './stylesheet.ts'

type Colour = keyof typeof COLOURS
const MODES = { light: 0, dark: 1 } as const

/** WCAG 2.2: the relative luminance of `#rrggbb`. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [one, other].map(luminance).sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The pairs whose contrast is too small. */
const findWeak = (fronts: readonly Colour[], grounds: readonly Colour[], least: number): readonly string[] =>
  Object.entries(MODES).flatMap(([mode, at]) =>
    fronts.flatMap((front) =>
      grounds
        .filter((ground) => contrast(COLOURS[front][at], COLOURS[ground][at]) < least)
        .map((ground) => `${front} on ${ground}, ${mode}`),
    ),
  )

describe('the colours of all pages', () => {
  const GROUNDS = ['paper', 'surface', 'raised'] as const

  it('text has a contrast of 4.5 to 1 on every ground', () => {
    expect(findWeak(['ink', 'ink-soft', 'accent', 'danger'], GROUNDS, 4.5)).toEqual([])
    expect(findWeak(['ink', 'ink-soft', 'accent'], ['accent-soft'], 4.5)).toEqual([])
    expect(findWeak(['ink', 'danger'], ['danger-soft'], 4.5)).toEqual([])
    expect(findWeak(['accent-ink'], ['accent'], 4.5)).toEqual([])
  })

  it('the lines around controls and messages have a contrast of 3 to 1', () => {
    expect(findWeak(['line-strong', 'accent', 'danger'], GROUNDS, 3)).toEqual([])
  })
})

describe('the stylesheet of the pages of the service', () => {
  it('has no colour of its own, and each value that it names is a token', () => {
    const rules = STYLESHEET.replace(DESIGN_TOKENS, '')
    expect(rules.match(/#[\da-f]{3,8}\b|rgba?\(|hsla?\(/gi)).toBeNull()
    const named = [...rules.matchAll(/var\(--([a-z\d-]+)\)/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !DESIGN_TOKENS.includes(` --${name}: `))).toEqual([])
  })
})
