import { mayAll } from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import type { Field } from '../model/fields/field.ts'
import { hasLinks } from '../model/links/part-links.ts'
import { findCheckProblems, type CheckedWrite } from '../model/types/check-problems.ts'
import { findSizeProblems } from '../model/types/size-problems.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { badUserInput, ContentError, type Problem } from '../rules/errors.ts'
import { isSame } from '../rules/is-same.ts'
import { hideLinks } from './hide-links.ts'
import type { LinkContext, Values } from './readable-links.ts'

const UNREADABLE = 'is not allowed'

/** A record that the check of its type refuses. Its own message tells nothing: `tellProblems` knows who may read what. */
class RefusedByCheck extends ContentError {
  readonly found: readonly Problem[]
  readonly write: CheckedWrite

  constructor(found: readonly Problem[], write: CheckedWrite) {
    super('BAD_USER_INPUT', 'The check of the type refuses the record.')
    this.found = found
    this.write = write
  }
}

/** C16.3: the permissions by which `tellProblems` decides which problems the caller may read. */
export const listCheckRights = ({ check, masks }: RecordType): readonly Permission[] =>
  check === null ? [] : Object.values(masks).flat()

/**
 * C16.3: refuses a record that the check of its type refuses, when each value is right by itself and the caller has all
 * rights. Run it inside `tellProblems`. @throws RefusedByCheck; Error for a check whose code is wrong.
 */
export const refuseProblems = (type: RecordType, write: CheckedWrite): void => {
  const problems = [...findSizeProblems(type, write), ...findCheckProblems(type, write)]
  if (problems.length > 0) throw new RefusedByCheck(problems, write)
}

const listRecords = ({ record, previous }: CheckedWrite): readonly Values[] =>
  (previous === null ? [record] : [previous, record]) as readonly Values[]

/** The fields among these that the caller may not read in the record as it was, or as it would be. */
const findMasked = (
  context: LinkContext,
  { masks }: RecordType,
  names: readonly string[],
  write: CheckedWrite,
): readonly string[] =>
  names.filter((name) => {
    const mask = masks[name] ?? []
    return !listRecords(write).every((record) => mayAll(context, mask, record))
  })

/** The links among these that do not show all their records to the caller. */
const findHidden = async (
  context: LinkContext,
  type: RecordType,
  names: readonly string[],
  write: CheckedWrite,
): Promise<readonly string[]> => {
  const linking = [...type.links, ...type.manyLinks].map(({ attribute }) => attribute)
  const inParts = Object.keys(type.attributes).filter((name) => hasLinks(type.attributes[name] as Field))
  const asked = [...new Set([...linking, ...inParts])].filter((name) => names.includes(name))
  const hidden = listRecords(write).map(async (record) => {
    const values = Object.fromEntries(asked.map((name) => [name, record[name] ?? null]))
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
    const shown = await hideLinks(context, type, given)
    return Object.keys(given).filter((name) => !isSame(given[name], shown[name]))
  })
  return (await Promise.all(hidden)).flat()
}

const readName = ({ path: [name] }: Problem): string => String(name)

/** The path of an unreadable problem ends at the field, and problems of the same field are one. */
const maskProblems = (problems: readonly Problem[], unreadable: readonly string[]): readonly Problem[] => {
  const isUnreadable = (problem: Problem) => unreadable.includes(readName(problem))
  const names = new Set(problems.filter(isUnreadable).map(readName))
  return [
    ...problems.filter((problem) => !isUnreadable(problem)),
    ...[...names].map((name) => ({ path: [name], message: UNREADABLE })),
  ]
}

/**
 * Runs a write, and tells the problems that `refuseProblems` has found (C6.7). A problem of a field or link that the caller
 * may not read says "is not allowed" (C16.3). @throws BAD_USER_INPUT with all problems.
 */
export const tellProblems = async <Result>(
  context: LinkContext,
  type: RecordType,
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof RefusedByCheck)) throw error
    const names = error.found.map(readName)
    const masked = findMasked(context, type, names, error.write)
    const hidden = await findHidden(context, type, names, error.write)
    throw badUserInput(maskProblems(error.found, [...masked, ...hidden]))
  }
}

/** C16.3: refuses a new record that the check of its type refuses. @throws BAD_USER_INPUT with all problems. */
export const checkNewRecord = (context: LinkContext, type: RecordType, record: object): Promise<void> =>
  tellProblems(context, type, async () => refuseProblems(type, { record, previous: null }))
