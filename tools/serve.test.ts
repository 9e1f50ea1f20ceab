import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from './processes.ts'

const root = resolve(import.meta.dirname, '..')
const { nx } = JSON.parse(readFileSync(join(root, 'apps/api/package.json'), 'utf8'))

/** A workspace of one app and one library, linked and exported as ours are: what `nx serve api` runs, without its database. */
function workspace(): { folder: string; library: string } {
  const folder = mkdtempSync(join(tmpdir(), 'serve-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const library = join(folder, 'libs/domain/src/index.ts')
  const manifest = {
    name: '@content-service/domain',
    type: 'module',
    exports: { '@content-service/source': './src/index.ts' },
  }
  write(join(folder, 'libs/domain/package.json'), JSON.stringify(manifest))
  write(library, `export const word: string = 'first'`)
  write(
    join(folder, 'apps/api/src/main.ts'),
    `import { word } from '@content-service/domain'
     process.on('SIGTERM', () => { console.log('closed ' + word); process.exit() })
     console.log('serving ' + word)
     setInterval(() => {}, 1000)`,
  )
  mkdirSync(join(folder, 'node_modules/@content-service'), { recursive: true })
  symlinkSync(join(folder, 'libs/domain'), join(folder, 'node_modules/@content-service/domain'))
  return { folder, library }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test('a change in a library restarts the API within two seconds, after it has closed its database', async () => {
  const { folder, library } = workspace()
  const [, ...args] = nx.targets.serve.command.split(' ')
  const server = spawn(process.execPath, args, { cwd: folder })
  onTestFinished(() => void server.kill())
  let output = ''
  server.stdout.on('data', (chunk) => (output += chunk))
  await until(() => output.includes('serving first'))
  const changed = performance.now()
  writeFileSync(library, `export const word: string = 'second'`)
  await until(() => output.includes('serving second'))
  expect(performance.now() - changed).toBeLessThan(2000)
  expect(output.indexOf('closed first')).toBeLessThan(output.indexOf('serving second'))
  expect(output).toContain('closed first')
})
