/**
 * The one source of the colours, sizes and type of all pages: those of the service, and those of the studio, whose
 * `theme/tokens.css` is written by `npm run generate`. The names say what a colour is for.
 */

/** Each colour in the light and in the dark mode. */
export const COLOURS = {
  paper: ['#fbfaf8', '#16171a'],
  surface: ['#ffffff', '#1e2024'],
  raised: ['#ffffff', '#26292e'],
  line: ['#e3e0da', '#34373d'],
  'line-strong': ['#8d8779', '#7d838d'],
  ink: ['#22211f', '#ecebe8'],
  'ink-soft': ['#5d5a53', '#a9acb3'],
  accent: ['#1d5c63', '#7fc8cf'],
  'accent-ink': ['#ffffff', '#10282b'],
  'accent-soft': ['#e3eff0', '#20383b'],
  danger: ['#a3261d', '#f2a097'],
  'danger-soft': ['#fbe9e7', '#43211e'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>

const TYPE = {
  font: "ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  'font-fixed': "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
}

const SIZES = {
  'text-small': '0.8125rem',
  text: '0.9375rem',
  'text-large': '1.375rem',
  'space-1': '0.25rem',
  'space-2': '0.5rem',
  'space-3': '0.75rem',
  'space-4': '1rem',
  'space-6': '1.5rem',
  'space-8': '2rem',
  corner: '6px',
  control: '2.25rem',
}

const declare = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `  --${name}: ${value};`)
    .join('\n')

const inBothModes = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(COLOURS).map(([name, [light, dark]]) => [name, `light-dark(${light}, ${dark})`]),
  )

/** CSS: the custom properties of a page. */
export const DESIGN_TOKENS = `:root {
  color-scheme: light dark;
${declare(TYPE)}

${declare(inBothModes())}

${declare(SIZES)}
}
`
