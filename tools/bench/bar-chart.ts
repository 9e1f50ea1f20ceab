export interface Bar {
  readonly name: string
  readonly value: number
  /** The value as text. */
  readonly label: string
}

export interface BarGroup {
  readonly title: string
  readonly bars: readonly Bar[]
}

export interface BarChart {
  readonly groups: readonly BarGroup[]
  /** A logarithmic scale is for values that differ by orders of magnitude. */
  readonly scale: 'linear' | 'logarithmic'
  /** The unit, below the bars. */
  readonly note: string
}

const bar = { height: 16, gap: 4, left: 230, width: 430 }
const colours = ['#9aa0a6', '#1a73e8', '#e37400', '#188038', '#a142f4', '#d93025', '#12b5cb']

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A function from a value to the length of its bar. */
const makeScale = ({ groups, scale }: BarChart): ((value: number) => number) => {
  const values = groups.flatMap(({ bars }) => bars.map(({ value }) => value))
  if (scale === 'linear') return (value) => (value / Math.max(...values)) * bar.width
  const logarithms = values.map((value) => Math.log10(value))
  const [low, high] = [Math.floor(Math.min(...logarithms)), Math.ceil(Math.max(...logarithms))]
  return (value) => ((Math.log10(value) - low) / (high - low)) * bar.width
}

/** Draws horizontal bars as SVG. Bars with the same name have the same colour. */
export const drawBarChart = (chart: BarChart): string => {
  const names = [...new Set(chart.groups.flatMap(({ bars }) => bars.map(({ name }) => name)))]
  const scale = makeScale(chart)
  let y = 10
  const write = (text: string, x: number, isBold = false): string =>
    `<text x="${x}" y="${y + 12}"${isBold ? ' font-weight="bold"' : ''}>${escapeXml(text)}</text>`
  const drawBar = ({ name, value, label }: Bar): string => {
    const length = Math.max(1, scale(value)).toFixed(1)
    const fill = colours[names.indexOf(name) % colours.length]
    const shape = `<rect x="${bar.left}" y="${y}" width="${length}" height="${bar.height}" fill="${fill}"/>`
    const drawn = [write(name, 20), shape, write(label, bar.left + Number(length) + 6)].join('\n')
    y += bar.height + bar.gap
    return drawn
  }
  const drawGroup = ({ title, bars }: BarGroup): string => {
    const heading = write(title, 10, true)
    y += 22
    const drawn = [heading, ...bars.map(drawBar)].join('\n')
    y += 12
    return drawn
  }
  const body = chart.groups.map(drawGroup).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="${y + 20}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${body}
<text x="10" y="${y + 10}" fill="#5f6368">${escapeXml(chart.note)}</text>
</svg>
`
}
