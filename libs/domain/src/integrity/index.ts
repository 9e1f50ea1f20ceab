export { checkIntegrity } from './check-integrity.ts'
export {
  CHECK_NAMES,
  describeFinding,
  type IntegrityCheck,
  type IntegrityReport,
  type IntegrityStore,
} from './integrity-report.ts'
export type { StatisticsStore } from './statistics-store.ts'
