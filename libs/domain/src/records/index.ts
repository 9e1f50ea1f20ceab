export { readKnownRecord, RECORD_SORT_FIELDS } from './record-reading.ts'
