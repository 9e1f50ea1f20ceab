export type { Claim, ClaimTime } from '../work/claim.ts'
export { runDueWork } from './run-due-work.ts'
export type { RunningJobs } from './run-jobs.ts'
export { runOwnWork, runWork, type WorkHost } from './run-work.ts'
