import { isPlainObject } from '../../rules/is-object.ts'
import { adviseName, findUnknownOptions } from '../../rules/similar-name.ts'
import type { HandlerDeclaration } from '../handlers/handler.ts'
import { problem } from './model-problem.ts'

const HANDLER_OPTIONS = [
  'on',
  'permissions',
  'timeout',
  'run',
] as const satisfies readonly (keyof HandlerDeclaration)[]

/** The name goes into the audit log, metrics and command lines. */
const NAME = /^[a-z][A-Za-z0-9]*$/
const MOST_CHARACTERS = 64
/** The time of a run decides how long the event of a killed worker waits. */
const MOST_SECONDS = 300

const EXAMPLE = "{ on: ['article.published'], run: async (event, context) => {} }"

interface Known {
  readonly events: readonly string[]
  readonly permissions: readonly string[]
}

const checkName = (name: string): readonly string[] =>
  problem(
    !NAME.test(name) || name.length > MOST_CHARACTERS,
    `the name must be letters and digits that begin with a small letter, at most ${MOST_CHARACTERS}, such as mailGuests`,
  )

const describe = (given: unknown): string =>
  typeof given === 'string' ? given : (JSON.stringify(given) ?? typeof given)

const checkWords = (given: readonly unknown[], known: readonly string[], what: string): readonly string[] => [
  ...given.flatMap((word) =>
    problem(
      !known.some((each) => each === word),
      `no ${what} has the name ${describe(word)}; ${adviseName(describe(word), known)}`,
    ),
  ),
  ...problem(new Set(given).size < given.length, `names an ${what === 'event' ? 'event' : 'entry'} twice`),
]

const checkEvents = (on: unknown, { events }: Known): readonly string[] =>
  Array.isArray(on) && on.length > 0
    ? checkWords(on, events, 'event').map((wrong) => `on: ${wrong}`)
    : ["on: must be a list of events, such as ['article.published']"]

const checkPermissions = (given: unknown, { permissions }: Known): readonly string[] => {
  if (given === undefined) return []
  if (!Array.isArray(given)) return ["permissions: must be a list, such as ['articles:read']"]
  return checkWords(given, permissions, 'permission').map((wrong) => `permissions: ${wrong}`)
}

const checkTimeout = (given: unknown): readonly string[] =>
  problem(
    given !== undefined && !(typeof given === 'number' && given > 0 && given <= MOST_SECONDS),
    `timeout: must be a number of seconds above 0, at most ${MOST_SECONDS}`,
  )

const checkHandler = (given: unknown, known: Known): readonly string[] => {
  if (!isPlainObject(given)) return [`must be an object such as ${EXAMPLE}`]
  return [
    ...findUnknownOptions(given, HANDLER_OPTIONS),
    ...checkEvents(given['on'], known),
    ...checkPermissions(given['permissions'], known),
    ...checkTimeout(given['timeout']),
    ...problem(typeof given['run'] !== 'function', 'run: must be a function of the event and the context'),
  ]
}

/** C16.4: what is wrong with the handlers of a model, with the place of each problem. */
export const checkHandlers = (handlers: unknown, known: Known): readonly string[] => {
  if (handlers === undefined) return []
  if (!isPlainObject(handlers)) return [`handlers: must be an object such as { mailGuests: ${EXAMPLE} }`]
  return Object.entries(handlers).flatMap(([name, given]) =>
    [...checkName(name), ...checkHandler(given, known)].map((wrong) => `handlers.${name}: ${wrong}`),
  )
}
