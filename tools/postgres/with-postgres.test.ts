import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../programs/processes.ts'

function withPostgres(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'with-postgres.ts'), ...args])
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number)
  return { child, ended, output: () => output }
}

const connects = `
  const { Client } = await import('pg')
  const client = new Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  console.log((await client.query('SELECT current_setting($1) AS value', ['fsync'])).rows[0].value)
  await client.end()
  process.exitCode = 7`

test.each([
  [[], 'off'],
  [['--durable', '--'], 'on'],
])('%j: the command reaches the database, and its exit code is ours (fsync %s)', async (options, fsync) => {
  const run = withPostgres(...options, process.execPath, '--input-type=module', '--eval', connects)
  expect([await run.ended, run.output()]).toEqual([7, `${fsync}\n`])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s goes on to the command, which may end in its own way',
  async (signal) => {
    const command = `process.on('${signal}', () => { console.log('bye'); process.exit(3) }); console.log('up'); setInterval(() => {}, 1000)`
    const run = withPostgres(process.execPath, '--eval', command)
    await until(() => run.output().includes('up'))
    run.child.kill(signal)
    expect([await run.ended, run.output()]).toEqual([3, 'up\nbye\n'])
  },
)

test('a command that is ended by a signal gives 128 + its number, and a missing command gives 127', async () => {
  expect(await withPostgres('sh', '-c', 'kill -KILL $$').ended).toBe(137)
  expect(await withPostgres('there-is-no-such-command').ended).toBe(127)
})

test('--help prints the help; no command or an unknown option is a usage error', async () => {
  const runs = [['--help'], [], ['--fast', 'ls']].map((args) => withPostgres(...args))
  expect(await Promise.all(runs.map((run) => run.ended))).toEqual([0, 2, 2])
  for (const run of runs) expect(run.output()).toMatch(/^Usage: /)
})
