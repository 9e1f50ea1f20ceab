import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPackages } from './examples.ts'
import { waitForStatus, withProgram } from './started-program.ts'

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

/** The arguments of node in the last line of the Dockerfile, so that the line is known to work. */
const readCommand = (project: string): readonly string[] => {
  const [, command = ''] = /^CMD (\[.*\])\s*$/m.exec(readFileSync(join(project, 'Dockerfile'), 'utf8')) ?? []
  return JSON.parse(command).slice(1)
}

/** Starts the project as its image does, and asks its addresses. Returns the addresses that do not answer with 200. */
export const callTemplate = (project: string, addresses: readonly string[]): Promise<readonly string[]> =>
  withProgram({ project, args: readCommand(project) }, async (url) => {
    const statuses = await Promise.all(addresses.map((address) => waitForStatus(url + address)))
    return addresses.flatMap((address, at) =>
      statuses[at] === 200 ? [] : [`${address} answers with ${statuses[at]}`],
    )
  })
