import { may } from '../../access/access.ts'
import type { Permission } from '../../access/content-policy.ts'
import { needs, type Requirement } from '../../actions/requirement.ts'
import { hidesTrash, isInTrash } from '../../model/trash/trash.ts'
import { getPurgePermission } from '../../model/types/record-permissions.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { recordNotFound } from '../../rules/errors.ts'

type Deletable = Pick<RecordType, 'permissions' | 'trash' | 'word'>

const find = (type: Deletable, isAmong: (record: object) => boolean): Requirement<object> => ({
  holds: (context, record) => may(context, type.permissions.read, record) && isAmong(record),
  refuse: () => recordNotFound(type),
})

/**
 * C7.8, C17.4: the first requirement of a write: a record that the caller may not read does not exist for it, and neither does one
 * in a hidden trash.
 */
export const findForWrite = (type: Deletable): Requirement<object> =>
  find(type, (record) => !hidesTrash(type) || !isInTrash(type, record))

/** C4.3, C17.4: what is in the trash cannot be deleted once more. */
export const listDeleting = (type: Deletable): readonly Requirement<object>[] => [
  find(type, (record) => !isInTrash(type, record)),
  needs(type.permissions.delete),
]

/** C17.4: who may neither restore nor erase a record of the trash does not learn that it is there. */
const findInTrash = (type: Deletable, ways: readonly Permission[]): Requirement<object> => ({
  holds: (context, record) =>
    isInTrash(type, record) &&
    may(context, type.permissions.read, record) &&
    ways.some((permission) => may(context, permission, record)),
  refuse: () => recordNotFound(type),
})

export const listRestoring = (type: Deletable): readonly Requirement<object>[] => [
  findInTrash(type, [type.permissions.delete]),
]

export const listPurging = (type: Deletable): readonly Requirement<object>[] => {
  const purge = getPurgePermission(type)
  return [findInTrash(type, [type.permissions.delete, purge]), needs(purge)]
}
