import type { AbsentResources } from '../../access/content-policy.ts'
import { isObject } from '../../rules/is-object.ts'
import type { RecordType } from './record-type.ts'

/** C15.23: the types of the service that a model can leave out. Every model has users. */
export const OPTIONAL_TYPES = ['Article', 'Comment', 'Product', 'Category'] as const
export type OptionalType = (typeof OPTIONAL_TYPES)[number]

const NAMES: readonly unknown[] = OPTIONAL_TYPES

/** Whether the type has the name of a type that a model can leave out. */
export const isOptionalType = ({ name }: { readonly name: unknown }): boolean => NAMES.includes(name)

/** The types that a model leaves out. A caller without a compiler can give something other than names. */
export type LeftOut = ReadonlySet<unknown>

/** The types that the options leave out. `checkLeftOut` refuses the wrong forms that the compiler did not see. */
export const listLeftOut = (options: unknown): LeftOut =>
  new Set<unknown>(isObject(options) && Array.isArray(options['without']) ? options['without'] : [])

/**
 * The types without those that the options leave out. A type that a team has made of one of them stays, and `checkLeftOut`
 * reports it: its rows would be hidden without a word.
 */
export const leaveOut = (
  types: readonly RecordType[],
  options: unknown,
  builtIn: readonly RecordType[],
): readonly RecordType[] => {
  const left = listLeftOut(options)
  return types.filter((type) => !left.has(type.name) || !builtIn.includes(type))
}

/** C15.23: the resources of the types that the model does not have. */
export const listAbsent = (own: readonly RecordType[], types: readonly RecordType[]): AbsentResources =>
  new Set(own.filter(({ name }) => !types.some((type) => type.name === name)).map(({ plural }) => plural))

/** The members without those of absent types. */
export const withoutAbsent = <Value>(
  members: Readonly<Record<string, Value>>,
  isAbsent: (name: string, value: Value) => boolean,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(members).filter(([name, value]) => !isAbsent(name, value)))
