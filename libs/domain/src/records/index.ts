export { planByKey, type GivenKey } from './unique-reading.ts'
export { upsertRecord, type RecordUpsert, type Upserted } from './upsert-record.ts'
export { readKnownRecord, RECORD_SORT_FIELDS } from './record-reading.ts'
export { readRevision } from './revisions/revision-reading.ts'
