import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../postgres/postgres.ts'
import { waitForStatus, withProgram } from '../programs/started-program.ts'
import type { Packed } from './packed.ts'

const run = promisify(execFile)
const EXAMPLES = resolve(import.meta.dirname, '../../examples')

/** Copies an example to a folder outside of the workspace, and installs the packed libraries there. */
export const installExample = async (project: string, packed: readonly Packed[]): Promise<void> => {
  await cp(join(EXAMPLES, basename(project)), project, {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  })
  const file = join(project, 'package.json')
  const { dependencies, ...manifest } = JSON.parse(await readFile(file, 'utf8'))
  const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
  await writeFile(file, JSON.stringify({ ...manifest, dependencies: { ...dependencies, ...tarballs } }))
  await installPackages(project)
}

export const installPackages = async (project: string): Promise<void> => {
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: project })
}

/** The output of a script of the example if the script fails. */
const failureOf = async (
  project: string,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> => {
  // The scripts run with the Node of this program, because the Node on the PATH may be too old.
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`
  try {
    await run('npm', ['run', '--silent', script], {
      cwd: project,
      env: { ...process.env, ...env, PATH: path },
    })
    return []
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return [`${basename(project)}: npm run ${script}\n${stdout}\n${stderr}`]
  }
}

export const checkTypes = (project: string): Promise<readonly string[]> => failureOf(project, 'typecheck')

/** The `curl` commands of the README of an example. */
const readCommands = async (project: string): Promise<readonly string[]> => {
  const readme = await readFile(join(project, 'README.md'), 'utf8')
  return /```sh\n(curl [^]*?)```/.exec(readme)?.[1]?.split(/\n(?=curl)/) ?? []
}

/** Starts the example, and runs the `curl` commands of its README. Returns the commands that failed. */
export const runReadme = async (project: string): Promise<readonly string[]> => {
  const commands = await readCommands(project)
  const env = { JWT_SECRET: 'thirty-two characters of a secret' }
  return withProgram({ project, args: ['src/main.ts'], env }, async (url) => {
    await waitForStatus(`${url}/api/articles`)
    const problems: string[] = commands.length > 0 ? [] : ['README.md has no command with curl.']
    for (const command of commands) {
      const changed = command
        .replace('curl -s', 'curl -sS --fail-with-body')
        .replace('http://localhost:3000', url)
      await run('sh', ['-c', changed]).catch((error: Error & { stdout?: string }) =>
        problems.push(`${command}\n${error.stdout || error.message}`),
      )
    }
    return problems
  })
}

/** Runs the tests of the example on the embedded database. */
export const testEmbedded = (project: string): Promise<readonly string[]> => failureOf(project, 'test')

/** Runs the tests of the example on PostgreSQL, with a worker and two API processes. */
export const testPostgres = async (project: string): Promise<readonly string[]> => {
  const postgres = await startPostgres({})
  try {
    return await failureOf(project, 'test', { DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}
