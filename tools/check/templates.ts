import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPackages } from './examples.ts'
import { waitForStatus, withProgram } from '../programs/started-program.ts'

const run = promisify(execFile)

/** The addresses that a project of each template answers. */
export const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  service: ['/api/recipes'],
  bare: ['/api/recipes'],
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

const readProject = (project: string, file: string): string => readFileSync(join(project, file), 'utf8')

/** The arguments of node in the last line of the Dockerfile, so that the line is known to work. */
const readCommand = (project: string): readonly string[] => {
  const [, command = ''] = /^CMD (\[.*\])\s*$/m.exec(readProject(project, 'Dockerfile')) ?? []
  return JSON.parse(command).slice(1)
}

/** `NAME=value` from the last stage of the Dockerfile, or from a file for `docker run --env-file`. */
const readVariables = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/(?<=^|\s)([A-Z][A-Z_]*)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )

/** The variables of the container: those of its image, and those of the file that the README makes. */
const makeEnvironment = async (project: string): Promise<Readonly<Record<string, string>>> => {
  const [command = ''] = /^echo .*> \.env$/m.exec(readProject(project, 'README.md')) ?? []
  await run('sh', ['-c', command], { cwd: project })
  const [image = ''] =
    readProject(project, 'Dockerfile')
      .match(/^ENV .*$/gm)
      ?.slice(-1) ?? []
  // Other machines must not reach a server of a test.
  return { ...readVariables(image), ...readVariables(readProject(project, '.env')), HOST: '127.0.0.1' }
}

/** C15.23: a model without articles, comments and live types has no subscription. */
const hasSubscriptions = async (url: string): Promise<boolean> => {
  const query = encodeURIComponent('{ __schema { subscriptionType { name } } }')
  const response = await fetch(`${url}/graphql?query=${query}`)
  const { data } = (await response.json()) as {
    readonly data: { readonly __schema: { readonly subscriptionType: object | null } }
  }
  return data.__schema.subscriptionType !== null
}

/** A subscription that stays open until the server ends it. */
const openStream = (url: string): Promise<Response> =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { articlePublished { id } }' }),
  })

const findProblems = async (url: string, addresses: readonly string[]): Promise<readonly string[]> => {
  const wrongKey = { headers: { 'x-api-key': 'nonsense' } }
  const problems: string[] = []
  for (const address of addresses) {
    const status = await waitForStatus(url + address)
    if (status !== 200) problems.push(`${address} answers with ${status}`)
    const refused = await fetch(url + address, wrongKey)
    if (refused.status !== 401) problems.push(`${address} answers a wrong key with ${refused.status}`)
  }
  const stream = (await hasSubscriptions(url)) ? await openStream(url) : null
  if (stream && stream.status !== 200) problems.push(`a subscription answers with ${stream.status}`)
  return problems
}

/**
 * Starts the project as its README says, and as its image does, asks its addresses, and stops it while a stream is open.
 * Returns what is wrong.
 */
export const callTemplate = async (
  project: string,
  addresses: readonly string[],
): Promise<readonly string[]> => {
  const { scripts } = JSON.parse(readProject(project, 'package.json'))
  const start = { project, args: String(scripts.start).split(' ').slice(1) }
  const container = { project, args: readCommand(project), env: await makeEnvironment(project) }
  const problems: string[] = []
  for (const program of [start, container])
    problems.push(...(await withProgram(program, (url) => findProblems(url, addresses))))
  return problems
}
