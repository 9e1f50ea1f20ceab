import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FILES = globSync('{index,*/index}.ts', { cwd: import.meta.dirname })

/** The names that a file of exports lists; `export * as field` is the name `field`. */
function listNames(file: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(','),
  )
  const spaces = [...text.matchAll(/export \* as (\w+)/g)].map(([, name = '']) => name)
  const names = lists.map((item) => item.trim().replace('type ', '')).filter((name) => name !== '')
  return [...names, ...spaces]
}

test('no name has two entries, so that an import has one right form', () => {
  const names = FILES.flatMap(listNames)
  expect(names).toContain('createArticle')
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

test('no entry exports whole files: a new name of a file stays internal until an entry lists it', () => {
  const texts = FILES.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  expect(texts.filter((text) => /export (type )?\* from/.test(text))).toEqual([])
})

test('what teams start from imports no internal entry', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = globSync('{examples,libs/create/templates,docs}/**/*.{ts,mjs,md}', {
    cwd: root,
    exclude: ['**/node_modules', 'docs/decisions', 'docs/migration.md'],
  })
  expect(files.length).toBeGreaterThan(50)
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  expect(files.filter((_, place) => texts[place]?.includes('domain/internal/'))).toEqual([])
})

test('package.json has an entry for each list of exports', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  const sources = Object.values<Record<string, string>>(manifest.exports).map(
    (entry) => entry['@content-service/source'],
  )
  expect(FILES.filter((file) => !sources.includes(`./src/${file}`))).toEqual([])
})
