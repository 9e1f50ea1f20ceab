import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const setup = JSON.stringify(join(import.meta.dirname, 'vitest-postgres.ts'))

/**
 * A workspace in which the projects `one` and `two` use PostgreSQL and `none` does not. Each writes its address to a
 * file.
 */
function workspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-postgres-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { projects: ['one', 'two', 'none'] } }`,
  )
  for (const name of ['one', 'two', 'none']) {
    mkdirSync(join(folder, name))
    const globalSetup = name === 'none' ? '[]' : `[${setup}]`
    writeFileSync(
      join(folder, name, 'vitest.config.ts'),
      `export default { test: { name: '${name}', globalSetup: ${globalSetup} } }`,
    )
    writeFileSync(
      join(folder, name, 'a.test.ts'),
      `import { appendFileSync } from 'node:fs'
       import { inject, test } from 'vitest'
       test('notes', () => appendFileSync('${folder}/urls', inject('postgresUrl') + '\\n'))`,
    )
  }
  return folder
}

function urlsSeen(folder: string, cwd: string, ...filters: string[]): string[] {
  execFileSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...filters], {
    cwd,
    stdio: 'pipe',
  })
  expect(existsSync(join(folder, 'urls'))).toBe(true)
  return readFileSync(join(folder, 'urls'), 'utf8').trim().split('\n')
}

test('the projects of one run share one server', () => {
  const folder = workspace()
  const urls = urlsSeen(folder, folder, '--project=one', '--project=two')
  expect(urls).toHaveLength(2)
  expect(new Set(urls).size).toBe(1)
  expect(urls[0]).toMatch(/^postgresql:/)
})

test('a project that runs alone has a server, too', () => {
  const folder = workspace()
  expect(urlsSeen(folder, join(folder, 'one'))).toEqual([expect.stringMatching(/^postgresql:/)])
})

test('a project that does not request a server gets none', () => {
  const folder = workspace()
  expect(urlsSeen(folder, folder, '--project=none')).toEqual(['undefined'])
})
