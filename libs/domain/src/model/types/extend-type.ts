import { findUnknownOptions } from '../../rules/similar-name.ts'
import { listOwnMembers } from '../checks/check-links.ts'
import { problem } from '../checks/model-problem.ts'
import type { ComputedBuilder } from '../computed/computed-builder.ts'
import { declareComputed } from '../computed/declared-computed.ts'
import { isMany } from '../fields/field.ts'
import { hasLinks } from '../links/part-links.ts'
import { withSlugFlag } from '../slugs/slugged.ts'
import { resolveSelf } from '../links/self-links.ts'
import { findCheckOptionProblems, joinChecks, type RecordCheck } from './record-check.ts'
import type { Fields } from './record-operation.ts'
import type { RecordType } from './record-type.ts'
import type { RecordOf } from './record-values.ts'
import { replaceFields } from './replace-fields.ts'

const findTaken = (type: RecordType, more: Fields): readonly string[] => {
  const taken = [...Object.keys(type.fields), ...listOwnMembers(type)]
  return Object.keys(more).flatMap((name) =>
    problem(taken.includes(name), `the type has a field ${name} already; choose another name`),
  )
}

/**
 * Invitations, REST and imports create users from a name and an address alone, so that a new field must be optional.
 */
const findRequired = ({ isNumbered }: RecordType, more: Fields): readonly string[] =>
  Object.entries(more).flatMap(([name, { isOptional, initial, computed }]) =>
    problem(
      isNumbered && !isOptional && initial === null,
      `the field ${name} cannot be required; add \`optional\`${computed ? '' : ' or `initial`'}`,
    ),
  )

/** C14.2: the operations of the service check no links that a team adds. */
const findLinks = ({ name, custom }: RecordType, more: Fields): readonly string[] =>
  Object.entries(more).flatMap(([field, declared]) =>
    problem(
      custom !== null && (isMany(declared) || hasLinks(declared)),
      `${name} cannot have the link ${field}; declare a link to ${name} on a type of your own`,
    ),
  )

/** C16.3: invitations, sign-ins and commands change users, too, and ask no check. */
const findUnasked = ({ name, isNumbered }: RecordType, check: unknown): readonly string[] =>
  problem(
    isNumbered && check !== null,
    `${name} cannot have a check: sign-ins and commands change the records, too; declare a type of your own`,
  )

type NoFields = Readonly<Record<never, never>>
const NO_FIELDS: Fields = {}

/** The fields and the check that a team adds to a type. */
export interface TypeExtension<
  Name extends string,
  F extends Fields,
  Fixed extends boolean,
  More extends Fields,
> {
  readonly fields?: More
  /** C16.2: fields whose values code gives, from all fields of the type. */
  readonly computed?: (on: ComputedBuilder<F & More>) => Fields
  /** C16.3: finds what is wrong in a whole record, beside the check that the type has already. */
  readonly check?: RecordCheck<RecordOf<RecordType<Name, F & More, Fixed>>>
}

/**
 * A type with more fields: a team adds fields to a type of the service, and a migration adds the columns. The extended
 * type replaces the type in the model. `contentModel` reports a field that the type cannot have.
 */
export const extendType = <
  Name extends string,
  F extends Fields,
  Fixed extends boolean,
  const More extends Fields = NoFields,
>(
  type: RecordType<Name, F, Fixed>,
  extension: TypeExtension<Name, F, Fixed, More>,
): RecordType<Name, F & More, Fixed> => {
  const { check = null } = extension
  const own: Fields = withSlugFlag(resolveSelf(extension.fields ?? NO_FIELDS, type))
  const { fields: computed, problems } = declareComputed(extension.computed, own)
  // The records have the computed values too, which no client gives.
  const fields = { ...own, ...computed } as More
  return {
    ...replaceFields(type, { ...type.fields, ...fields }),
    check: joinChecks(type.check, check),
    problems: [
      ...type.problems,
      ...findUnknownOptions(extension, ['fields', 'computed', 'check']),
      ...findCheckOptionProblems(check),
      ...problems,
      ...findUnasked(type, check),
      ...findTaken(type, fields),
      ...findRequired(type, fields),
      ...findLinks(type, fields),
    ],
  }
}
