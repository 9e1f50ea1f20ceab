import { Misused, say, type Command } from './command.ts'

type Load = () => Promise<{ readonly command: Command }>

/** What an operator can ask for, in the order of need. */
export const COMMANDS = {
  serve: ['start the service', () => import('./serve.ts')],
  worker: ['start a worker beside it', () => import('./worker.ts')],
  doctor: ['say what is wrong with the settings, and how to mend it', () => import('./doctor.ts')],
  migrate: ['bring the database up to date', () => import('./migrate.ts')],
  import: ['read content from a file', () => import('./import.ts')],
  export: ['write all content to a file', () => import('./export.ts')],
  backup: ['write the embedded database to a file', () => import('./backup.ts')],
  restore: ['bring it back into an empty folder', () => import('./restore.ts')],
  users: ['list users, make an account, give it roles or a new password', () => import('./users.ts')],
  keys: ['list and revoke API keys', () => import('./keys.ts')],
  clients: ['list, register, rotate and revoke OAuth clients', () => import('./clients.ts')],
  check: ['check whether the records agree with each other', () => import('./check.ts')],
  'dead-letters': ['list and replay deliveries that were given up', () => import('./dead-letters.ts')],
  policy: ['print, check and explain what roles may do', () => import('./policy.ts')],
} as const satisfies Readonly<Record<string, readonly [summary: string, load: Load]>>

const HELP = `Usage: content-service COMMAND [--help]

${Object.entries(COMMANDS)
  .map(([name, [summary]]) => `  ${name.padEnd(14)}${summary}`)
  .join('\n')}

Everything is set by the environment: content-service serve --help lists the settings.
Exit code: 0 all well, 1 done with complaints, 2 nothing was done.`

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name)

/** The exit code. @throws whatever there is to tell the operator. */
export const runCommand = async ([name = '--help', ...args]: readonly string[]): Promise<number> => {
  if (name === '--help') return (say(HELP), 0)
  if (!isCommand(name)) throw new Misused(`There is no command ${name}; content-service --help lists them.`)
  const [, load] = COMMANDS[name]
  const { command } = await load()
  if (command.help !== null && args.includes('--help')) return (say(command.help), 0)
  return command.run(args)
}
