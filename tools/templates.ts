import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { installPackages } from './examples.ts'

const run = promisify(execFile)

/** The addresses that a project of each template answers. */
export const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  service: ['/api/recipes'],
  express: ['/menu', '/api/recipes'],
  hono: ['/menu', '/api/recipes'],
}

/** Creates a project with the packed command, and installs the packed libraries there. */
export const installTemplate = async (
  project: string,
  { command, template, packages }: Readonly<Record<'command' | 'template' | 'packages', string>>,
): Promise<void> => {
  await run(process.execPath, [command, project, '--template', template, '--packages', packages])
  await installPackages(project)
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The arguments of node in the last line of the Dockerfile, so that the line is known to work. */
const readCommand = (project: string): readonly string[] => {
  const [, command = ''] = /^CMD (\[.*\])\s*$/m.exec(readFileSync(join(project, 'Dockerfile'), 'utf8')) ?? []
  return JSON.parse(command).slice(1)
}

const ask = async (url: string): Promise<number> => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(url).catch(() => null)
    if (response) return response.status
    await setTimeout(100)
  }
  throw new Error(`${url} did not answer for 30 seconds.`)
}

/** Starts the project as its image does, and asks its addresses. Returns the addresses that do not answer with 200. */
export const callTemplate = async (
  project: string,
  addresses: readonly string[],
): Promise<readonly string[]> => {
  const port = await findFreePort()
  const data = join(project, '.data')
  const env = { ...process.env, NODE_OPTIONS: '', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: data }
  const child = spawn(process.execPath, readCommand(project), {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const problems: string[] = []
    for (const address of addresses) {
      const status = await ask(`http://127.0.0.1:${port}${address}`)
      if (status !== 200) problems.push(`${address} answers with ${status}`)
    }
    return problems
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(data, { recursive: true })
  }
}
