export type { Collection, Relation } from './collections.ts'
export { describeChangeRight, describeField, describeHidden } from './describe-field.ts'
export type { EventName } from './event-names.ts'
export {
  type Field,
  type GroupField,
  isGroup,
  isHideable,
  isLink,
  isOwner,
  isState,
  isTime,
  leadsToUser,
  type LinkField,
  nameOne,
  type SearchWeight,
  type StateField,
  type ValueSchema,
  type ValuesOf,
} from './field.ts'
export { findType } from './find-type.ts'
export { HAS_REFUSING_LINKS, type IncomingLink, listIncoming } from './incoming-links.ts'
export { linkedTo, MOST_COUNTED, MOST_LINKED, tooManyLinked } from './linked-conflict.ts'
export { listOwnLinks, refuseOwnId } from './own-links.ts'
export type { MemberChange } from './group-field.ts'
export { GUEST_NOTE } from './guests/guest-note.ts'
export { groupThousands } from './group-thousands.ts'
export {
  nameConnectionField,
  nameCountField,
  nameCreateInput,
  nameHit,
  nameListed,
  nameListWhere,
  nameOrderBy,
  nameOrderField,
  nameWhere,
  nameWord,
  nameNewBody,
  nameOperationBody,
  namePatchBody,
  nameStateEnum,
  nameTypeWord,
  nameUpdateInput,
} from './interface-names.ts'
export type { OperationName } from './operation.ts'
export { perModel } from './per-model.ts'
export type { RecordLink } from './record-attributes.ts'
export { type AnyRecord, initialAttributes, newRecord, withValues } from './record-changes.ts'
export type { Fields, RecordOperation } from './record-operation.ts'
export type { ReadableFilter, RecordStore, RecordStores, Removal } from './record-store.ts'
export type { NewOf } from './record-type.ts'
export { declareSearch, type SearchedType } from './searched-types.ts'
export { showsChangeTime } from './shows-change-time.ts'
