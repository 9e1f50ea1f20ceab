import { DRAFT, DRAFT_MEMBERS, getDraftType } from '../drafts/draft-type.ts'
import type { RecordType } from '../types/record-type.ts'
import { problem } from './model-problem.ts'

/** C17.6: a type whose records change, with free names for what a draft has. */
export const checkDrafts = (type: RecordType): readonly string[] => {
  const { name, fields, custom, isFixed, takesDrafts } = type
  // The names of the types of the service are checked when a team extends them.
  if (!takesDrafts || custom !== null) return []
  if (isFixed) return [`${name}: a record of a fixed type never changes; remove fixed or drafts`]
  const taken = [DRAFT, ...DRAFT_MEMBERS].filter((member) => Object.hasOwn(fields, member))
  return [
    ...problem(
      Object.keys(getDraftType(type).fields).length === 0,
      `${name}: clients change no field, so that a draft has none; remove drafts`,
    ),
    ...taken.map(
      (member) => `${name}.${member}: drafts: true has a member ${member}; choose another name for the field`,
    ),
  ]
}

/** A declaration without types can have any value. */
export const findDraftsProblems = (drafts: unknown): readonly string[] =>
  problem(
    drafts !== undefined && drafts !== true,
    `drafts must be true, and is ${JSON.stringify(drafts)}; leave it out for a type without drafts`,
  )
