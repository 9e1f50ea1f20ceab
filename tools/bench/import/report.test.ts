import { builtInModel } from '@content-service/domain'
import { parseContentRecord } from '@content-service/domain/internal/transfer'
import { describe, expect, it } from 'vitest'
import { ImportArgumentError, readArguments } from './arguments.ts'
import { countLines, makeLines } from './content-file.ts'
import { drawLoads, formatTable, summarize } from './report.ts'

const SIZE = { users: 10, articles: 100, comments: 1_000, products: 0 }
const figures = { ownSeconds: null, postgresSeconds: 8, peakMb: null }
const rows = summarize([
  { plain: { ...figures, seconds: 10 }, first: { ...figures, seconds: 11, ownSeconds: 4, peakMb: 200 } },
  { plain: { ...figures, seconds: 10 }, first: { ...figures, seconds: 13, ownSeconds: 4, peakMb: 240 } },
])

describe('the benchmark of the import', () => {
  it('reads its arguments, and refuses others', () => {
    expect(readArguments([])).toMatchObject({ size: { articles: 100_000 }, rounds: 1, isEmbedded: false })
    expect(readArguments(['--size', 'small', '--embedded']).size.comments).toBe(10_000)
    for (const args of [['--size', 'huge'], ['--rounds', '0'], ['--seed', 'x'], ['--unknown']])
      expect(() => readArguments(args)).toThrow(ImportArgumentError)
  })

  it('imports lines that are records, each after the records that it names', () => {
    const names = new Set<unknown>()
    const lines = [...makeLines(7, SIZE)].map((line) =>
      parseContentRecord(JSON.parse(JSON.stringify(line)), builtInModel),
    )
    for (const { type, ...line } of lines as readonly Readonly<Record<string, unknown>>[]) {
      for (const name of [line['owner'], line['author'], line['article']])
        if (name !== undefined) expect(names).toContain(name)
      names.add(type === 'user' ? line['username'] : line['ref'])
    }
    expect(names.size).toBe(countLines(SIZE))
  })

  it('reports medians, and the ratio to the plain load', () => {
    const table = formatTable(rows, SIZE)
    expect(table).toContain('| plain SQL: COPY and search documents | 10.0 | 1.00 | 111 | – | 8.0 | – |')
    expect(table).toContain('| npx content-service import | 12.0 | 1.20 | 93 | 4.0 | 8.0 | 220 |')
    expect(drawLoads(rows, SIZE)).toContain('1,110 lines into an empty database')
  })
})
