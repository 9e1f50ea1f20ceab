import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `npm run tool count` prints the lines of code of each library, app, example, and of the tools, in all languages of the
 * repository: sources, what tests and benchmarks use, and what programs have written.
 */
const ROOT = resolve(import.meta.dirname, '../..')
const CODE = /\.(?:[cm]?[jt]sx?|vue|graphql|sql|sh)$/
const GENERATED = /resolver-types\.ts$|\/generated\/|\/schema(?:\.released)?\.graphql$|\.snap$/
const TESTS = /\.(?:test|test-d|spec|bench)\.[jt]sx?$|(?<!^libs)\/(?:testing|tests|bench|proof)\/|vitest/

type Kind = 'sources' | 'tests' | 'generated'
type Counts = Record<Kind, number>

const findKind = (file: string): Kind => {
  if (GENERATED.test(file)) return 'generated'
  return TESTS.test(file) ? 'tests' : 'sources'
}

const findPart = (file: string): string =>
  /^(?:libs|apps|examples)\//.test(file) ? file.split('/').slice(0, 2).join('/') : (file.split('/')[0] ?? '')

const countLines = (file: string): number =>
  readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length

const files = execFileSync('git', ['ls-files', 'libs', 'apps', 'examples', 'tools', '.ci'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => CODE.test(file) || file === '.ci/run')

const parts = new Map<string, Counts>()
const sum: Counts = { sources: 0, tests: 0, generated: 0 }
for (const file of files) {
  const counts = parts.get(findPart(file)) ?? { sources: 0, tests: 0, generated: 0 }
  const [kind, lines] = [findKind(file), countLines(file)]
  counts[kind] += lines
  sum[kind] += lines
  parts.set(findPart(file), counts)
}

const show = ({ sources, tests, generated }: Counts, part: string): void =>
  console.log([sources, tests, generated].map((lines) => String(lines).padStart(9)).join('') + `  ${part}`)

console.log('  sources    tests  written')
for (const [part, counts] of parts) show(counts, part)
show(sum, 'in all')
