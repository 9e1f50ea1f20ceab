import { spawn, type ChildProcess } from 'node:child_process'
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

/** A stop takes at most 10 s (C10.4). @throws if the program still runs then. */
const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const isLate = await Promise.race([ended.then(() => false), setTimeout(12_000, true, { ref: false })])
  if (!isLate) return
  child.kill('SIGKILL')
  await ended
  throw new Error('The program did not end within 12 seconds after SIGTERM.')
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
    await stop(child)
    await rm(data, { recursive: true })
  }
}
