export {
  readSettings,
  readWorkerSettings,
  type Settings,
  type WorkerSettings,
} from './settings/read-settings.ts'
export type { FirstAdministrator } from './first-start.ts'
export { openLog } from './operating/log.ts'
export { startService, type RunningService, type ServiceOptions } from './start.ts'
export { renderSettingsPage } from './settings/page.ts'
