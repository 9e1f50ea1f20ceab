export { type DataExport, EXPORT_STATES, type ExportId } from './data-export.ts'
export type { Erasure, ErasureStore } from '../users/erasure.ts'
export { openExport } from './export-operations.ts'
export type { ClaimedExport, ExportStore, PersonalRecord } from './export-store.ts'
