import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** The layers from the socket to the database. */
const LAYERS = ['server', 'graphql-schema', 'rest-handlers', 'domain', 'persistence']

/** The numbered files below a heading of ARCHITECTURE.md. */
const readDocumented = (name: string): readonly string[] => {
  const text = readFileSync(resolve(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const [, section = ''] = text.split(`\n### The way of ${name}\n`)
  const [list = ''] = section.split('\n#')
  return [...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file)
}

let traced: Readonly<Record<string, readonly string[]>>
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@content-service/source', 'tools/request-files.ts'],
    { cwd: ROOT, timeout: 60_000 },
  )
  traced = JSON.parse(stdout)
}, 60_000)

describe.each([
  ['a GraphQL list', 12],
  ['a REST list', 12],
  ['a GraphQL mutation', 14],
  ['a REST PATCH', 14],
])('the way of %s', (name, most) => {
  it('is as ARCHITECTURE.md describes it', () => {
    expect(traced[name]).toEqual(readDocumented(name))
  })

  it(`has at most ${most} steps`, () => {
    expect(traced[name]?.length).toBeLessThanOrEqual(most)
  })

  it('goes down through the layers once', () => {
    const layers = (traced[name] ?? []).map((file) => LAYERS.indexOf(file.split('/')[0] ?? ''))
    expect(layers).toEqual(layers.toSorted((one, other) => one - other))
  })
})
