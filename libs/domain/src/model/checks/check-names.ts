import { toWord } from '../fields/field.ts'
import { deriveNames, toTable, type TypeNames } from '../types/type-names.ts'
import { listTypeNames, nameConnectionField } from '../interface-names.ts'
import type { RecordType } from '../types/record-type.ts'
import { findFree } from './free-name.ts'
import { problem } from './model-problem.ts'
import { TAKEN_NAMES } from './taken-names.ts'

const TYPE_NAME = /^[A-Z][A-Za-z0-9]{0,40}$/
/** C13.1: the interfaces derive names with these ends. */
const RESERVED_END = /(List|Connection|Edge|Where|OrderBy|OrderField)$/
/** C14.9: the letters that each name of a type can have. */
const FORMS = {
  plural: { form: /^[a-z][A-Za-z0-9]{0,40}$/, letters: 'letters and digits, and start with a small letter' },
  list: { form: /^[a-z][A-Za-z0-9]{0,40}$/, letters: 'letters and digits, and start with a small letter' },
  path: {
    form: /^(?=.{1,60}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    letters: 'small letters, digits and single hyphens',
  },
  table: {
    form: /^(?=.{1,60}$)[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
    letters: 'small letters, digits and single underscores',
  },
} as const satisfies Partial<Record<keyof TypeNames, object>>
type Form = keyof typeof FORMS

/** PostgreSQL, appendix C: words that cannot name a table without quotes. */
const SQL_WORDS: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current date default deferrable desc distinct do else end except false fetch for
  foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left
  like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary
  references returning right select similar some symmetric table tablesample then to trailing true union unique user using
  variadic verbose when where window with`.split(/\s+/),
)

/** Names, and who uses them. */
type TakenNames = ReadonlyMap<string, string>

/** The names of the operations of a type, which are its root fields in GraphQL. */
export type NameOperations = (type: RecordType) => readonly string[]

const removeOther = (text: string, other: RegExp): string => text.replaceAll(other, '').replace(/^[0-9]+/, '')

const toTypeName = (text: string): string => {
  const letters = removeOther(text, /[^A-Za-z0-9]/g)
  return letters === '' ? 'Recipe' : `${letters.charAt(0).toUpperCase()}${letters.slice(1)}`
}

const suggestForm = ({ names, word }: RecordType, form: Form): string => {
  const near = removeOther(names[form].toLowerCase(), /[^a-z0-9]/g) || `${word.toLowerCase()}s`
  return `${names[form]} must be ${FORMS[form].letters}, such as ${near}`
}

const isFollowing = (names: TypeNames, form: Form): boolean =>
  form !== 'plural' && names[form] === deriveNames({ plural: names.plural })[form]

const checkForms = (type: RecordType): readonly string[] =>
  (Object.keys(FORMS) as Form[]).flatMap((form) =>
    problem(
      !isFollowing(type.names, form) && !FORMS[form].form.test(type.names[form]),
      `${type.name}: the ${form} ${suggestForm(type, form)}`,
    ),
  )

const checkForm = (type: RecordType): readonly string[] => {
  const { name } = type
  return [
    ...problem(
      !TYPE_NAME.test(name),
      `${name}: the name must be letters and digits, and start with a capital letter, such as ${toTypeName(name)}`,
    ),
    ...problem(
      RESERVED_END.test(name),
      `${name}: a name cannot end in List, Connection, Edge, Where, OrderBy or OrderField; ${name}Item is free`,
    ),
    ...checkForms(type),
  ]
}

const SERVICE = 'the service'

/** The names of the service. Those of the types come to them one after the other. */
const takeOwn = (names: readonly string[]): Map<string, string> =>
  new Map(names.map((name) => [name, SERVICE]))

const takeNames = (
  taken: Map<string, string>,
  names: readonly string[],
  { name: owner }: RecordType,
): void => {
  for (const name of names) if (taken.get(name) !== SERVICE) taken.set(name, owner)
}

const checkTypeName = (
  type: RecordType,
  names: readonly string[],
  taken: TakenNames,
  listNames: (type: RecordType) => readonly string[],
): readonly string[] => {
  // The check of the plural reports the names that follow from the plural.
  const ofPlural = [type.names.list, nameConnectionField(type)]
  const clashes = names.filter((name) => !ofPlural.includes(name) && taken.has(name))
  if (clashes.length === 0) return []
  const isTaken = (name: string): boolean =>
    listNames({ ...type, name, word: toWord(name) }).some(
      (each) => !ofPlural.includes(each) && taken.has(each),
    )
  const free = findFree(
    ['Entry', 'Record', 'Item'].map((end) => type.name + end),
    isTaken,
  )
  const owners = [...new Set(clashes.map((name) => taken.get(name)))].join(' and ')
  const [shown, rest] = [clashes.slice(0, 3).join(', '), clashes.length - 3]
  const clash = rest > 0 ? `${shown} and ${rest} more names` : shown
  return [`${type.name}: ${owners} already has ${clash}; the name ${free} is free`]
}

/** The names of the list, of the address and of the tables. */
const listPlurals = ({ names, manyLinks, partLinks }: RecordType): readonly string[] => [
  ...new Set([
    names.list,
    names.path,
    names.table,
    ...[...manyLinks, ...partLinks].map(({ name }) => `${names.table}_${toTable(name.replace('.', '_'))}`),
  ]),
]

/** `rootFields` are those of other types: `recipeActions` is no name for a list beside `Recipe`. */
const checkPlural = (type: RecordType, taken: TakenNames, rootFields: TakenNames): readonly string[] => {
  const { name, word, names } = type
  const isTaken = (other: string): boolean =>
    SQL_WORDS.has(other) || other === word || taken.has(other) || rootFields.has(other)
  const clash =
    listPlurals(type).find((each) => SQL_WORDS.has(each) || taken.has(each)) ??
    [names.list, nameConnectionField(type)].find((each) => rootFields.has(each))
  if (clash === undefined && (type.isSingle || names.list !== word)) return []
  const one = word.toLowerCase()
  const free = `the plural ${findFree([`${one}s`, `${one}list`, `${one}items`], isTaken)} is free`
  if (clash === undefined)
    return [`${name}: the plural must differ from the name; ${free}, or add list: '${word}Items'`]
  if (SQL_WORDS.has(clash)) return [`${name}: the plural ${clash} is a reserved word of SQL; ${free}`]
  return [`${name}: ${taken.get(clash) ?? rootFields.get(clash)} already has ${clash}; ${free}`]
}

/** No two names of the interfaces, the addresses and the tables are the same. */
export const checkNames = (
  types: readonly RecordType[],
  nameOperations: NameOperations,
  builtIn: readonly string[],
): readonly string[] => {
  const derived = types.filter(({ custom }) => custom === null)
  const listNames = (type: RecordType): readonly string[] => [
    ...new Set([...listTypeNames(type), ...nameOperations(type)]),
  ]
  const own = [...TAKEN_NAMES.types, ...TAKEN_NAMES.rootFields, ...builtIn]
  const [taken, plurals, rootFields] = [takeOwn(own), takeOwn([...own, ...TAKEN_NAMES.plurals]), takeOwn([])]
  return derived.flatMap((type) => {
    const wrong = checkForm(type)
    const names = listNames(type)
    const problems =
      wrong.length > 0
        ? wrong
        : [...checkTypeName(type, names, taken, listNames), ...checkPlural(type, plurals, rootFields)]
    takeNames(taken, names, type)
    takeNames(plurals, listPlurals(type), type)
    takeNames(rootFields, nameOperations(type), type)
    return problems
  })
}
