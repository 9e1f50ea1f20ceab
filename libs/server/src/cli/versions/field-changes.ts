import { findAcceptedDefault } from './accepted-default.ts'
import type { FieldDocument, TypeDocument } from './type-document.ts'
import type { VersionChange } from './version-change.ts'

/** Both interfaces show a link without a value as null. */
const isLink = ({ kind }: FieldDocument): boolean => kind.startsWith('one ')

/** The database has a default for it, or a table of its own. */
const needsNoValue = ({ kind, optional }: FieldDocument): boolean =>
  optional || kind === 'owner' || kind.startsWith('many ')

const hasInitial = ({ initial }: FieldDocument): boolean => initial !== null && initial !== undefined

/** C16.2: this version does not show a record without its computed value. */
const adviseCompute = (place: string): string =>
  `Migrate, and run npx content-service types compute ${place.split('.')[0]}. Run it again when no process of the version before runs.`

/** A new field: processes of the version before add records without it. */
export const compareAdded = (place: string, field: FieldDocument): readonly VersionChange[] => {
  if (needsNoValue(field) || hasInitial(field)) return []
  const problem = `${place} is required, and processes of the version before add records without it.`
  if (field.computed) return [{ problem, steps: { now: adviseCompute(place) } }]
  if (isLink(field))
    return [
      {
        problem,
        steps: {
          first: `Release ${place} as an optional link, and give each record its link.`,
          now: `Make ${place} required.`,
        },
      },
    ]
  return [
    {
      problem,
      steps: { now: `In the migration, give the column of ${place} a default (the line with "backfill").` },
    },
  ]
}

/** A field that is gone: processes of the version before read it. */
export const compareRemoved = (place: string, field: FieldDocument): readonly VersionChange[] => {
  if (needsNoValue(field) || isLink(field) || findAcceptedDefault(field) !== null) return []
  return [
    {
      problem: `${place} was required, and processes of the version before do not show records without it.`,
      steps: {
        now: `In the migration, give the column of ${place} a default that the version before accepts (the line with "backfill").`,
        next: `Drop the column of ${place}.`,
      },
    },
  ]
}

const compareKinds = (
  place: string,
  before: FieldDocument,
  after: FieldDocument,
): readonly VersionChange[] =>
  before.kind === after.kind || isText(before, after)
    ? []
    : [
        {
          problem: `${place} was ${before.kind} and is ${after.kind}, so that one of the versions cannot read or write its column.`,
          steps: {
            first: `Release a new field of another name beside ${place}, and copy the values.`,
            now: `Remove ${place}.`,
          },
        },
      ]

/** All kinds of texts have the same column. */
const TEXTS: ReadonlySet<string> = new Set(['line', 'text', 'markdown'])

const isText = (before: FieldDocument, after: FieldDocument): boolean =>
  [before, after].every(({ kind }) => TEXTS.has(kind))

const compareOptional = (
  place: string,
  before: FieldDocument,
  after: FieldDocument,
): readonly VersionChange[] => {
  if (before.optional === after.optional || isLink(after)) return []
  const stop = `Stop all processes of the version before. Then migrate, and start this version.`
  return [
    after.optional
      ? {
          problem: `${place} becomes optional, and processes of the version before do not show records without it.`,
          steps: { now: stop },
        }
      : {
          problem: `${place} becomes required, and processes of the version before add records without it.`,
          steps: {
            first: `Give each record a value of ${place}, and let your clients send it.`,
            now: stop,
          },
        },
  ]
}

const listWords = (states: readonly string[]): string => states.join(', ')

const compareStates = (
  place: string,
  { states: before = [] }: FieldDocument,
  { states: after = [], unreached = [] }: FieldDocument,
): readonly VersionChange[] => {
  const added = after.filter((state) => !before.includes(state) && !unreached.includes(state))
  const removed = before.filter((state) => !after.includes(state))
  return [
    ...(added.length === 0
      ? []
      : [
          {
            problem: `${place} has operations that lead to ${listWords(added)}, and processes of the version before do not show records in a state that they do not know.`,
            steps: {
              first: `Release ${place} with ${listWords(added)}, and without an operation that leads there.`,
              now: 'Release the operations.',
            },
          },
        ]),
    ...(removed.length === 0
      ? []
      : [
          {
            problem: `${place} has no ${listWords(removed)} any more, and this version does not show the records that the version before stores in such a state.`,
            steps: {
              first: `Release ${place} without an operation that leads to ${listWords(removed)}.`,
              now: `Move the records in ${listWords(removed)} to another state in the migration.`,
            },
          },
        ]),
  ]
}

/** C15.17: an optional choice with an unknown word is null for a version, and its record stays readable. */
const compareChoices = (
  place: string,
  { choices: before = [] }: FieldDocument,
  { choices: after = [], optional }: FieldDocument,
): readonly VersionChange[] => {
  const added = after.filter((word) => !before.includes(word))
  const removed = before.filter((word) => !after.includes(word))
  const hidden = optional ? 'show null in the place of' : 'do not show records with'
  return [
    ...(added.length === 0 || before.length === 0
      ? []
      : [
          {
            problem: `${place} has ${listWords(added)}, and processes of the version before ${hidden} a word that they do not know.`,
            steps: {
              now: `Let your clients send ${listWords(added)} when no process of the version before runs.`,
            },
          },
        ]),
    ...(removed.length === 0 || after.length === 0
      ? []
      : [
          {
            problem: `${place} has no ${listWords(removed)} any more, and this version does not show the word where the version before has stored it.`,
            steps: {
              first: `Let no client send ${listWords(removed)}.`,
              now: `Give the records with ${listWords(removed)} another word in the migration.`,
            },
          },
        ]),
  ]
}

/** A field that both versions have. */
export const compareKept = (
  place: string,
  before: FieldDocument,
  after: FieldDocument,
): readonly VersionChange[] => {
  const kinds = compareKinds(place, before, after)
  if (kinds.length > 0) return kinds
  return [
    ...compareOptional(place, before, after),
    ...compareStates(place, before, after),
    ...compareChoices(place, before, after),
  ]
}

export const findField = ({ fields }: TypeDocument, wanted: string | undefined): FieldDocument | undefined =>
  fields.find(({ name }) => name === wanted)

/** All changes of the fields of a type. A field can have been there under another name (C17.10). */
export const compareFields = (before: TypeDocument, after: TypeDocument): readonly VersionChange[] => {
  const name = (field: FieldDocument): string => `${after.name}.${field.name}`
  const isKept = (field: FieldDocument): boolean =>
    after.fields.some((each) => each.name === field.name || each.renamedFrom === field.name)
  return [
    ...after.fields.flatMap((field) => {
      const earlier = findField(before, field.name) ?? findField(before, field.renamedFrom)
      return earlier ? compareKept(name(field), earlier, field) : compareAdded(name(field), field)
    }),
    ...before.fields.filter((field) => !isKept(field)).flatMap((field) => compareRemoved(name(field), field)),
  ]
}
