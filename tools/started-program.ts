import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The status of an address, as soon as its server listens. */
export const waitForStatus = async (url: string): Promise<number> => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(url).catch(() => null)
    if (response) return response.status
    await setTimeout(100)
  }
  throw new Error(`${url} did not answer for 30 seconds.`)
}

export interface Program {
  /** The folder in which it starts. */
  readonly project: string
  /** The arguments of node. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a program with new data, and stops it after the work. */
export const withProgram = async <T>(
  { project, args, env = {} }: Program,
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const port = await findFreePort()
  const data = join(project, '.data')
  const settings = { NODE_OPTIONS: '', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: data, ...env }
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(data, { recursive: true })
  }
}
