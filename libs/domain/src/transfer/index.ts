export { listCompleteFields, listMovedCounters } from './complete-fields.ts'
export { type ContentField, listContentFields } from './content-fields.ts'
export {
  type ArticleRecord,
  type ContentLine,
  type ContentRecord,
  type DeclaredRecord,
  listLineFields,
  parseContentRecord,
  type UserRecord,
} from './content-record.ts'
export {
  type DraftLine,
  type LikeLine,
  type LineHistory,
  listHistory,
  listKeptFields,
  nameHistoryLine,
  RevisionOrder,
  type RevisionLine,
  type ScheduleLine,
  type SlugLine,
} from './history-lines.ts'
export { fitsDraft, listDraftFields } from './draft-lines.ts'
export {
  fromLineParts,
  isLateLink,
  type LineLink,
  listLineLinks,
  listLinkingParts,
  toLineParts,
} from './line-parts.ts'
export type { Extent, RecordOutcome, TransferStore } from './transfer-store.ts'
