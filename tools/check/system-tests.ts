import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
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
  const files = list(true, filters)
  return [...new Set(files)].map((file) => ({
    file,
    programs: readRequiredPrograms(file),
    tests: files.filter((each) => each === file).length,
  }))
}

/** The files that `npm test` runs, or with `system` those that `npm run test:system` runs. */
export function listTestFiles(system: boolean): readonly string[] {
  return [...new Set(list(system, ['--filesOnly']))]
}

/** The path of each test, or of each file. */
function list(system: boolean, options: readonly string[]): readonly string[] {
  const output = execFileSync(process.execPath, [VITEST, 'list', ...options, '--json'], {
    cwd: ROOT,
    env: { ...process.env, SYSTEM_TESTS: String(system) },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Without a matching file vitest prints nothing.
  const json = output.includes('[') ? output.slice(output.indexOf('[')) : '[]'
  const tests = JSON.parse(json) as readonly { readonly file: string }[]
  return tests.map(({ file }) => relative(ROOT, file)).sort()
}

function readRequiredPrograms(file: string): readonly string[] {
  const [, names = ''] = /^requirePrograms\(([^)]*)\)$/m.exec(readFileSync(join(ROOT, file), 'utf8')) ?? []
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}
