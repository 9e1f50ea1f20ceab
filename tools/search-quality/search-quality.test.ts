import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Ended {
  readonly code: number
  readonly output: string
}

const run = (...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const program = ['--conditions=@content-service/source', join(import.meta.dirname, 'search-quality.ts')]
    execFile(process.execPath, [...program, ...args], (error, output) =>
      resolve({ code: Number(error?.code ?? 0), output }),
    )
  })

const LINES = [
  { type: 'user', username: 'ada', name: 'Ada', email: 'ada@example.org', role: 'AUTHOR' },
  ...['A lantern in the harbour', 'Seventeen bicycles', 'Tea'].map((title) => ({
    type: 'article',
    ref: title,
    title,
    content: 'Some text.',
    owner: 'ada',
    tags: [],
    status: 'PUBLISHED',
  })),
]

describe('npm run tool search-quality', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'search-quality-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('measures the titles of a file that have a word of six letters or more', async () => {
    const file = join(folder, 'content.ndjson')
    writeFileSync(file, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { code, output } = await run(file)
    expect(code).toBe(0)
    expect(output).toContain('3 of 3 titles find their own article.')
    expect(output).toMatch(/^dropped, 6–7 letters .*%/m)
    expect(output).toMatch(/^all of these +100\.0 % of +8 +100\.0 % of +8 +100\.0 % of +8$/m)
  })

  it('prints its help when no file is named', async () => {
    expect(await run()).toEqual({
      code: 2,
      output: expect.stringContaining('npm run tool -- search-quality FILE'),
    })
  })
})
