import { compareFields, findField } from './field-changes.ts'
import type { ModelDocument, TypeDocument } from './type-document.ts'
import type { VersionChange, VersionSteps } from './version-change.ts'

const TABLE_STEPS: VersionSteps = {
  now: 'Stop all processes of the version before. Then migrate, and start this version.',
}

/** The changes of a type's own table. A type that is added or gone has a table that the other version does not read. */
const compareTable = (before: TypeDocument, after: TypeDocument): readonly VersionChange[] => [
  ...(before.table === after.table
    ? []
    : [
        {
          problem: `${after.name} was in the table ${before.table} and is in ${after.table}, so that each version has records of its own.`,
          steps: TABLE_STEPS,
        },
      ]),
  ...(before.fixed === after.fixed && before.single === after.single
    ? []
    : [
        {
          problem: `${after.name} changes fixed or single, so that one of the versions cannot write its table.`,
          steps: TABLE_STEPS,
        },
      ]),
  ...(changesTrash(before, after)
    ? [
        {
          problem: `${after.name} changes its trash, so that one of the versions shows deleted records, or erases records at once.`,
          steps: TABLE_STEPS,
        },
      ]
    : []),
]

/** C17.10: processes of the version before look for the names before. */
const findRenamed = (before: TypeDocument, after: TypeDocument): readonly VersionChange[] => {
  const names = [
    ...(before.name === after.name ? [] : [`${after.name} was ${before.name}`]),
    ...after.fields.flatMap(({ name, renamedFrom }) =>
      renamedFrom !== undefined && findField(before, renamedFrom)
        ? [`${after.name}.${name} was ${renamedFrom}`]
        : [],
    ),
  ]
  return names.map((name) => ({
    problem: `${name}, so that processes of the version before fail when the migration has run.`,
    steps: TABLE_STEPS,
  }))
}

/** Of what earlier releases do not say, only a trash that lists hide is new for sure: articles always had theirs. */
const changesTrash = ({ trash: earlier }: TypeDocument, { trash }: TypeDocument): boolean =>
  earlier === undefined ? trash === true : earlier !== trash

/** The kind of a link has the name of the type to which it leads: that of now. */
const withTargets = (type: TypeDocument, { types }: ModelDocument): TypeDocument => {
  const renamed = new Map(
    types.flatMap(({ name, renamedFrom }) => (renamedFrom === undefined ? [] : [[renamedFrom, name]])),
  )
  const nameKind = (kind: string): string =>
    kind.replace(/(?<=^(?:one|many) )\w+$/, (name) => renamed.get(name) ?? name)
  return { ...type, fields: type.fields.map((field) => ({ ...field, kind: nameKind(field.kind) })) }
}

const findType = ({ types }: ModelDocument, wanted: string | undefined): TypeDocument | undefined =>
  types.find(({ name }) => name === wanted)

/** The changes with which processes of both versions cannot run beside each other as they are. */
export const compareVersions = (before: ModelDocument, after: ModelDocument): readonly VersionChange[] =>
  after.types.flatMap((type) => {
    const earlier = findType(before, type.name) ?? findType(before, type.renamedFrom)
    if (earlier === undefined) return []
    const tables = earlier.name === type.name ? compareTable(earlier, type) : []
    return [...tables, ...findRenamed(earlier, type), ...compareFields(withTargets(earlier, after), type)]
  })

const PHASES = ['first', 'now', 'next'] as const satisfies readonly (keyof VersionSteps)[]

const TITLES: Readonly<Record<(typeof PHASES)[number], string>> = {
  first: 'In a release before this version',
  now: 'In this version',
  next: 'In the release after it',
}

const BESIDE =
  'Processes of both versions can run beside each other. Restart the worker first, and last when you go back.'

/** The comparison for a person: the problems, and the steps in their order. */
export const describeComparison = (changes: readonly VersionChange[]): string => {
  if (changes.length === 0) return BESIDE
  const steps = PHASES.flatMap((phase) => {
    const texts = new Set(
      changes.flatMap(({ steps: { [phase]: text } }) => (text === undefined ? [] : [text])),
    )
    return [...texts].map((text) => `${TITLES[phase]}: ${text}`)
  })
  return [
    'Processes of both versions cannot run beside each other as they are:',
    ...changes.map(({ problem }) => `- ${problem}`),
    'Take these steps:',
    ...steps.map((step, place) => `${place + 1}. ${step}`),
  ].join('\n')
}
