import { adviseName, findMeant } from '@content-service/domain/internal/rules'
import { VERSION } from '../version.ts'
import { describeFailure } from '../start/describe-failure.ts'
import { keepGarbageSpaceSmall } from '../start/little-garbage-space.ts'
import type { Composition, ServiceOptions } from '../composition/composition.ts'
import { collectGarbageEarly } from './collect-garbage-early.ts'
import type { Command } from './command.ts'
import { Misused, say } from './misused.ts'
import { findContent } from './find-content.ts'

type Load = () => Promise<{ readonly command: Command }>

/** The programs print their own help. */
const toCommand = (run: Command['run']): Awaited<ReturnType<Load>> => ({ command: { help: null, run } })

/** The commands, in the order in which an operator needs them. */
export const COMMANDS: Readonly<Record<string, readonly [summary: string, load: Load]>> = {
  serve: ['start the service', async () => toCommand((await import('../serve.ts')).serve)],
  worker: [
    'start a worker, which does background jobs for the service',
    async () => toCommand((await import('../worker/work.ts')).work),
  ],
  doctor: ['check the settings and say what to change', () => import('./doctor/doctor.ts')],
  migrate: ['migrate the database to this version', () => import('./migrate.ts')],
  import: [
    'import content from a file',
    () => {
      collectGarbageEarly()
      return import('./import.ts')
    },
  ],
  export: ['export all content to a file', () => import('./export.ts')],
  backup: ['back up the embedded database to a file', () => import('./backup.ts')],
  restore: ['restore a backup into an empty folder', () => import('./restore.ts')],
  users: ['list users, create a user, set roles or a new password', () => import('./users.ts')],
  keys: ['list and revoke API keys', () => import('./keys.ts')],
  clients: ['list, register, rotate and revoke OAuth clients', () => import('./clients.ts')],
  check: ['check whether the records are consistent', () => import('./check.ts')],
  'dead-letters': ['list and replay deliveries that the service gave up', () => import('./dead-letters.ts')],
  handlers: [
    'list and retry the events that handlers of the content have not handled',
    () => import('./handlers.ts'),
  ],
  types: ['list the content types, check their tables and propose migrations', () => import('./types.ts')],
  policy: ['print, check and explain the policy of roles', () => import('./policy.ts')],
}

const HELP = `Usage: npx content-service COMMAND [--help]
       npx content-service --version

${Object.entries(COMMANDS)
  .map(([name, [summary]]) => `  ${name.padEnd(14)}${summary}`)
  .join('\n')}

You configure the commands with environment variables. npx content-service serve --help lists them.
Exit code: 0 success, 1 success with problems, 2 failure.`

const isHelp = (argument: string): boolean => argument === '--help' || argument === '-h'

const suggestCommand = (name: string): string => {
  const meant = findMeant(name, Object.keys(COMMANDS))
  return meant === undefined ? '' : `Did you mean ${meant}? `
}

const OPTIONS = ['--help', '--version']

const describeUnknown = (name: string): string =>
  name.startsWith('-')
    ? `content-service has no option ${name} before the command; ${adviseName(name, OPTIONS)}`
    : `There is no command ${name}. ${suggestCommand(name)}To see the commands, run npx content-service --help`

/** Returns the exit code. @throws Error with a message for the operator. */
export const runCommand = async (
  [name = '--help', ...args]: readonly string[],
  composition: Composition,
): Promise<number> => {
  if (isHelp(name)) return (say(HELP), 0)
  if (name === '--version') return (say(`content-service ${VERSION}`), 0)
  const known = Object.hasOwn(COMMANDS, name) && COMMANDS[name]
  if (!known) throw new Misused(describeUnknown(name))
  const [, load] = known
  const { command } = await load()
  if (command.help !== null && args.some(isHelp)) return (say(command.help), 0)
  return (await command.run(args, composition)) ?? 0
}

const LINGER_MS = 1_000

/** The commands that run until a signal ends them. */
const PROGRAMS = ['serve', 'worker']

/** The options, or a function that finds them. */
type Content = ServiceOptions | (() => Promise<ServiceOptions>)

/** The command of operators. `run` sets the exit code of the process, and prints what fails. */
export const createCli = (content: Content = {}): { run(args: readonly string[]): Promise<void> } => ({
  run: async (args) => {
    try {
      // Before the first large module. The programs let it grow again when they have started.
      if (PROGRAMS.some((program) => program === args[0])) keepGarbageSpaceSmall()
      const options = typeof content === 'function' ? await content() : content
      const { createComposition } = await import('../composition/composition.ts')
      process.exitCode = await runCommand(args, createComposition(options))
      // A server that hangs keeps its connection, and the process with it.
      if (args[0] === 'doctor') setTimeout(() => process.exit(), LINGER_MS).unref()
    } catch (error) {
      process.stderr.write(`${describeFailure(error)}\n`)
      process.exitCode = 2
    }
  },
})

/** `npx content-service`, with the content types of the project in this folder. */
export const runInProject = (args: readonly string[]): Promise<void> =>
  createCli(() => findContent(process.cwd())).run(args)
