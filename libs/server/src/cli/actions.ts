import type { ParseArgsOptionsConfig } from 'node:util'
import { adviseName, findMeant } from '@content-service/domain/internal/rules'
import type { Composition } from '../composition/composition.ts'
import { parse, withDatabase, type Command, type OpenCommand } from './command.ts'
import { Misused } from './misused.ts'

/** The options of the actions of a command, in the form of `parseArgs` of Node, with their help. */
type Options = Readonly<Record<string, ParseArgsOptionsConfig[string] & { readonly help: string }>>

type Values<Given extends Options> = ReturnType<typeof parse<Given>>['values']

/** The arguments of an action, and the service. */
export interface Invocation<Given extends Options = Options> {
  readonly words: readonly string[]
  readonly values: Values<Given>
  readonly composition: Composition
  /** Runs work on the database of the settings. */
  open<Result>(work: (opened: OpenCommand) => Promise<Result>): Promise<Result>
}

/** One action of a command, such as `list` of `npx content-service keys`. */
export interface Action<Given extends Options = Options> {
  /** The arguments in the usage. Words are in capitals: optional words are in [], and … follows a word that may repeat. */
  readonly usage?: string
  readonly help: string
  readonly options?: readonly (keyof Given & string)[]
  /** Checks the arguments before it opens a database. Returns the exit code; nothing means 0. @throws Misused. */
  run(invocation: Invocation<Given>): Promise<number> | Promise<void>
}

interface Actions<Given extends Options> {
  readonly name: string
  readonly options?: Given
  readonly actions: Readonly<Record<string, Action<Given>>>
  /** Earlier names of actions, which the help does not list. */
  readonly aliases?: ReadonlyMap<string, string>
  /** The text at the end of the help. */
  readonly notes?: string
}

const OPTION = /\[?--\S+( [A-Z]+)?( …)?\]?/g
const WORD = /(\[?)[A-Z_]+( …)?\]?/g

const acceptsWords = (count: number, usage = ''): boolean => {
  const words = [...usage.replaceAll(OPTION, '').matchAll(WORD)]
  const required = words.filter(([, bracket]) => bracket === '')
  const canRepeat = words.some(([, , dots]) => dots !== undefined)
  return count >= required.length && (canRepeat || count <= words.length)
}

const writeUsage = (command: string, [name, { usage }]: readonly [string, Action<never>]): string =>
  ['npx content-service', command, name, ...(usage === undefined ? [] : [usage])].join(' ')

const INDENT = 19

const describe = (name: string, help: string): string =>
  `  ${name.padEnd(INDENT - 2)}${help.replaceAll('\n', `\n  ${' '.repeat(INDENT - 2)}`)}`

const renderHelp = <Given extends Options>({ name, options, actions, notes }: Actions<Given>): string => {
  const entries = Object.entries(actions)
  const details = entries.flatMap(([action, { help, options: names = [] }]) => [
    describe(action, help),
    ...names.map((option) => describe(`  --${option}`, options?.[option]?.help ?? '')),
  ])
  return [
    `Usage: ${entries.map((entry) => writeUsage(name, entry)).join('\n       ')}`,
    details.join('\n'),
    ...(notes === undefined ? [] : [notes]),
  ].join('\n\n')
}

const checkArguments = <Given extends Options>(
  command: string,
  [name, action]: readonly [string, Action<Given>],
  { words, values }: Pick<Invocation<Given>, 'words' | 'values'>,
): void => {
  const allowed: readonly string[] = action.options ?? []
  const other = Object.keys(values).find((option) => !allowed.includes(option))
  if (other !== undefined)
    throw new Misused(
      `The command ${command} ${name} has no option --${other}; ${adviseName(
        `--${other}`,
        [...allowed, 'help'].map((each) => `--${each}`),
      )}`,
    )
  if (!acceptsWords(words.length, action.usage))
    throw new Misused(`Usage: ${writeUsage(command, [name, action])}`)
}

const describeUnknown = (command: string, word: string, actions: readonly string[]): string => {
  const list = `${actions.join(', ')}. To see the details, run npx content-service ${command} --help`
  if (word === '') return `Give an action of ${command}: ${list}`
  const meant = findMeant(word, actions)
  return `${command} has no action ${word}.${meant === undefined ? '' : ` Did you mean ${meant}?`} The actions are ${list}`
}

/** A command whose first word is an action. The help is derived from its actions and options. */
export const createCommand = <const Given extends Options = Record<never, never>>(
  description: Actions<Given>,
): Command => {
  const { name: command, actions } = description
  return {
    help: renderHelp(description),
    run: (args, composition) => {
      const { values, positionals } = parse(command, args, description.options ?? ({} as Given))
      const [word = '', ...words] = positionals
      const name = description.aliases?.get(word) ?? word
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (action === undefined) throw new Misused(describeUnknown(command, word, Object.keys(actions)))
      checkArguments(command, [name, action], { words, values })
      return action.run({
        words,
        values,
        composition,
        open: (work) => withDatabase(command, composition, work),
      })
    },
  }
}
