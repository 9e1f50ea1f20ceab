export { createPageReader, createRowReader, createRowsReader } from './prepared-operations.ts'
export {
  type Access,
  connectRows,
  countByValues,
  isRefusedAtOnce,
  planConnectedRows,
  planRow,
  planRows,
  type ReadableRecords,
  type ReadOperation,
  readRow,
} from './read-operations.ts'
export type { AnyOperation, Call, RunOperation, Showing } from './run-operation.ts'
export type { TypeActions } from './type-actions.ts'
export { readWritten, readWrittenRows, writeAtOnce } from './write-response.ts'
