export { readSettings, type Settings } from './config.ts'
export type { FirstAdministrator } from './first-start.ts'
export { openLog } from './operating/log.ts'
export { startService, type RunningService, type ServiceOptions } from './start.ts'
