export { planByKey, readByKey, type GivenKey } from './unique-reading.ts'
export { readKnownRecord, RECORD_SORT_FIELDS } from './record-reading.ts'
