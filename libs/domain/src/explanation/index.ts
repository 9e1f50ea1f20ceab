export {
  type AccessExplanation,
  explainAccess,
  explainUserAccess,
  findHindrance,
} from './access-explanation.ts'
export {
  type AccessSources,
  findAccessRecord,
  findAccessUser,
  findRecordSource,
  listAccessRecords,
  readResource,
} from './access-records.ts'
