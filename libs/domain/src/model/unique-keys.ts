import { capitalize } from './capitalize.ts'
import { conflict, type ContentError } from '../rules/errors.ts'
import type { Fields } from './types/record-operation.ts'
import type { RecordType } from './types/record-type.ts'

/** Attributes whose values together only one record of a type has; null is equal to nothing (C14.9). */
export interface UniqueKey {
  /** The name for clients: that of the field, or `hallSlot` for a hall and a slot. */
  readonly name: string
  readonly attributes: readonly string[]
}

type Keyed = Pick<RecordType, 'attributes' | 'links' | 'uniques' | 'word'>

const joinNames = ([first = '', ...rest]: readonly string[]): string =>
  [first, ...rest.map(capitalize)].join('')

/** The attribute of a field, or that of a link. */
const toAttribute = ({ links }: Pick<Keyed, 'links'>, name: string): string =>
  links.find((link) => link.name === name)?.attribute ?? name

/** The unique fields of a type, and those that are unique together. */
export const listUniqueKeys = (type: Omit<Keyed, 'word'>): readonly UniqueKey[] => [
  ...Object.entries<Fields[string]>(type.attributes).flatMap(([name, { isUnique }]) =>
    isUnique ? [{ name, attributes: [name] }] : [],
  ),
  ...type.uniques.map((names) => ({
    name: joinNames(names),
    attributes: names.map((name) => toAttribute(type, name)),
  })),
]

const tellProblem = (attribute: string, all: readonly string[]) => {
  const others = all.filter((each) => each !== attribute)
  const message = others.length === 0 ? 'is taken' : `is taken together with ${others.join(' and ')}`
  return { path: [attribute], message }
}

/** The refusal of values that another record of the type has, with the names of the fields. */
export const refuseTaken = ({ word }: Pick<Keyed, 'word'>, { attributes }: UniqueKey): ContentError =>
  conflict(
    attributes.length === 1
      ? `This ${word} ${attributes.join()} is taken.`
      : `Another ${word} has the same ${attributes.join(' and ')}.`,
    attributes.map((attribute) => tellProblem(attribute, attributes)),
  )

/** C10.6: the `ref` of a record, which no other record of the type has. */
export const REF_KEY: UniqueKey = { name: 'ref', attributes: ['ref'] }
