import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

/** A file that only `npm run test:system` runs. */
export interface SystemTest {
  readonly file: string
  /** The names that the file gives to `requirePrograms`. */
  readonly programs: readonly string[]
  readonly tests: number
}

/** Reads the files without running them: a table of cases counts as one test. */
export function listSystemTests(filters: readonly string[] = []): readonly SystemTest[] {
  const files = listTests(true, filters).map(({ file }) => file)
  return [...new Set(files)].sort().map((file) => ({
    file: relative(ROOT, file),
    programs: readRequiredPrograms(file),
    tests: files.filter((each) => each === file).length,
  }))
}

/** The tests that `npm test` (or, with `system`, `npm run test:system`) runs, each with its file. */
export function listTests(
  system: boolean,
  filters: readonly string[] = [],
): readonly { readonly file: string }[] {
  const env = { ...process.env, SYSTEM_TESTS: String(system) }
  const output = execFileSync(process.execPath, [VITEST, 'list', '--json', ...filters], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return JSON.parse(output.slice(output.indexOf('[')))
}

function readRequiredPrograms(file: string): readonly string[] {
  const [, names = ''] = /^requirePrograms\(([^)]*)\)$/m.exec(readFileSync(file, 'utf8')) ?? []
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}
