import { type Results, namesIn, rateOf, short } from './report.ts'
import { type RowName, rowNames, rowTitles } from './workloads.ts'

const bar = { height: 16, gap: 4, left: 190, width: 430 }
const colours = ['#9aa0a6', '#1a73e8', '#e37400', '#188038', '#a142f4', '#d93025']

/** A bar chart with a logarithmic scale, because the results differ by orders of magnitude. */
export function plot(results: Results): string {
  const names = namesIn(results)
  const rates = results.flatMap(({ rate }) => (rate === undefined ? [] : [Math.log10(rate)]))
  const [low, high] = [Math.floor(Math.min(...rates)), Math.ceil(Math.max(...rates))]
  const length = (rate: number) => ((Math.log10(rate) - low) / (high - low)) * bar.width
  let y = 10
  const line = (text: string, x: number, bold = false) =>
    `<text x="${x}" y="${y + 12}"${bold ? ' font-weight="bold"' : ''}>${text}</text>`
  const group = (row: RowName): string => {
    const title = line(rowTitles[row], 10, true)
    y += 22
    const bars = names.flatMap((name, i) => {
      const rate = rateOf(results, row, name)
      if (rate === undefined) return []
      const shape = `<rect x="${bar.left}" y="${y}" width="${Math.max(1, length(rate)).toFixed(1)}" height="${bar.height}" fill="${colours[i]}"/>`
      const drawn = [line(name, 20), shape, line(short(rate), bar.left + length(rate) + 6)]
      y += bar.height + bar.gap
      return drawn
    })
    y += 12
    return [title, ...bars].join('\n')
  }
  const body = rowNames.map(group).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="${y + 20}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${body}
<text x="10" y="${y + 10}" fill="#5f6368">operations per second of CPU time, logarithmic scale</text>
</svg>
`
}
