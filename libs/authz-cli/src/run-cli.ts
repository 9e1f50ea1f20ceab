import { InvalidPolicy } from '@content-service/authz'
import { check } from './check.ts'
import { type Command, UsageError, parseArguments } from './command.ts'
import { diff } from './diff.ts'
import { explain } from './explain.ts'
import { test } from './test.ts'

const COMMANDS: Readonly<Record<string, Command>> = { check, diff, explain, test }

const listCommands = (): string => {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length))
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`)
  return `Usage: authz COMMAND

${lines.join('\n')}

A policy is a JSON or YAML file, or a module that exports it. "authz COMMAND --help" describes a command.`
}

/** Commands of other packages, which people look for here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  migrate: 'To write a policy of rules of CASL, run npx @content-service/authz-casl migrate PATH',
}

const WANTS_HELP = /^(--help|-h|help)$/

/** Runs the command that the arguments name. Returns the exit code. */
async function run([name = '', ...rest]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (WANTS_HELP.test(name)) return show(listCommands())
  if (Object.hasOwn(ELSEWHERE, name)) throw new UsageError(ELSEWHERE[name])
  if (!command) throw new UsageError(`${name ? `There is no command "${name}".\n\n` : ''}${listCommands()}`)
  if (rest.some((argument) => WANTS_HELP.test(argument)))
    return show(`Usage: authz ${command.usage}\n\n${command.help}`)
  return command.run(parseArguments(command, rest))
}

function show(text: string): number {
  console.log(text)
  return 0
}

/** Runs a command, and prints its errors. Returns the exit code. */
export async function runCli(given: readonly string[]): Promise<number> {
  try {
    return await run(given)
  } catch (error) {
    // Errors of a module with a policy show their stack, because the mistake is in that module.
    console.error(error instanceof UsageError || error instanceof InvalidPolicy ? error.message : error)
    return 2
  }
}
