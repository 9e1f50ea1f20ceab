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
  fromLineParts,
  isLateLink,
  type LineLink,
  listLineLinks,
  listLinkingParts,
  toLineParts,
} from './line-parts.ts'
export type { RecordOutcome, TransferStore } from './transfer-store.ts'
