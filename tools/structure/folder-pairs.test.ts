import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * No two folders of a library import each other (decision 89). The files directly in `src` count as one folder. Tests, and what
 * only tests use, may import everything.
 */
const LIBRARIES = resolve(import.meta.dirname, '../../libs')
const IMPORT = /(?:from|import\() ?'(\.[^']+)'/g

/** The context names the types of the ports of all features. */
const EXCEPTION = join('domain', 'src', 'context', 'context.ts')

const isSource = (file: string): boolean =>
  file.endsWith('.ts') && !/\.test(?:-d)?\.ts$/.test(file) && !file.split(sep).includes('testing')

const findFolder = (sources: string, file: string): string => {
  const [first = '', ...rest] = relative(sources, file).split(sep)
  return rest.length === 0 ? '.' : first
}

/** The folders that each folder imports, with one of the imports. */
const listImports = (sources: string): ReadonlyMap<string, string> => {
  const imports = new Map<string, string>()
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(isSource)) {
    const file = join(sources, name)
    if (file.endsWith(EXCEPTION)) continue
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const [from, to] = [findFolder(sources, file), findFolder(sources, join(dirname(file), specifier))]
      if (from !== to && isSource(specifier)) imports.set(`${from} → ${to}`, name)
    }
  }
  return imports
}

describe('the folders of', () => {
  const names = readdirSync(LIBRARIES).filter((name) => existsSync(join(LIBRARIES, name, 'src')))

  it.each(names)('%s do not import each other', (name) => {
    const imports = listImports(join(LIBRARIES, name, 'src'))
    const pairs = [...imports].filter(([pair]) => imports.has(pair.split(' → ').toReversed().join(' → ')))
    expect(pairs).toEqual([])
    expect(names.length).toBeGreaterThan(10)
  })
})
