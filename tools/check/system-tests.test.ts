import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { isBundled, PROGRAMS, requirePrograms, type Program } from '../programs/required-programs.ts'
import { listSystemTests, listTestFiles, type SystemTest } from './system-tests.ts'
import { chooseTier, PROOFS, TIERS } from './test-tiers.ts'

const root = resolve(import.meta.dirname, '../..')

let plain: readonly string[]
let system: readonly SystemTest[]
beforeAll(() => {
  plain = listTestFiles(false)
  system = listSystemTests()
}, 60_000)

const listNamed = (folders: string): readonly string[] =>
  globSync(`${folders}/**/*.{test,test-d,spec}.ts`, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|templates)$/.test(path),
  })

test('each file with tests runs in `npm test` or in `npm run test:system`, and in one of them alone', () => {
  const named = listNamed('{apps,libs,tools}')
  const run = [...plain, ...system.map(({ file }) => file)]
  expect(run.toSorted()).toEqual(named.toSorted())
})

test('each file of the libraries and apps belongs to one tier, and to the rules if it is no proof of authz', () => {
  const isIn = (file: string, globs: readonly string[]): boolean =>
    globs.some((glob) => matchesGlob(file, glob))
  const { rules, ...others } = TIERS
  for (const file of plain.filter((each) => !each.startsWith('tools/'))) {
    const homes = Object.values(others).filter(({ files }) => isIn(file, files)).length
    expect([file, homes || Number(isIn(file, rules.files))]).toEqual([file, 1])
  }
  for (const proofs of PROOFS)
    expect(plain.some((file) => matchesGlob(file, `libs/authz/${proofs}`))).toBe(true)
})

test('an unknown tier is an error that names the tiers', () => {
  expect(() => chooseTier('rulez')).toThrow(
    'There is no tier of tests called rulez. Choose one of: rules, databases, proofs.',
  )
})

test('`npm run tool check-packages` tests each example with tests', () => {
  const named = listNamed('examples').map((file) => file.split('/')[1])
  expect(named.toSorted()).toEqual(['realworld', 'team'])
})

test('a filter that matches no system test leaves out none', () => {
  expect(listSystemTests(['no-such-file'])).toEqual([])
})

test('each system test names the programs that it needs', () => {
  for (const { file, programs } of system) {
    expect([file, programs.length]).not.toEqual([file, 0])
    for (const name of programs) expect(Object.keys(PROGRAMS)).toContain(name)
  }
})

test('each program is needed by a system test, and the build server installs each program that is not bundled', () => {
  const needed = new Set(system.flatMap(({ programs }) => programs))
  expect([...needed].sort()).toEqual(Object.keys(PROGRAMS).sort())
  const [, packages = ''] = /^packages=\((.*)\)$/m.exec(readFileSync(join(root, '.ci/run'), 'utf8')) ?? []
  expect(packages.split(' ')).toEqual(
    (Object.keys(PROGRAMS) as Program[])
      .filter((name) => !isBundled(name))
      .map((name) => PROGRAMS[name].package)
      .sort(),
  )
})

test('a missing program is an error that says how to install the program', () => {
  const path = process.env['PATH']
  process.env['PATH'] = ''
  try {
    expect(() => requirePrograms('nginx' satisfies Program, 'Redis')).toThrow(
      'This file needs nginx and Redis. On Debian: apt-get install nginx-light redis-server',
    )
  } finally {
    process.env['PATH'] = path
  }
})
