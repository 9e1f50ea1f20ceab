import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** A change of a few files needs no new table. */
const TOLERANCE = 10

/** The rows of the table in ARCHITECTURE.md. */
const readDocumented = (): readonly (readonly [string, number])[] => {
  const text = readFileSync(resolve(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.flatMap(([, name = '', count = '']) =>
    /^(?:an?|the) /.test(name) && /^\d+$/.test(count) ? [[name, Number(count)] as const] : [],
  )
}

let counted: Readonly<Record<string, Readonly<Record<string, number>>>>
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@content-service/source', 'tools/generate/request-files.ts'],
    { cwd: ROOT, timeout: 60_000 },
  )
  counted = JSON.parse(stdout)
}, 60_000)

it('ARCHITECTURE.md says how many files take part in each request', () => {
  const documented = readDocumented()
  expect(documented.map(([name]) => name)).toEqual(Object.keys(counted))
  for (const [name, files] of documented) {
    const actual = Object.values(counted[name] ?? {}).reduce((sum, each) => sum + each, 0)
    expect(Math.abs(actual - files), `${name}: ${actual} files`).toBeLessThanOrEqual(TOLERANCE)
  }
})
