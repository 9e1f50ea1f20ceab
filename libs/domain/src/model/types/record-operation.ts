import { clearable, required, type Rule } from '../../rules/accept.ts'
import type { Permission } from '../../access/content-policy.ts'
import { findUnknownOptions } from '../../rules/similar-name.ts'
import { type Field, type StoredIn, type TypeName } from '../fields/field.ts'
import { isGroup } from '../fields/part-fields.ts'
import { resolveSelf, type ValueIn } from '../links/self-links.ts'
import { namePermission } from './record-permissions.ts'

export type Fields = Readonly<Record<string, Field>>

type Optional<F extends Fields> = { [K in keyof F]: null extends StoredIn<F[K]> ? K : never }[keyof F]

/** The checked input of an operation; `Id` is the id of a record of the type. */
export type InputOf<F extends Fields, Id = unknown> = {
  readonly [K in Exclude<keyof F, Optional<F>>]: ValueIn<F[K], Id>
} & {
  readonly [K in Optional<F>]?: ValueIn<F[K], Id> | undefined
}

/** The declaration of an operation. */
export interface OperationDeclaration<Input extends Fields> {
  readonly about: string
  /** The action of the type's resource for which the caller needs the permission on the record. */
  readonly permission: string
  readonly input?: Input
  /** The states in which the operation can run; by default it can run in every state. */
  readonly from?: readonly string[]
  /** The state of the record after the operation. */
  readonly to?: string
  /** C17.1: the verb of the event, in the place of `updated`: `approved`. Not for a type whose states have events of their own. */
  readonly event?: string
}

/** An operation on one record of a declared type, such as `cancelWorkshop`. */
export interface RecordOperation {
  readonly about: string
  readonly permission: Permission
  readonly input: Fields
  /** A rule for each member of the input, for `accept`. */
  readonly rules: Readonly<Record<string, Rule>>
  readonly from: readonly string[] | null
  readonly to: string | null
  /** The verb of the event; null for `updated`. */
  readonly event: string | null
  /** What is wrong in the options of the declaration; `contentModel` reports it. */
  readonly problems: readonly string[]
  /** Returns the attributes of the record that the operation changes. */
  readonly decide: (record: never, input: never) => Readonly<Record<string, unknown>>
}

/** The type that has an operation. */
export interface OperatedType extends TypeName {
  readonly resource: string
}

type IdIn<Record> = Record extends { readonly id: infer Id } ? Id : unknown

/** Declares one operation of a type with records of the type `Record`. */
export type OperationBuilder<Record> = <
  const Input extends Fields = Readonly<globalThis.Record<never, never>>,
>(
  declared: OperationDeclaration<Input>,
  decide?: (record: Record, input: InputOf<Input, IdIn<Record>>) => Readonly<Partial<Record>>,
) => (of: OperatedType) => RecordOperation

export const createRule = ({
  isOptional,
  derivation,
  check,
}: Pick<Field, 'isOptional' | 'derivation' | 'check'>): Rule =>
  isOptional || derivation ? clearable(check) : required(check)

/** C16.1: a change of a group names the members that change. */
export const createChangeRule = (field: Field): Rule =>
  createRule(isGroup(field) ? { ...field, check: field.checkChange } : field)

const OPTIONS = [
  'about',
  'permission',
  'input',
  'from',
  'to',
  'event',
] as const satisfies readonly (keyof OperationDeclaration<Fields>)[]
const NO_INPUT: Fields = {}

export const buildOperation: OperationBuilder<Readonly<Record<string, unknown>>> =
  (declared, decide = () => ({})) =>
  (of) => {
    const {
      about,
      permission,
      input: given = NO_INPUT as never,
      from = null,
      to = null,
      event = null,
    } = declared
    const input = resolveSelf(given, of)
    return {
      about,
      permission: namePermission(of.resource, permission),
      input,
      rules: Object.fromEntries(
        Object.entries<Field>(input).map(([name, field]) => [name, createRule(field)]),
      ),
      from,
      to,
      event,
      problems: findUnknownOptions(declared, OPTIONS),
      decide,
    }
  }
