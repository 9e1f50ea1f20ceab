import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { LIBRARY, writeShippedTypes } from './testing/shipped-types.ts'

const readText = (name: string) => readFileSync(join(LIBRARY, name), 'utf8')

/** The bytes of an entry with all that it imports, minified and gzipped. */
async function measureEntry(entry: string): Promise<number> {
  const bundle = await rolldown({ input: join(LIBRARY, 'src', entry) })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  expect(output[0].imports).toEqual([])
  expect(output[0].code).not.toMatch(/\b(process|Buffer|require|eval|Function)\s*[.(]/)
  return gzipSync(output[0].code, { level: 9 }).length
}

describe('the package', () => {
  it.each([
    ['index.ts', 5],
    ['documents/index.ts', 2.5],
    ['input/to-input.ts', 1],
    ['live/subscribe.ts', 2.5],
    ['oauth/sign-in.ts', 2.5],
  ])('%s has at most %d KB, minified and gzipped, and uses nothing of Node', async (entry, kilobytes) => {
    expect(await measureEntry(entry)).toBeLessThanOrEqual(kilobytes * 1024)
  })

  it('has no dependency', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(readText('package.json'))
    expect({ dependencies, peerDependencies, peerDependenciesMeta }).toEqual({
      dependencies: undefined,
      peerDependencies: { 'gql.tada': expect.any(String) },
      peerDependenciesMeta: { 'gql.tada': { optional: true } },
    })
  })

  it('has the types of the service; `npm run generate` writes them anew', async () => {
    for (const [name, text] of Object.entries(await writeShippedTypes()))
      expect(readText(name), name).toBe(text)
  })
})
