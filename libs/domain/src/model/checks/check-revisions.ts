import { REVISION_MEMBERS, REVISIONS } from '../revisions/revision-type.ts'
import type { RecordType } from '../types/record-type.ts'
import { problem } from './model-problem.ts'

/** C17.3: a type whose records can have earlier versions, with free names for what an earlier version has. */
export const checkRevisions = ({
  name,
  fields,
  custom,
  isFixed,
  keepsRevisions,
}: RecordType): readonly string[] => {
  // The names of the types of the service are checked when a team extends them.
  if (!keepsRevisions || custom !== null) return []
  const taken = [REVISIONS, ...REVISION_MEMBERS].filter((member) => Object.hasOwn(fields, member))
  return [
    ...problem(
      isFixed,
      `${name}: a record of a fixed type never changes, so that it has no earlier versions; remove fixed or revisions`,
    ),
    ...taken.map(
      (member) =>
        `${name}.${member}: revisions: true has a member ${member}; choose another name for the field`,
    ),
  ]
}

/** A declaration without types can have any value. */
export const findRevisionsProblems = (revisions: unknown): readonly string[] =>
  problem(
    revisions !== undefined && revisions !== true,
    `revisions must be true, and is ${JSON.stringify(revisions)}; leave it out for a type that keeps none`,
  )
