import { problem } from '../checks/model-problem.ts'
import { relateToMany, type Relations } from '../collections.ts'
import { flag } from '../fields/field-builders.ts'
import { isSlug, type Field, type RecordId, type SlugField } from '../fields/field.ts'
import { memoize } from '../../rules/memoize.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import type { UniqueKey } from '../unique-keys.ts'

/** The attribute that says whether the service has derived the slug. No interface shows it. */
export const SLUG_DERIVED = 'slugDerived'

/** C17.7: a slug that a record has, or had: no other record of the type gets it. */
export interface RecordSlug {
  readonly type: string
  readonly slug: string
  readonly recordId: RecordId
  /** The time at which the record got another slug; null for the slug of now. */
  readonly leftAt: Date | null
}

export const RECORD_SLUGS = 'recordSlugs'

/** The relation from a record to its slugs. */
export const SLUGS = '.slugs'

/** The most old slugs of a record. */
export const MOST_OLD_SLUGS = 20

/** A slug of a type, under the name of its attribute. */
export interface SlugAttribute {
  readonly name: string
  readonly field: SlugField
}

/** Undefined for a type without slugs. */
export const findSlug: (type: Pick<RecordType, 'attributes'>) => SlugAttribute | undefined = memoize(
  ({ attributes }) => {
    for (const [name, field] of Object.entries(attributes)) if (isSlug(field)) return { name, field }
    return undefined
  },
)

export const toSlugKey = ({ name }: SlugAttribute): UniqueKey => ({ name, attributes: [name] })

export const relateToSlugs = (type: RecordType): Relations =>
  findSlug(type) ? { [SLUGS]: relateToMany(RECORD_SLUGS, 'recordId') } : {}

const createFlag = (): Field => ({
  ...flag({ about: 'Whether the service has derived the slug.', initial: true, hidden: true }),
  isMoved: true,
})

/** The fields of a type, with the one that a slug adds. */
export const withSlugFlag = <F extends Fields>(fields: F): F => {
  const entries = Object.entries(fields).flatMap(([name, field]) =>
    isSlug(field)
      ? [[name, field] as const, [SLUG_DERIVED, createFlag()] as const]
      : [[name, field] as const],
  )
  // Fields without types have any names, and the types of the others are as they were.
  return Object.fromEntries(entries) as F
}

/** What is wrong with the names of the fields beside a slug. */
export const findSlugProblems = (fields: Fields): readonly string[] =>
  problem(
    Object.hasOwn(fields, SLUG_DERIVED) && Object.values(fields).some(isSlug),
    `the service notes ${SLUG_DERIVED} on records with a slug; give the field ${SLUG_DERIVED} another name`,
  )

const isSource = (fields: Fields, from: string): boolean => {
  const field = Object.hasOwn(fields, from) ? fields[from] : undefined
  return (
    field !== undefined &&
    (field.kind === 'line' || field.kind === 'text') &&
    field.computed === undefined &&
    !field.isHidden &&
    field.seenWith === undefined
  )
}

const checkSlugField = (
  type: RecordType,
  [name, { from }]: readonly [string, SlugField],
): readonly string[] => [
  ...problem(
    !isSource(type.fields, from),
    `${type.name}.${name}: from must name a line or a text of the type that everybody sees with the record, and is ${JSON.stringify(from)}`,
  ),
  ...problem(type.isFixed, `${type.name}.${name}: a fixed type has no slug; use a unique line`),
  ...problem(
    type.isNumbered,
    `${type.name}.${name}: ${type.name} has no slug; its records have unique names`,
  ),
]

/** C17.7: what is wrong with the slug of a type. */
export const checkSlugs = (type: RecordType): readonly string[] => {
  const slugs = Object.entries(type.fields).filter((entry): entry is [string, SlugField] => isSlug(entry[1]))
  return [
    ...slugs.flatMap((entry) => checkSlugField(type, entry)),
    ...problem(slugs.length > 1, `${type.name}: a type can have one slug`),
  ]
}
