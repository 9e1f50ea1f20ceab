import { expect, it } from 'vitest'
import { drawBarChart, type BarChart } from './bar-chart.ts'

const chart = (scale: BarChart['scale']): string =>
  drawBarChart({
    groups: [
      {
        title: 'Reads & writes',
        bars: [
          { name: 'a <b>', value: 1_000, label: '1 k' },
          { name: 'c', value: 10, label: '10' },
        ],
      },
    ],
    scale,
    note: 'per second',
  })

const lengths = (svg: string): readonly string[] =>
  [...svg.matchAll(/width="([\d.]+)" height="16"/g)].map(([, length = '']) => length)

it('draws a linear scale from zero, and a logarithmic scale from a power of ten', () => {
  expect(lengths(chart('linear'))).toEqual(['430.0', '4.3'])
  expect(lengths(chart('logarithmic'))).toEqual(['430.0', '1.0'])
})

it('escapes texts, and gives each name its colour', () => {
  const svg = chart('linear')
  expect(svg).toContain('Reads &amp; writes')
  expect(svg).toContain('a &lt;b&gt;')
  expect(new Set([...svg.matchAll(/fill="(#[0-9a-f]{6})"\/>/g)].map(([, colour]) => colour)).size).toBe(2)
})
