import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `npm run tool count` prints the lines of source of each library, app and example: TypeScript without tests, test helpers,
 * generated files and migrations.
 */
const ROOT = resolve(import.meta.dirname, '../..')
const LEFT_OUT =
  /\.test(-d)?\.ts$|\/(?:testing|tests)\/|\/templates\/|\/migrations\/|\/bench\/|\/proof\/|resolver-types\.ts$|vitest.*\.ts$/
const GROUPS = ['libs', 'apps', 'examples']

const files = execFileSync('git', ['ls-files', ...GROUPS.map((group) => `${group}/**/*.ts`)], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !LEFT_OUT.test(file))

const countLines = (file: string): number =>
  readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length

const counts = new Map<string, number>()
for (const file of files) {
  const name = file.split('/').slice(0, 2).join('/')
  counts.set(name, (counts.get(name) ?? 0) + countLines(file))
}
for (const [name, lines] of counts) console.log(`${String(lines).padStart(7)}  ${name}`)
const sum = [...counts.values()].reduce((total, lines) => total + lines, 0)
console.log(`${String(sum).padStart(7)}  in all`)
