import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../programs/processes.ts'

const root = resolve(import.meta.dirname, '../..')
const { nx } = JSON.parse(readFileSync(join(root, 'apps/api/package.json'), 'utf8'))

/**
 * A workspace of one app and one library with the links and exports of this one: `nx serve api` without its database.
 */
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
    join(folder, 'apps/api/src/start.js'),
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

/** Runs the command without nx, which would only take a second more to start. */
function serve(cwd: string, env: NodeJS.ProcessEnv = {}) {
  const [, ...args] = nx.targets.serve.command.split(' ')
  const server = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } })
  let output = ''
  server.stdout.on('data', (chunk) => (output += chunk))
  onTestFinished(async () => {
    server.kill()
    await once(server, 'exit')
  })
  return () => output
}

test('a change in a library restarts the API after it has closed its database', async () => {
  const { folder, library } = workspace()
  const output = serve(folder)
  await until(() => output().includes('serving first'))
  writeFileSync(library, `export const word: string = 'second'`)
  await until(() => output().includes('serving second'))
  expect(output().indexOf('closed first')).toBeLessThan(output().indexOf('serving second'))
  expect(output()).toContain('closed first')
})

test('the API restarts with its data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'serve-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // vitest sets the variable BASE_URL.
  const output = serve(root, { PORT: '0', DATA_DIR: folder, DATABASE_URL: '', BASE_URL: '' })
  const starts = () => [...output().matchAll(/http:\S+\/graphql/g)].map(([url]) => url)
  await until(() => starts().length === 1)
  const before = await newestArticles(starts()[0])
  utimesSync(join(root, 'libs/domain/src/index.ts'), new Date(), new Date())
  await until(() => starts().length === 2)
  expect(before.length).toBeGreaterThan(0)
  expect(await newestArticles(starts()[1])).toEqual(before)
})

async function newestArticles(url = ''): Promise<{ id: string }[]> {
  const body = JSON.stringify({ query: '{ articles { id title } }' })
  // The API stops at once if no connection stays open.
  const headers = { 'content-type': 'application/json', connection: 'close' }
  const answer = await fetch(url, { method: 'POST', headers, body })
  return ((await answer.json()) as { data: { articles: { id: string }[] } }).data.articles
}
