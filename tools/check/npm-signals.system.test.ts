import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../postgres/postgres-database.ts'
import { childrenOf, isRunning, killAndWait } from '../programs/process-tree.ts'
import { until } from '../programs/processes.ts'
import { requirePrograms } from '../programs/required-programs.ts'
import type {} from '../postgres/vitest-postgres.ts'

requirePrograms('npm')

const root = resolve(import.meta.dirname, '../..')

/** A process, the children of it, and so on. */
const listTree = (pid: number): readonly number[] => [pid, ...childrenOf(pid).flatMap(listTree)]

test.each(['npm start', 'npm run worker', 'npx content-service serve'])(
  'C10.4 SIGTERM to `%s` alone stops the program',
  async (line) => {
    const [command = '', ...args] = line.split(' ')
    const folder = mkdtempSync(join(tmpdir(), 'npm-signals-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const database = await createDatabase(inject('postgresUrl'))
    onTestFinished(database.drop)
    const { BASE_URL: _base, NODE_ENV: _mode, VITEST: _vitest, ...inherited } = process.env
    const settings = { DATABASE_URL: database.url, PORT: '0', SAMPLE_CONTENT: 'false', DATA_DIR: folder }
    const npm = spawn(command, args, {
      cwd: root,
      env: { ...inherited, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    npm.stdout.on('data', (chunk) => (said += chunk))
    await until(() => said.includes('is ready'))
    const tree = listTree(npm.pid as number)
    onTestFinished(() => Promise.all(tree.filter(isRunning).map(killAndWait)).then(() => undefined))
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    await until(() => !tree.some(isRunning))
    expect(tree.length).toBeGreaterThan(1)
  },
)
