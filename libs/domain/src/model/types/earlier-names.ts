import { isObject } from '../../rules/is-object.ts'
import { findUnknownOptions } from '../../rules/similar-name.ts'
import { problem } from '../checks/model-problem.ts'
import { toWord } from '../fields/field.ts'
import { deriveNames } from './type-names.ts'

/** C17.10: what a declaration gives of the earlier names of its type. A name alone stands for a regular plural, too. */
export type RenamedFrom =
  string | { readonly name?: string; readonly plural?: string; readonly table?: string }

/** The names that a type had in an earlier release. */
export interface EarlierNames {
  readonly name: string
  /** The name in messages and events: `book`. */
  readonly word: string
  readonly table: string
  readonly resource: string
}

/** The part of a declaration that decides the names. */
interface Declared {
  readonly name: string
  readonly single?: boolean | undefined
  readonly plural?: string | undefined
  readonly table?: string | undefined
  readonly renamedFrom?: RenamedFrom | undefined
}

/** The plural of a regular word: `books`, `categories` and `boxes`. */
const toPlural = (word: string): string =>
  `${word.replace(/([^aeiou])y$/, '$1ie').replace(/(s|x|z|ch|sh)$/, '$1e')}s`

/** The members that the declaration leaves out are those of now. */
const readGiven = ({ name, single, plural, table }: Declared, from: RenamedFrom) => {
  const now = { name, plural: plural ?? toWord(name), ...(table !== undefined && { table }) }
  if (typeof from !== 'string')
    return { ...now, ...(single && from.name && { plural: toWord(from.name) }), ...from }
  return { ...now, name: from, plural: single ? toWord(from) : toPlural(toWord(from)) }
}

const derive = (declared: Declared, from: RenamedFrom): EarlierNames => {
  const given = readGiven(declared, from)
  const { table, resource } = deriveNames(given)
  return { name: given.name, word: toWord(given.name), table, resource }
}

const NAMES = ['name', 'plural', 'table'] as const

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isReadable = (from: unknown): from is RenamedFrom =>
  isText(from) || (isObject(from) && NAMES.every((each) => from[each] === undefined || isText(from[each])))

/** C17.10: the earlier names of a type; null if it keeps its names, or if what it gives is wrong. */
export const deriveEarlierNames = (declared: Declared): EarlierNames | null => {
  const { renamedFrom } = declared
  return renamedFrom !== undefined && isReadable(renamedFrom) ? derive(declared, renamedFrom) : null
}

const TYPE_NAME = /^[A-Z][A-Za-z0-9]{0,60}$/
const TABLE = /^[a-z][a-z0-9_]{0,62}$/

/** A declaration without types can have any value. */
export const findRenamedFromProblems = (declared: Declared): readonly string[] => {
  const { renamedFrom: from } = declared
  if (from === undefined) return []
  if (!isReadable(from))
    return [
      "renamedFrom must be the earlier name of the type, such as 'Book', or { name: 'Person', plural: 'people' }",
    ]
  const now = derive(declared, {})
  const { name, table, resource } = derive(declared, from)
  return [
    ...(isObject(from) ? findUnknownOptions(from, NAMES).map((wrong) => `renamedFrom: ${wrong}`) : []),
    ...problem(
      !TYPE_NAME.test(name),
      `renamedFrom: ${JSON.stringify(name)} cannot have been the name of a type`,
    ),
    ...problem(
      !TABLE.test(table),
      `renamedFrom: ${JSON.stringify(table)} cannot have been the name of a table`,
    ),
    ...problem(
      now.name === name && now.table === table && now.resource === resource,
      'renamedFrom has the names of now; leave it out',
    ),
  ]
}
