import { about, contentRead, type Operation } from '../model/operation.ts'
import { actOnRecord, changeRecord, takeInput, type AnyOperation } from '../operations/run-operation.ts'
import { declareTypeActions } from '../operations/type-actions.ts'
import {
  nameConnectionField,
  nameTypeActions,
  nameUniqueField,
  nameUpsert,
} from '../model/interface-names.ts'
import type { RecordOperation } from '../model/types/record-operation.ts'
import { hidesTrash } from '../model/trash/trash.ts'
import { getPurgePermission } from '../model/types/record-permissions.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { ChangeOf, NewOf } from '../model/types/record-values.ts'
import { authorizeCreation, createRecord, runOperation, updateRecord } from './record-operations.ts'
import { deleteRecord, purgeRecord, restoreRecord } from './deletion/delete-record.ts'
import { declareRecordList, declareRecordRead } from './record-reading.ts'
import { declareScheduleOperations } from './schedule/declare-schedule-operations.ts'
import { declareDraftOperations } from './drafts/draft-operations.ts'
import { declareLikeOperations } from './likes/declare-like-operations.ts'
import { declareRevisionOperations } from './revisions/revision-operations.ts'
import { declareViewedRead } from './views/viewed-reading.ts'
import { upsertRecord } from './upsert-record.ts'

/** Operations under their names. */
export type Operations = Readonly<Record<string, AnyOperation>>

const declareCreation = (type: RecordType): AnyOperation =>
  takeInput((context, given: NewOf<RecordType>) => createRecord(context, type, given), {
    resource: type.plural,
    access: type.permissions.create,
    ...(type.keepFor !== null && { isForGuests: true }),
    authorize: (context) => authorizeCreation(context, type),
    rules: () => type.rules,
    shows: { permission: type.permissions.read },
  })

const declareUpdate = (type: RecordType): AnyOperation =>
  changeRecord(
    type.parseId,
    (context, id, change: ChangeOf<RecordType>, precondition) =>
      updateRecord(context, type, { id, change, precondition }),
    {
      resource: type.plural,
      access: type.permissions.write,
      rules: () => type.rules,
      shows: { permission: type.permissions.read },
    },
  )

const declareDeletion = (type: RecordType): AnyOperation =>
  actOnRecord(type.parseId, (context, id, precondition) => deleteRecord(context, type, id, precondition), {
    resource: type.plural,
    access: type.permissions.delete,
    isConditional: true,
  })

/** C17.4. */
const declareTrash = (type: RecordType): Operations => ({
  [`restore${type.name}`]: actOnRecord(
    type.parseId,
    (context, id, precondition) => restoreRecord(context, type, id, precondition),
    {
      resource: type.plural,
      access: type.permissions.delete,
      isConditional: true,
      shows: { permission: type.permissions.read },
    },
  ),
  [`purge${type.name}`]: actOnRecord(
    type.parseId,
    (context, id, precondition) => purgeRecord(context, type, id, precondition),
    { resource: type.plural, access: getPurgePermission(type), isConditional: true },
  ),
})

const declareUpsert = (type: RecordType): AnyOperation =>
  changeRecord(
    (ref) => ref,
    async (context, ref, given: NewOf<RecordType>, precondition) => {
      const prepare = async () => (current: object | null) => current && precondition(current)
      return (await upsertRecord(context, type, { readRef: () => ref, given, prepare })).record
    },
    {
      resource: type.plural,
      access: type.permissions.write,
      isConditional: false,
      rules: () => type.rules,
      shows: { permission: type.permissions.read },
    },
  )

const declareVerb = (type: RecordType, operation: RecordOperation): AnyOperation =>
  changeRecord(
    type.parseId,
    (context, id, input: Readonly<Record<string, unknown>>, precondition) =>
      runOperation(context, type, operation, { id, input, precondition }),
    {
      resource: type.plural,
      access: operation.permission,
      isChange: false,
      rules: () => operation.rules,
      shows: { permission: type.permissions.read },
    },
  )

/** The changes of a type that the code of the service may have in part. */
export const declareChanges = (type: RecordType): Operations => ({
  [`update${type.name}`]: declareUpdate(type),
  [`delete${type.name}`]: declareDeletion(type),
  ...(hidesTrash(type) && declareTrash(type)),
  ...declareScheduleOperations(type),
  ...declareRevisionOperations(type),
  ...declareDraftOperations(type),
  ...Object.fromEntries(
    Object.entries(type.operations).map(([verb, operation]) => [
      `${verb}${type.name}`,
      declareVerb(type, operation),
    ]),
  ),
})

/** C14.4: `siteSettings` and `updateSiteSettings`. */
const declareSingle = (type: RecordType): Operations => ({
  [type.word]: declareRecordRead(type),
  [`update${type.name}`]: declareUpdate(type),
  ...declareRevisionOperations(type),
  ...declareDraftOperations(type),
})

/** The operations of a type with several records. */
const declarePlural = (type: RecordType): Operations => ({
  [type.word]: declareViewedRead(type),
  [type.names.list]: declareRecordList(type),
  [`create${type.name}`]: declareCreation(type),
  [nameTypeActions(type)]: declareTypeActions(type.plural, (context) => authorizeCreation(context, type)),
  ...declareLikeOperations(type),
  ...(type.isFixed ? {} : { [nameUpsert(type)]: declareUpsert(type), ...declareChanges(type) }),
})

/** The operations of a declared type that the interfaces run: `workshops`, `createWorkshop`, `cancelWorkshop`. */
export const declareTypeOperations = (type: RecordType): Operations =>
  type.isSingle ? declareSingle(type) : declarePlural(type)

/** The checks of the model report a wrong form of `unique`. */
const hasKeys = ({ uniques, attributes }: RecordType): boolean =>
  uniques.length > 0 || Object.values(attributes).some(({ isUnique }) => isUnique)

/** All operations of a declared type, including the operations of its subscription. */
export const nameTypeOperations = (type: RecordType): Readonly<Record<string, Operation>> => ({
  ...declareTypeOperations(type),
  ...(!type.isSingle && { [nameConnectionField(type)]: contentRead(type.plural) }),
  ...(hasKeys(type) && { [nameUniqueField(type)]: contentRead(type.plural) }),
  ...(type.isLive && { [`${type.word}Changed`]: about(type.plural) }),
})
