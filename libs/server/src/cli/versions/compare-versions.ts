import { compareFields } from './field-changes.ts'
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

/** Of what earlier releases do not say, only a trash that lists hide is new for sure: articles always had theirs. */
const changesTrash = ({ trash: earlier }: TypeDocument, { trash }: TypeDocument): boolean =>
  earlier === undefined ? trash === true : earlier !== trash

/** The changes with which processes of both versions cannot run beside each other as they are. */
export const compareVersions = (before: ModelDocument, after: ModelDocument): readonly VersionChange[] =>
  after.types.flatMap((type) => {
    const earlier = before.types.find(({ name }) => name === type.name)
    return earlier ? [...compareTable(earlier, type), ...compareFields(earlier, type)] : []
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
